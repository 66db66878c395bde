import { createFileRoute } from '@tanstack/react-router';
import { WITHDRAW_TYPE } from '#events/status.ts';
import { WITHDRAWAL_ATTENTION, WITHDRAWAL_STATUSES } from '../finance/withdrawals/withdrawal-filter.ts';
import { WithdrawalsPage, type WithdrawalsSearch } from '../finance/withdrawals/withdrawals-page.tsx';
import { oneOf, pageIn, textIn, wholeIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const MAX_ID_LENGTH = 64;
const MAX_WORDS_LENGTH = 100;

export const Route = createFileRoute('/finance/withdrawals')({
  validateSearch: (search): WithdrawalsSearch => {
    const type = wholeIn(search, 'withdraw_type', 1, 99);
    return {
      status: oneOf(search, 'status', WITHDRAWAL_STATUSES),
      withdraw_type: Object.values(WITHDRAW_TYPE).find((one) => one === type),
      attention: oneOf(search, 'attention', WITHDRAWAL_ATTENTION),
      user_id: textIn(search, 'user_id')?.slice(0, MAX_ID_LENGTH),
      q: textIn(search, 'q')?.slice(0, MAX_WORDS_LENGTH),
      page: pageIn(search),
      withdrawal: textIn(search, 'withdrawal')?.slice(0, MAX_ID_LENGTH),
    };
  },
  component: searchPage(WithdrawalsPage),
});
