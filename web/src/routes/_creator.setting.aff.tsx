import { createFileRoute } from '@tanstack/react-router';
import { AffiliatesPage, type AffiliatesSearch } from '../creator/affiliates/affiliates-page.tsx';
import { pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/setting/aff')({
  validateSearch: (search): AffiliatesSearch => ({
    page: pageIn(search),
    received_page: pageIn(search, 'received_page'),
    affiliate_id: textIn(search, 'affiliate_id'),
    orders_page: pageIn(search, 'orders_page'),
  }),
  component: searchPage(AffiliatesPage),
});
