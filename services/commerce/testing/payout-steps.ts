import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { type BalanceState, balanceKind, type PendingSnapshot } from '../withdrawals/balance.ts';
import { type CloseDispute, closeDispute } from '../withdrawals/close-dispute.ts';
import { type PayoutNotice, recordPayoutNotice, sendPayout } from '../withdrawals/payout.ts';
import { type RequestWithdrawal, requestWithdrawal } from '../withdrawals/request-withdrawal.ts';
import { reviewWithdrawal, type WithdrawalDecision } from '../withdrawals/review-withdrawal.ts';
import { CREATOR, NOON, type Scenario } from './scenario.ts';

export const FINANCE = 'finance-1' as UserId;
export const SECOND = 'finance-2' as UserId;
/** Over it, in fen, two people decide. */
export const THRESHOLD = fenOf(1_000_000);

/** A month of the creator's that was settled with so much, in fen. */
export const settledMonth = (net: number, month = '2026-04', available_at = NOON - 1): Decided => ({
  stream: balanceStream(CREATOR),
  creator_id: CREATOR,
  event: { type: 'IncomeSettled', data: { user_id: CREATOR, month, net: fenOf(net), available_at } },
});

/** Nothing is pending, and all settlements were seen. */
export const NOTHING_PENDING: PendingSnapshot = {
  pending: fenOf(0),
  refunds_charged: fenOf(0),
  settled: fenOf(Number.MAX_SAFE_INTEGER),
};
export const RETRY = {
  kind: 'retry',
  second_above: THRESHOLD,
  pending: NOTHING_PENDING,
} as const satisfies WithdrawalDecision;

/** Requests this amount in fen, to an Alipay account. */
export const askFor = (withdrawal_id: string, amount: number, change: Partial<RequestWithdrawal> = {}) =>
  requestWithdrawal({
    user_id: CREATOR,
    withdrawal_id,
    amount: fenOf(amount),
    withdraw_type: 1,
    method_ref: 'm1',
    instead_of: null,
    smallest: fenOf(1),
    pending: NOTHING_PENDING,
    ...change,
  });
export const review = (decision: WithdrawalDecision, withdrawal_id = 'w1', by = FINANCE) =>
  reviewWithdrawal({ user_id: CREATOR, withdrawal_id, by, decision });
export const approve = (withdrawal_id = 'w1') =>
  review({ kind: 'approve', second_above: THRESHOLD, pending: NOTHING_PENDING }, withdrawal_id);
export const send = (withdrawal_id = 'w1') =>
  sendPayout({ user_id: CREATOR, withdrawal_id, provider: 'sandbox' });
/** @param payout_id `w1-2`: the second payout of w1 */
export const tell = (notice: PayoutNotice, payout_id = 'w1-1') =>
  recordPayoutNotice({
    user_id: CREATOR,
    withdrawal_id: payout_id.slice(0, payout_id.lastIndexOf('-')),
    payout_id,
    provider: 'sandbox',
    notice,
  });
export const close = (reached: boolean, change: Partial<CloseDispute> = {}) =>
  closeDispute({
    user_id: CREATOR,
    withdrawal_id: 'w1',
    number: 1,
    by: FINANCE,
    reached,
    reason: 'seen',
    second_above: THRESHOLD,
    pending: NOTHING_PENDING,
    ...change,
  });

export const succeeded: PayoutNotice = { kind: 'succeeded', provider_reference: 'po_1' };
export const failed: PayoutNotice = {
  kind: 'failed',
  status: 3,
  deal_error: 'account_unknown',
  can_atb: true,
};

export const balanceOf = ({ memory }: Pick<Scenario, 'memory'>): BalanceState =>
  memory.stateOf(balanceKind, balanceStream(CREATOR));
