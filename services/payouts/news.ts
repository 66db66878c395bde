import { WITHDRAW_STATUS, type WithdrawError } from '#events/status.ts';
import type { MethodKind } from '#services/accounts/withdrawals/withdraw-methods.ts';
import type { PayoutNews } from '#services/commerce/withdrawals/payout.ts';
import type { PayoutState } from './provider.ts';

const ERRORS: Readonly<Record<MethodKind, WithdrawError>> = {
  apy: WITHDRAW_STATUS.error,
  pp: WITHDRAW_STATUS.paypal_error,
  bank: WITHDRAW_STATUS.bank_error,
};

/** The result of a payout to be recorded; undefined while it is in progress. */
export function newsOf(state: PayoutState, kind: MethodKind): PayoutNews | undefined {
  switch (state.kind) {
    case 'processing':
      return undefined;
    case 'succeeded':
      return state;
    case 'failed':
      // Failures outside of the bank can be switched to a bank card.
      return { kind: 'failed', status: ERRORS[kind], deal_error: state.cause, can_atb: kind !== 'bank' };
    default:
      return state satisfies never;
  }
}
