import { toWire } from '#events/money.ts';
import {
  type BalanceState,
  heldForRefunds,
  type PendingSeen,
} from '#services/commerce/withdrawals/balance.ts';
import { heldForDispute } from '#services/commerce/withdrawals/withdrawal.ts';
import type { Balance } from './contract/withdrawals.ts';

/** The single holds: negative pending income, and each disputed payout. */
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
