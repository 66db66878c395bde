import { expect } from 'vitest';
import { hexId, type UserId } from '#events/ids.ts';
import { fenOf, ZERO } from '#events/money.ts';
import { WITHDRAW_TYPE } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { requestWithdrawal } from '#services/commerce/withdrawals/request-withdrawal.ts';
import type { WithdrawalDecision } from '#services/commerce/withdrawals/review-withdrawal.ts';
import { reviewWithdrawal } from '#services/commerce/withdrawals/review-withdrawal.ts';
import type { WalletKind } from '#services/modules/withdrawals/payee.ts';
import type { Shop } from './shop.ts';

export interface Asked {
  user_id: UserId;
  withdrawal_id: string;
}

const FINANCE = 'finance-1' as UserId;
const PLENTY = fenOf(10_000_000);
/** Nothing is pending, and a month was settled with plenty. */
export const NOTHING_PENDING = { pending: ZERO, refunds_charged: ZERO, settled: PLENTY };

const PAYPAL = { kind: 'pp' as WalletKind, account: 'wang@example.com' };

/** A new creator with available money requests this amount in fen, by default to a PayPal account. */
export async function askFor({ api }: Shop, amount: number, { kind, account } = PAYPAL): Promise<Asked> {
  const { committer, withdrawMethods } = api.deps;
  const { user_id } = await api.user();
  const event = {
    type: 'IncomeSettled' as const,
    data: { user_id, month: '2026-01', net: PLENTY, available_at: 0 },
  };
  await given(committer, [{ stream: balanceStream(user_id), creator_id: user_id, event }]);
  await withdrawMethods.saveWallet(user_id, kind, { realname: 'Wang', account });
  const method_ref = await withdrawMethods.forWithdrawal(user_id, kind);
  if (method_ref === undefined) throw new Error('the method was not kept');
  const withdrawal_id = hexId();
  const outcome = await committer.submit(
    requestWithdrawal({
      user_id,
      withdrawal_id,
      amount: fenOf(amount),
      withdraw_type: WITHDRAW_TYPE[kind],
      method_ref,
      instead_of: null,
      smallest: fenOf(1),
      pending: NOTHING_PENDING,
    }),
  );
  if (!outcome.accepted) throw new Error(`not asked for: ${outcome.refusal.code}`);
  return { user_id, withdrawal_id };
}

export async function review({ api }: Shop, request: Asked, decision: WithdrawalDecision): Promise<void> {
  const decided = await api.deps.committer.submit(reviewWithdrawal({ ...request, by: FINANCE, decision }));
  if (!decided.accepted) throw new Error(`not decided: ${decided.refusal.code}`);
}

export const approve = (shop: Shop, request: Asked): Promise<void> =>
  review(shop, request, { kind: 'approve', second_above: PLENTY, pending: NOTHING_PENDING });

/** Types of the events of the creator's money since the request. */
export async function fateOf({ api }: Shop, { user_id }: Asked): Promise<string[]> {
  const events = await api.deps.log.readStream(balanceStream(user_id));
  return events.slice(2).map(({ type }) => type);
}

export const comesTo = (shop: Shop, request: Asked, fate: readonly string[]): Promise<void> =>
  expect.poll(() => fateOf(shop, request), { interval: 20 }).toEqual(fate);

/** Payouts that the provider has in its books, by id. */
export async function payoutsOf({ api }: Shop, { withdrawal_id }: Asked): Promise<string[]> {
  const { rows } = await api.deps.pool.query<{ payout_id: string }>(
    'SELECT payout_id FROM sandbox.payouts WHERE withdrawal_id = $1 ORDER BY payout_id',
    [withdrawal_id],
  );
  return rows.map(({ payout_id }) => payout_id.replace(withdrawal_id, 'w'));
}

/** Templates of the messages to the creator. */
export async function payoutMessagesTo({ api }: Shop, { user_id }: Asked): Promise<string[]> {
  const { rows } = await api.deps.pool.query<{ template: string }>(
    'SELECT template FROM runtime.outbox WHERE to_user = $1 ORDER BY id',
    [user_id],
  );
  return rows.map(({ template }) => template);
}
