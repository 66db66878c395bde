import { createFileRoute } from '@tanstack/react-router';
import { SpendingPage, type SpendingSearch } from '../fan/orders/spending-page.tsx';
import { monthIn, pageIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/my/bill')({
  validateSearch: (search): SpendingSearch => ({
    month: monthIn(search, 'month'),
    page: pageIn(search),
  }),
  ...signedInPage,
  component: searchPage(SpendingPage, true),
});
