import { isDeepStrictEqual } from 'node:util';
import type { PlanId, UserId } from '#events/ids.ts';
import type { PlanStatus } from '#events/plan.ts';
import { planStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse } from './command.ts';
import { type OfferForm, type OfferOrigin, offerErrors, offerOf } from './offer-rules.ts';
import { type OfferedPlan, PLAN_DELETED, PLAN_NORMAL } from './plan.ts';
import { badInput, type Refusal } from './refusal.ts';
import { type SkuEdit, skuChanges, stockStreamsOf, unknownSkus } from './sku-edits.ts';

export interface EditPlan {
  creator_id: UserId;
  plan_id: PlanId;
  /** The id was drawn or derived by the caller: the plan is created when it is not there. */
  may_create: boolean;
  /** Status of a plan that is created now; normal unless given. */
  initial_status?: PlanStatus;
  offer: OfferForm;
  /** All the plan's SKUs: those not among them are withdrawn. */
  skus: readonly SkuEdit[];
  origin: OfferOrigin;
  correlation_id?: string;
}

export interface EditedPlan {
  plan_id: PlanId;
  created: boolean;
  /** False when everything was as asked already. */
  changed: boolean;
}

/** Why this creator cannot edit this plan, if so. Another's plan is as if it did not exist. */
function notEditable(plan: OfferedPlan | null, input: EditPlan): Refusal | null {
  if (plan === null) return input.may_create ? null : { code: 'not_found' };
  if (plan.creator_id !== input.creator_id) return { code: 'not_found' };
  if (plan.status === PLAN_DELETED) return { code: 'plan_deleted' };
  const type = plan.offer.product_type;
  if (type !== input.offer.product_type) {
    return badInput('product_type', { key: 'out_of_range', min: String(type), max: String(type) });
  }
  return null;
}

function planChanges(plan: OfferedPlan | null, input: EditPlan): Decided['event'][] {
  const { plan_id, creator_id, initial_status } = input;
  const offer = offerOf(input.offer, input.skus, plan?.offer ?? null);
  if (plan !== null) {
    return isDeepStrictEqual(plan.offer, offer) ? [] : [{ type: 'PlanRevised', data: { plan_id, offer } }];
  }
  const created = { type: 'PlanCreated' as const, data: { plan_id, creator_id, offer } };
  if (initial_status === undefined || initial_status === PLAN_NORMAL) return [created];
  return [created, { type: 'PlanStatusChanged', data: { plan_id, status: initial_status } }];
}

function withdrawals(plan: OfferedPlan | null, { plan_id, skus }: EditPlan): Decided['event'][] {
  const kept = new Set<string>(skus.map(({ offer }) => offer.sku_id));
  return (plan?.skus ?? [])
    .filter(({ sku_id }) => !kept.has(sku_id))
    .map(({ sku_id }) => ({ type: 'SkuWithdrawn', data: { plan_id, sku_id } }));
}

/**
 * Creates or revises a plan with all its SKUs; writes differences only. Refuses another's plan
 * (not_found), a deleted one, a change of product type, and fields by name: prices below the minimum,
 * goods without a SKU, unknown SKUs.
 */
export function editPlan(input: EditPlan): Command<EditedPlan> {
  const { creator_id, plan_id, skus } = input;
  const stream = planStream(plan_id);
  return {
    name: 'edit_plan',
    actor: input.origin === 'import' ? `import:${creator_id}` : `user:${creator_id}`,
    correlation_id: input.correlation_id,
    streams: [stream, ...stockStreamsOf(skus)],
    decide(states) {
      const state = states.get('plan', stream);
      const plan = state.phase === 'none' ? null : state;
      const refusal = notEditable(plan, input);
      if (refusal) return refuse(refusal);
      const errors = [...offerErrors(input.offer, skus, input.origin), ...unknownSkus(plan, skus)];
      if (errors.length > 0) return refuse({ code: 'bad_input', errors });
      const events = [
        ...planChanges(plan, input).map((event): Decided => ({ stream, creator_id, event })),
        ...skuChanges(plan, plan_id, creator_id, skus),
        ...withdrawals(plan, input).map((event): Decided => ({ stream, creator_id, event })),
      ];
      return accept(events, { plan_id, created: plan === null, changed: events.length > 0 });
    },
  };
}
