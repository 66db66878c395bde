import { asUserId, type UserId } from '#events/ids.ts';
import { whoseWithdrawal } from '#read-models/withdrawals/queries.ts';
import { closeDispute } from '#services/commerce/withdrawals/close-dispute.ts';
import {
  reviewWithdrawal,
  type WithdrawalDecision,
} from '#services/commerce/withdrawals/review-withdrawal.ts';
import {
  approveWithdrawal,
  closePayoutDispute,
  rejectWithdrawal,
  retryWithdrawal,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { paysCreators } from '#services/modules/withdrawals/payouts/provider.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { pendingSnapshot } from './pending-snapshot.ts';

const nowhere = { accepted: false as const, refusal: { code: 'not_found' as const } };
const unpaid = { accepted: false as const, refusal: { code: 'no_payouts' as const } };

/** Finance's decisions on withdrawals; each is an event with actor and reason. */
export const reviewWithdrawalRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'withdrawals');
  const { pool, committer } = deps;
  const { payoutSecondApproval: second_above } = deps.config;

  async function ownerOf(id: string): Promise<UserId | undefined> {
    const [found] = (await whoseWithdrawal(pool, { withdrawal_id: id })).rows;
    return found && asUserId(found.user_id);
  }

  async function review(id: string, { user_id: by }: Caller, kind: WithdrawalDecision['kind'], note: string) {
    const user_id = await ownerOf(id);
    if (user_id === undefined) return nowhere;
    // An approved one cannot be rejected any more.
    if (kind !== 'reject' && !paysCreators(deps.config)) return unpaid;
    const reason = note.trim();
    const decision: WithdrawalDecision =
      kind === 'reject'
        ? { kind, reason }
        : { kind, second_above, pending: await pendingSnapshot(pool, user_id), reason };
    return committer.submit(reviewWithdrawal({ user_id, withdrawal_id: id, by, decision }));
  }

  on(approveWithdrawal, async ({ body, params: { id }, caller }) => {
    const outcome = await review(id, caller, 'approve', body.reason);
    if (!outcome.accepted) return outcome.refusal;
    return { order_id: id, ...outcome.result, position: outcome.position };
  });

  on(rejectWithdrawal, async ({ body, params: { id }, caller }) => {
    const outcome = await review(id, caller, 'reject', body.reason);
    if (!outcome.accepted) return outcome.refusal;
    return { order_id: id, ...outcome.result, position: outcome.position };
  });

  on(closePayoutDispute, async ({ body, params: { id }, caller }) => {
    const { number, outcome, reason } = body;
    const user_id = await ownerOf(id);
    if (user_id === undefined) return nowhere.refusal;
    const pending = await pendingSnapshot(pool, user_id);
    const of = { user_id, withdrawal_id: id, number, by: caller.user_id, second_above, pending };
    const decision = { reached: outcome === 'reached', reason: reason.trim() };
    const closed = await committer.submit(closeDispute({ ...of, ...decision }));
    if (!closed.accepted) return closed.refusal;
    return { order_id: id, ...closed.result, position: closed.position };
  });

  on(retryWithdrawal, async ({ body, params: { id }, caller }) => {
    const outcome = await review(id, caller, 'retry', body.reason);
    if (!outcome.accepted) return outcome.refusal;
    return { order_id: id, ...outcome.result, position: outcome.position };
  });
};
