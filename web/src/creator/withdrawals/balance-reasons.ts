import type { Balance } from '#services/contract/withdrawals/withdrawals.ts';
import type { BalancePart } from './withdraw-search.ts';

/** Keys of texts in `withdrawals:why`, in their order. */
type Reason =
  | 'owed'
  | 'nowMore'
  | 'next'
  | 'negative'
  | 'nothingPending'
  | 'coming'
  | 'pendingNext'
  | 'notHeld'
  | 'held'
  | 'open'
  | 'noneOpen';

const isMoney = (yuan: string): boolean => Number(yuan) > 0;

/** Why a part of the balance is what it is, and what comes next: each only where the books say so. */
export function balanceReasons(figure: BalancePart, balance: Balance): Reason[] {
  const { available, pending, coming, paying, owed, hold_text, hold_reason } = balance;
  switch (figure) {
    case 'available':
      if (isMoney(owed)) return ['owed'];
      return [
        ...(isMoney(available) ? ['nowMore' as const] : []),
        ...(isMoney(pending) ? ['next' as const] : []),
      ];
    case 'pending':
      if (Number(pending) < 0) return ['negative'];
      if (!isMoney(pending)) return ['nothingPending'];
      return [isMoney(coming) ? 'coming' : 'pendingNext'];
    case 'on_hold':
      if (hold_text === '') return ['notHeld'];
      // Income does not compensate a hold under review.
      return hold_reason === 'payout_disputed' ? [] : ['held'];
    case 'paying':
      return [isMoney(paying) ? 'open' : 'noneOpen'];
    default:
      return figure satisfies never;
  }
}
