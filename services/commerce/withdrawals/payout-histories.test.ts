import { describe, it } from 'vitest';
import { controls, exploreUntil } from '../testing/history.ts';
import { payoutHistory } from '../testing/payout-history.ts';

const withoutDisputes = (state: object): object =>
  'withdrawals' in state && Array.isArray(state.withdrawals)
    ? { ...state, withdrawals: state.withdrawals.map((one) => ({ ...one, disputes: [] })) }
    : state;

describe('for any answers of a provider', () => {
  it('a creator is finally charged for each payout that arrived, and leaves only when nothing is due', async () => {
    const closed = ['charged 2', 'none 2', 'none 3', 'none 8', 'paid 2', 'returned 2', 'returned 3'];
    // The rarest way comes about once in some hundred histories.
    const bounds = { numRuns: 600, mostRounds: 10 };
    const seen = ['PayoutDisputeJudged', 'account can be closed', ...closed];
    await exploreUntil(payoutHistory, seen, bounds);
  });

  controls(payoutHistory, 300, {
    withdrawals: ['balance', { withdrawals: [] }],
    disputes: ['balance', withoutDisputes],
  });
});
