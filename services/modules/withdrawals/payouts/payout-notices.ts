import { type MethodKind, WITHDRAW_ERROR } from '#events/status.ts';
import type { PayoutNotice } from '#services/commerce/withdrawals/payout.ts';
import type { PayoutState } from './provider.ts';

/** The result of a payout to be recorded; undefined while it is in progress. */
export function noticeOf(state: PayoutState, kind: MethodKind): PayoutNotice | undefined {
  switch (state.kind) {
    case 'processing':
      return undefined;
    case 'succeeded':
      return state;
    case 'failed':
      // Failures outside of the bank can be switched to a bank card.
      return {
        kind: 'failed',
        status: WITHDRAW_ERROR[kind],
        deal_error: state.cause,
        can_atb: kind !== 'bank',
      };
    default:
      return state satisfies never;
  }
}
