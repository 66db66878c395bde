import { createFileRoute } from '@tanstack/react-router';
import { WithdrawPage } from '../creator/withdrawals/withdraw-page.tsx';
import { BALANCE_PARTS, type WithdrawSearch } from '../creator/withdrawals/withdraw-search.ts';
import { oneOf, pageIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/withdraw')({
  validateSearch: (search): WithdrawSearch => ({
    figure: oneOf(search, 'figure', BALANCE_PARTS),
    page: pageIn(search),
  }),
  component: searchPage(WithdrawPage),
});
