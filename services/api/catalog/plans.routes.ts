import { asPlanId, type PlanId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import {
  changePlanStatus,
  setCanBuyHide as showToAddress,
} from '#services/commerce/catalog/change-plan-status.ts';
import { type EditPlan, editPlan } from '#services/commerce/catalog/edit-plan.ts';
import type { OwnPlan } from '#services/commerce/catalog/own-plan.ts';
import { orderPlans, rankPlan } from '#services/commerce/catalog/rank-plan.ts';
import type { Command, Outcome } from '#services/commerce/engine/command.ts';
import { setSellingTerms } from '#services/commerce/prices/set-selling-terms.ts';
import { setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import {
  deletePlan,
  editPlanOrder,
  editPlanRank,
  hidePlan,
  savePlan,
  setCanBuyHide,
  showPlan,
} from '#services/contract/catalog/plan-changes.ts';
import { quotePlan } from '#services/contract/catalog/quote-plan.ts';
import { setReplyPool } from '#services/modules/replies/set-reply-pool.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { withinQuota } from '../http/quota.ts';
import { fillsRefusal, replyFills } from '../replies/reply-lines.ts';
import { incompleteBundles } from './incomplete-bundles.ts';
import { ownPlan } from './own-plan.ts';
import { planAnswerOf, quoteAnswer } from './plan-answer.ts';
import { attachmentsRefusal, keepAttachments, savedAttachments } from './plan-attachments.ts';
import { offerRights, planEdit, pricedForm } from './plan-form.ts';
import { picturesRefusal } from './plan-pictures.ts';
import { newPlanViewer } from './plan-viewer.ts';
import { removalRefusal } from './removed-tickets.ts';

interface PlanCall {
  body: { plan_id: string };
  caller: Caller;
}

/** A creator's changes of offers. Answers are built from the streams, so they are exact. */
export const planRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'catalog');
  const { accounts, committer } = deps;

  async function whereRoom<Made>({ creator_id, may_create }: EditPlan, save: () => Promise<Made>) {
    if (!may_create) return save();
    const { special } = await accounts.rights.refresh(creator_id);
    const most = QUOTAS[special.includes('limited_plans') ? 'limited_plans' : 'plans'];
    return withinQuota(deps, { kind: 'plans', creator: creator_id, most }, save);
  }

  async function edited(plan_id: PlanId, outcome: Outcome<unknown>, created = false) {
    if (!outcome.accepted) return outcome.refusal;
    const { shown, viewer } = await ownPlan(deps, plan_id, created);
    const lacking_bundles = await incompleteBundles(deps, shown);
    return { plan: planAnswerOf(shown, viewer), lacking_bundles, position: outcome.position };
  }

  on(savePlan, async ({ body, headers, caller: { user_id } }) => {
    const strange = await picturesRefusal(deps, user_id, body);
    if (strange) return strange;
    const files = await savedAttachments(deps, body.plan_id);
    const strangeFile = await attachmentsRefusal(deps, user_id, body, files);
    if (strangeFile) return strangeFile;
    const rights = offerRights(await accounts.rights.refresh(user_id), deps.payments);
    const input = { ...planEdit(body, user_id, rights), holders: body.holders };
    const fills = replyFills(body, input);
    const refusal = fillsRefusal(fills, rights.verified);
    if (refusal) return refusal;
    const removal = await removalRefusal(deps, input, editPlan(input));
    if (removal) return removal;
    const saved = await whereRoom(input, () => committer.submit(editPlan(input)));
    if (isRefusal(saved)) return saved;
    let outcome: Outcome<unknown> = saved;
    const created = outcome.accepted && input.may_create;
    if (outcome.accepted) await keepAttachments(deps, input, files);
    const key = headers['idempotency-key'];
    for (const fill of fills) {
      if (!outcome.accepted) break;
      const whose = { creator_id: user_id, ...(key !== undefined && { key }) };
      outcome = await setReplyPool(deps, { ...fill, ...whose });
    }
    return edited(input.plan_id, outcome, created);
  });

  on(quotePlan, async ({ body }) => quoteAnswer(pricedForm(body), newPlanViewer(deps.clock.now())));

  /** A call about one plan that answers with the plan as it then is. */
  const change = async <Result>({ body, caller }: PlanCall, command: (of: OwnPlan) => Command<Result>) => {
    const plan_id = asPlanId(body.plan_id);
    const of = { plan_id, creator_id: caller.user_id };
    return edited(plan_id, await committer.submit(command(of)));
  };

  for (const [call, status] of [
    [showPlan, PLAN_STATUS.normal],
    [hidePlan, PLAN_STATUS.hidden],
  ] as const) {
    on(call, (request) => change(request, (of) => changePlanStatus({ ...of, status })));
  }

  on(deletePlan, async (request) => {
    const { body, caller } = request;
    const { holders } = body;
    const removing = (of: OwnPlan) => changePlanStatus({ ...of, status: PLAN_STATUS.deleted, holders });
    const of = { plan_id: asPlanId(body.plan_id), creator_id: caller.user_id };
    return (await removalRefusal(deps, { ...of, holders }, removing(of))) ?? change(request, removing);
  });

  on(editPlanRank, (request) => change(request, (of) => rankPlan({ ...of, rank: request.body.rank })));

  on(editPlanOrder, async ({ body, caller: { user_id: creator_id } }) => {
    const plan_ids = body.plan_ids.map(asPlanId);
    const outcome = await committer.submit(orderPlans({ creator_id, plan_ids }));
    if (!outcome.accepted) return outcome.refusal;
    return { list: outcome.result, position: outcome.position };
  });

  on(setCanBuyHide, (request) =>
    change(request, (of) => showToAddress({ ...of, can_buy_hide: request.body.status })),
  );

  on(setDiscountOption, async ({ body, caller: { user_id: creator_id } }) => {
    const discount_option = body.status ? 1 : 0;
    const command = setSellingTerms({ creator_id, discount_option });
    const outcome = await committer.submit(command);
    if (!outcome.accepted) return outcome.refusal;
    return { discount_option, position: outcome.position };
  });
};
