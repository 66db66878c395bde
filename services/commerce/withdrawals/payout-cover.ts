import { type Fen, fenOf, sum, toWire } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import {
  availableAt,
  type BalanceState,
  heldForDisputes,
  heldForRefunds,
  type PendingSnapshot,
  pendingNow,
} from './balance.ts';

/** A creator's money at one moment, as a decision about a payout counts it. Fen. */
export interface PayoutCover {
  /** Settled and due, less withdrawals that are open or paid; can be negative. */
  available: Fen;
  /** Income that cannot be withdrawn yet; below zero when more was refunded than came in. */
  pending: Fen;
  /** Held for disputed payouts. */
  disputed: Fen;
  /** Held for negative pending income. */
  refunds: Fen;
  /** available + pending − disputed: below zero, the creator owes this amount. */
  left: Fen;
}

/** A creator's money with all refunds and settlements of the balance, also those that the reader has not seen. */
export function payoutCover(state: BalanceState, seen: PendingSnapshot, now: Millis): PayoutCover {
  const coming = state.months.filter(({ net, available_at }) => net > 0 && available_at > now);
  const available = availableAt(state, now);
  const pending = fenOf(pendingNow(state, seen) + sum(coming.map(({ net }) => net)));
  const disputed = heldForDisputes(state);
  const left = fenOf(available + pending - disputed);
  return { available, pending, disputed, refunds: heldForRefunds(state, seen), left };
}

/**
 * Refuses a payout that the creator's money does not cover.
 * @param taken fen that the payout still deducts from available: nothing for a withdrawal that is open
 * @param missing fen
 */
export const notCovered = (
  { available, pending, disputed }: PayoutCover,
  taken: Fen,
  missing: Fen,
): Refusal => ({
  code: 'payout_not_covered',
  amounts: {
    available: toWire(fenOf(available - taken)),
    pending: toWire(pending),
    on_hold: toWire(disputed),
    missing: toWire(missing),
  },
});
