import type { MethodKind } from '#services/accounts/withdrawals/withdraw-methods.ts';
import type { PayoutNews } from '#services/commerce/withdrawals/payout.ts';
import type { PayoutState } from './provider.ts';

/** error, pp_error and bank_error of the specification */
const ERRORS: Readonly<Record<MethodKind, 3 | 4 | 7>> = { apy: 3, pp: 4, bank: 7 };

/** What is to be recorded of how a payout stands; undefined while it is on its way. */
export function newsOf(state: PayoutState, kind: MethodKind): PayoutNews | undefined {
  switch (state.kind) {
    case 'processing':
      return undefined;
    case 'succeeded':
      return state;
    case 'failed':
      // What went wrong elsewhere may still go to a bank card.
      return { kind: 'failed', status: ERRORS[kind], deal_error: state.cause, can_atb: kind !== 'bank' };
    default:
      return state satisfies never;
  }
}
