import { createFileRoute } from '@tanstack/react-router';
import { WITHDRAW_TYPE } from '#events/status.ts';
import { withTable } from '../components/table/view.ts';
import { WITHDRAWAL_STATUSES } from '../finance/withdrawals/withdrawal-filter.ts';
import { WithdrawalsPage, type WithdrawalsSearch } from '../finance/withdrawals/withdrawals-page.tsx';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

const LONGEST_ID = 64;

export const Route = createFileRoute('/finance/withdrawals')({
  validateSearch: (search): WithdrawalsSearch => {
    const type = wholeIn(search, 'withdraw_type', 1, 99);
    return {
      status: oneOf(search, 'status', WITHDRAWAL_STATUSES),
      withdraw_type: Object.values(WITHDRAW_TYPE).find((one) => one === type),
      user_id: textIn(search, 'user_id')?.slice(0, LONGEST_ID),
      page: wholeIn(search, 'page', 1, 100_000),
      withdrawal: textIn(search, 'withdrawal')?.slice(0, LONGEST_ID),
    };
  },
  component: Withdrawals,
});

function Withdrawals() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <WithdrawalsPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
