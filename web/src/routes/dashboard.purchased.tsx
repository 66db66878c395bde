import { createFileRoute } from '@tanstack/react-router';
import { PurchasedPage, type PurchasedSearch } from '../fan/orders/purchased/purchased-page.tsx';
import { pageIn, wholeIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/purchased')({
  validateSearch: (search): PurchasedSearch => ({
    page: pageIn(search),
    product_type: wholeIn(search, 'product_type', 1, 4),
  }),
  ...signedInPage,
  component: searchPage(PurchasedPage, true),
});
