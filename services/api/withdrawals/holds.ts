import { toWire } from '#events/money.ts';
import {
  type BalanceState,
  heldForRefunds,
  type PendingSeen,
} from '#services/commerce/withdrawals/balance.ts';
import { heldForDispute } from '#services/commerce/withdrawals/withdrawal.ts';
import type { Balance } from './contract/withdrawals.ts';

/** What is held back, one by one: what pending lacks, and each payout that its provider says two things of. */
export function holdsOf(state: BalanceState, seen: PendingSeen): Balance['holds'] {
  const lacking = heldForRefunds(state, seen);
  const refunds =
    lacking > 0
      ? [{ reason: 'pending_below_zero' as const, amount: toWire(lacking), order_id: '', payout_id: '' }]
      : [];
  const disputed = state.withdrawals.flatMap((one) =>
    one.disputes.flatMap((dispute) => {
      const amount = heldForDispute(one, dispute);
      if (amount === 0) return [];
      const { withdrawal_id: order_id } = one;
      const { payout_id } = dispute;
      return { reason: 'payout_disputed' as const, amount: toWire(amount), order_id, payout_id };
    }),
  );
  return [...refunds, ...disputed];
}
