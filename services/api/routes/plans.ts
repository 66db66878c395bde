import type { FastifyRequest } from 'fastify';
import { asPlanId, asSkuId, type PlanId } from '#events/ids.ts';
import type { PlanStatus } from '#events/plan.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import { plansByIds } from '#read-models/catalog/queries.ts';
import { changePlanStatus } from '#services/commerce/change-plan-status.ts';
import type { Outcome } from '#services/commerce/command.ts';
import { editPlan } from '#services/commerce/edit-plan.ts';
import { editSkuStock } from '#services/commerce/edit-sku-stock.ts';
import { PLAN_DELETED, PLAN_HIDDEN, PLAN_NORMAL, skuOf } from '#services/commerce/plan.ts';
import { rankPlan } from '#services/commerce/rank-plan.ts';
import { setSellingTerms } from '#services/commerce/set-selling-terms.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import { discountOptionAnswer, setDiscountOption } from '../contract/accounts.ts';
import {
  editedPlanAnswer,
  editedSkuAnswer,
  editPlan as editPlanBody,
  editPlanRank,
  editSkuStock as editSkuStockBody,
  type Plan,
  planId,
} from '../contract/plans.ts';
import { exactPlan, skuAnswer } from '../plan-answer.ts';
import { offerRights, planEdit } from '../plan-form.ts';

const tags = ['Plans'];

/** What a creator does with what is on sale. Answers come from the streams, so that they are exact at once. */
export const planRoutes: Area = (deps) => async (app) => {
  const { accounts, committer, pool } = deps;

  /** Paid orders of a sponsorship plan are counted by the catalogue only; a plan made just now has none. */
  async function ordersOf(plan_id: PlanId): Promise<number> {
    return (await plansByIds(pool, [plan_id])).rows[0]?.sold_count ?? 0;
  }

  async function exactly(plan_id: PlanId, created: boolean): Promise<Plan> {
    const stream = planStream(plan_id);
    const plan = await committer.read([stream], (states) => states.get('plan', stream));
    if (plan.phase === 'none') throw new Error(`plan ${plan_id} was edited but is not there`);
    const orders = created || plan.offer.product_type !== 0 ? 0 : await ordersOf(plan_id);
    const streams = [stream, ...plan.skus.map(({ sku_id }) => stockStream(sku_id))];
    return committer.read(streams, (states) => exactPlan(states, plan, orders));
  }

  async function edited(
    request: FastifyRequest,
    plan_id: PlanId,
    outcome: Outcome<unknown>,
    created = false,
  ) {
    if (!outcome.accepted) return refused(request, outcome.refusal);
    return ok({ plan: await exactly(plan_id, created), position: outcome.position });
  }

  app.post(
    '/api/creator/edit-plan',
    {
      config: { access: 'creator' },
      schema: { body: editPlanBody, response: answers(editedPlanAnswer), tags },
    },
    async (request) => {
      const { user_id } = callerOf(request);
      const rights = offerRights(await accounts.rights.refresh(user_id));
      const input = planEdit(request.body, user_id, rights, request.id);
      const outcome = await committer.submit(editPlan(input));
      return edited(request, input.plan_id, outcome, outcome.accepted && outcome.result.created);
    },
  );

  const statuses: readonly [string, PlanStatus][] = [
    ['show-plan', PLAN_NORMAL],
    ['hide-plan', PLAN_HIDDEN],
    ['delete-plan', PLAN_DELETED],
  ];
  for (const [call, status] of statuses) {
    app.post(
      `/api/creator/${call}`,
      { config: { access: 'creator' }, schema: { body: planId, response: answers(editedPlanAnswer), tags } },
      async (request) => {
        const plan_id = asPlanId(request.body.plan_id);
        const creator_id = callerOf(request).user_id;
        const command = changePlanStatus({ creator_id, plan_id, status, correlation_id: request.id });
        return edited(request, plan_id, await committer.submit(command));
      },
    );
  }

  app.post(
    '/api/creator/edit-plan-rank',
    {
      config: { access: 'creator' },
      schema: { body: editPlanRank, response: answers(editedPlanAnswer), tags },
    },
    async (request) => {
      const plan_id = asPlanId(request.body.plan_id);
      const { rank } = request.body;
      const creator_id = callerOf(request).user_id;
      const command = rankPlan({ creator_id, plan_id, rank, correlation_id: request.id });
      return edited(request, plan_id, await committer.submit(command));
    },
  );

  app.post(
    '/api/creator/edit-sku-stock',
    {
      config: { access: 'creator' },
      schema: { body: editSkuStockBody, response: answers(editedSkuAnswer), tags },
    },
    async (request) => {
      const { stock, delta } = request.body;
      const sku_id = asSkuId(request.body.sku_id);
      const change =
        delta === undefined ? { set: stock === '' || stock === undefined ? null : stock } : { by: delta };
      const creator_id = callerOf(request).user_id;
      const outcome = await committer.submit(
        editSkuStock({ creator_id, sku_id, change, correlation_id: request.id }),
      );
      if (!outcome.accepted) return refused(request, outcome.refusal);
      const stream = planStream(outcome.result.plan_id);
      const sku = await committer.read([stream], (states) => {
        const plan = states.get('plan', stream);
        return plan.phase === 'none' ? undefined : skuOf(plan, sku_id);
      });
      if (sku === undefined) return refused(request, { code: 'not_found' });
      return ok({ sku: skuAnswer(sku, outcome.result.left), position: outcome.position });
    },
  );

  app.post(
    '/api/creator/set-discount-option',
    {
      config: { access: 'creator' },
      schema: { body: setDiscountOption, response: answers(discountOptionAnswer), tags },
    },
    async (request) => {
      const discount_option = request.body.status ? 1 : 0;
      const creator_id = callerOf(request).user_id;
      const command = setSellingTerms({ creator_id, discount_option, correlation_id: request.id });
      const outcome = await committer.submit(command);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ discount_option, position: outcome.position });
    },
  );
};
