import { asUserId, type UserId } from '#events/ids.ts';
import { balanceStream } from '#events/stream-names.ts';
import { whoseWithdrawal, withdrawalsListed } from '#read-models/withdrawals/queries.ts';
import { payeeOf } from '#services/accounts/withdraw-methods.ts';
import { type WithdrawalState, withdrawalOf } from '#services/commerce/balance.ts';
import { type Judgement, judgeWithdrawal } from '#services/commerce/judge-withdrawal.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { type Caller, callerOf } from '../caller.ts';
import { caughtUp } from '../caught-up.ts';
import {
  confirmWithdrawal,
  judgedWithdrawal,
  payeeAnswer,
  payeeQuery,
  rejectWithdrawal,
  withdrawalParams,
  withdrawalsAnswer,
  withdrawalsQuery,
} from '../contract/finance-withdrawals.ts';
import { disputesAnswer, recordAnswer } from '../withdrawal-answer.ts';

const tags = ['Finance'];
const config = { access: 'finance' } as const;

/** What finance sees and says of withdrawals. How each stands is exact: read from the stream that decides. */
export const financeWithdrawalRoutes: Area = (deps) => async (app) => {
  const { pool, committer, directory, vault } = deps;
  const { payoutSecondApproval: second_above } = deps.config;

  async function statesOf(whose: readonly { withdrawal_id: string; user_id: string }[]) {
    const streams = [...new Set(whose.map(({ user_id }) => balanceStream(asUserId(user_id))))];
    return committer.read(streams, (states) =>
      whose.flatMap(({ withdrawal_id, user_id }) => {
        const stream = balanceStream(asUserId(user_id));
        const one = withdrawalOf(states.get('balance', stream), withdrawal_id);
        return one ? [{ user_id, one }] : [];
      }),
    );
  }

  async function found(id: string): Promise<{ user_id: UserId; one: WithdrawalState } | undefined> {
    const { rows } = await whoseWithdrawal(pool, id);
    const [state] = await statesOf(rows);
    return state && { user_id: asUserId(state.user_id), one: state.one };
  }

  app.get(
    '/api/finance/withdrawals',
    { config, schema: { querystring: withdrawalsQuery, response: answers(withdrawalsAnswer), tags } },
    async (request) => {
      const { status, page, per_page, min_position } = request.query;
      const { language } = callerOf(request);
      await caughtUp(deps, min_position, 'withdrawals');
      const offset = (page - 1) * per_page;
      const statuses = status === undefined ? null : [status];
      const { rows, as_of } = await withdrawalsListed(pool, statuses, { limit: per_page, offset });
      const [listed] = rows;
      if (!listed) throw new Error('asking for withdrawals gave no row');
      const states = await statesOf(listed.list);
      const people = states.flatMap(({ user_id, one }) => [user_id, ...one.approvals]);
      const names = await directory.usersByIds([...new Set(people)].map(asUserId));
      const nameOf = (user: string): string => names.get(asUserId(user))?.name ?? '';
      return ok({
        list: states.map(({ user_id, one }) => ({
          ...recordAnswer(one, language),
          user_id,
          name: nameOf(user_id),
          approvals: one.approvals.map((by) => ({ user_id: by, name: nameOf(by) })),
          needs_second: one.amount > second_above,
          unknown: one.status === 8 && one.payout?.unknown === true,
          disputed: one.disputes.length > 0,
          disputes: disputesAnswer(one, language),
        })),
        has_more: offset + listed.list.length < listed.total_count,
        total_count: listed.total_count,
        as_of,
      });
    },
  );

  app.get(
    '/api/finance/withdrawals/:id/payee',
    {
      config,
      schema: {
        params: withdrawalParams,
        querystring: payeeQuery,
        response: answers(payeeAnswer),
        tags,
      },
    },
    async (request) => {
      const withdrawal = await found(request.params.id);
      if (!withdrawal) return refused(request, { code: 'not_found' });
      const { method_ref, withdrawal_id } = withdrawal.one;
      const texts = await vault.readAsStaff(callerOf(request).user_id, [method_ref], request.query.reason);
      const text = texts.get(method_ref);
      return ok({ order_id: withdrawal_id, payee: text === undefined ? {} : { ...payeeOf(text) } });
    },
  );

  async function judge(id: string, { user_id: by }: Caller, judgement: Judgement, correlation_id: string) {
    const withdrawal = await found(id);
    if (!withdrawal) return { accepted: false as const, refusal: { code: 'not_found' as const } };
    const { user_id } = withdrawal;
    return committer.submit(judgeWithdrawal({ user_id, withdrawal_id: id, by, judgement, correlation_id }));
  }

  app.post(
    '/api/finance/withdrawals/:id/approve',
    {
      config,
      schema: {
        params: withdrawalParams,
        body: confirmWithdrawal,
        response: answers(judgedWithdrawal),
        tags,
      },
    },
    async (request) => {
      const { id } = request.params;
      const judgement = { kind: 'approve', second_above } as const;
      const outcome = await judge(id, callerOf(request), judgement, request.id);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ order_id: id, ...outcome.result, position: outcome.position });
    },
  );

  app.post(
    '/api/finance/withdrawals/:id/reject',
    {
      config,
      schema: {
        params: withdrawalParams,
        body: rejectWithdrawal,
        response: answers(judgedWithdrawal),
        tags,
      },
    },
    async (request) => {
      const { id } = request.params;
      const judgement = { kind: 'reject', reason: request.body.reason.trim() } as const;
      const outcome = await judge(id, callerOf(request), judgement, request.id);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ order_id: id, ...outcome.result, position: outcome.position });
    },
  );

  app.post(
    '/api/finance/withdrawals/:id/retry',
    {
      config,
      schema: {
        params: withdrawalParams,
        body: confirmWithdrawal,
        response: answers(judgedWithdrawal),
        tags,
      },
    },
    async (request) => {
      const { id } = request.params;
      const outcome = await judge(id, callerOf(request), { kind: 'retry' }, request.id);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ order_id: id, ...outcome.result, position: outcome.position });
    },
  );
};
