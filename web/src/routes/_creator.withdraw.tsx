import { createFileRoute } from '@tanstack/react-router';
import { WithdrawPage } from '../creator/withdrawals/withdraw-page.tsx';
import { BALANCE_PARTS, type WithdrawSearch } from '../creator/withdrawals/withdraw-search.ts';
import { oneOf, wholeIn } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/withdraw')({
  validateSearch: (search): WithdrawSearch => ({
    figure: oneOf(search, 'figure', BALANCE_PARTS),
    page: wholeIn(search, 'page', 1, 100_000),
  }),
  component: Withdraw,
});

function Withdraw() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <WithdrawPage
      search={search}
      onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })}
    />
  );
}
