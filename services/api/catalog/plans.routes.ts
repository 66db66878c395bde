import type { FastifyRequest } from 'fastify';
import { asPlanId, type PlanId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { changePlanStatus } from '#services/commerce/catalog/change-plan-status.ts';
import { type EditPlan, editPlan } from '#services/commerce/catalog/edit-plan.ts';
import type { OwnPlan } from '#services/commerce/catalog/own-plan.ts';
import { rankPlan } from '#services/commerce/catalog/rank-plan.ts';
import { setCanBuyHide as showToAddress } from '#services/commerce/catalog/set-can-buy-hide.ts';
import type { Command, Outcome } from '#services/commerce/engine/command.ts';
import { setSellingTerms } from '#services/commerce/prices/set-selling-terms.ts';
import { setReplyPool } from '#services/commerce/replies/set-reply-pool.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { withinQuota } from '../http/quota.ts';
import { fillsRefusal, replyFills } from '../replies/reply-lines.ts';
import { setDiscountOption } from './contract/edit-plan.ts';
import {
  savePlan,
  deletePlan,
  editPlanRank,
  hidePlan,
  setCanBuyHide,
  showPlan,
} from './contract/plans.ts';
import { lackingBundles } from './lacking-bundles.ts';
import { ownPlan } from './own-plan.ts';
import { planAnswerOf } from './plan-answer.ts';
import { offerRights, planEdit } from './plan-form.ts';

/** A creator's changes of offers. Answers are built from the streams, so they are exact at once. */
export const planRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'catalog');
  const { accounts, committer } = deps;

  const whereRoom = <Made>({ creator_id, may_create }: EditPlan, save: () => Promise<Made>) =>
    may_create ? withinQuota(deps, { kind: 'plans', creator: creator_id }, save) : save();

  async function edited(
    request: FastifyRequest,
    plan_id: PlanId,
    outcome: Outcome<unknown>,
    created = false,
  ) {
    if (!outcome.accepted) return refused(request, outcome.refusal);
    const { shown, viewer } = await ownPlan(deps, plan_id, created);
    const lacking_bundles = await lackingBundles(deps, shown);
    return ok({ plan: planAnswerOf(shown, viewer), lacking_bundles, position: outcome.position });
  }

  on(savePlan, async (request) => {
    const { user_id } = callerOf(request);
    const rights = offerRights(await accounts.rights.refresh(user_id));
    const input = planEdit(request.body, user_id, rights, request.id);
    const fills = replyFills(request.body, input);
    const refusal = fillsRefusal(fills, rights.verified);
    if (refusal) return refused(request, refusal);
    const saved = await whereRoom(input, () => committer.submit(editPlan(input)));
    if (isRefusal(saved)) return refused(request, saved);
    let outcome: Outcome<unknown> = saved;
    const created = outcome.accepted && input.may_create;
    const key = request.headers['idempotency-key'];
    for (const fill of fills) {
      if (!outcome.accepted) break;
      const whose = { creator_id: user_id, correlation_id: request.id, ...(key !== undefined && { key }) };
      outcome = await setReplyPool(deps, { ...fill, ...whose });
    }
    return edited(request, input.plan_id, outcome, created);
  });

  /** A call about one plan that answers with the plan as it then is. */
  const change = <Result>(
    request: FastifyRequest,
    plan: string,
    command: (of: OwnPlan) => Command<Result>,
  ) => {
    const plan_id = asPlanId(plan);
    const of = { plan_id, creator_id: callerOf(request).user_id, correlation_id: request.id };
    return committer.submit(command(of)).then((outcome) => edited(request, plan_id, outcome));
  };

  for (const [call, status] of [
    [showPlan, PLAN_STATUS.normal],
    [hidePlan, PLAN_STATUS.hidden],
    [deletePlan, PLAN_STATUS.deleted],
  ] as const) {
    on(call, (request) => change(request, request.body.plan_id, (of) => changePlanStatus({ ...of, status })));
  }

  on(editPlanRank, (request) => {
    const { plan_id, rank } = request.body;
    return change(request, plan_id, (of) => rankPlan({ ...of, rank }));
  });

  on(setCanBuyHide, (request) => {
    const { plan_id, status } = request.body;
    return change(request, plan_id, (of) => showToAddress({ ...of, can_buy_hide: status }));
  });

  on(setDiscountOption, async (request) => {
    const discount_option = request.body.status ? 1 : 0;
    const creator_id = callerOf(request).user_id;
    const command = setSellingTerms({ creator_id, discount_option, correlation_id: request.id });
    const outcome = await committer.submit(command);
    if (!outcome.accepted) return refused(request, outcome.refusal);
    return ok({ discount_option, position: outcome.position });
  });
};
