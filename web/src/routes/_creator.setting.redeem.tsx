import { createFileRoute } from '@tanstack/react-router';
import { RedeemPage, type RedeemSearch } from '../creator/redeem/redeem-page.tsx';
import { pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/setting/redeem')({
  validateSearch: (search): RedeemSearch => ({
    plan_id: textIn(search, 'plan_id'),
    sku_id: textIn(search, 'sku_id'),
    page: pageIn(search),
  }),
  component: searchPage(RedeemPage, true),
});
