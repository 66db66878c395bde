import { isDeepStrictEqual } from 'node:util';
import type { PlanOffer } from '#events/catalog.ts';
import type { PlanId, UserId } from '#events/ids.ts';
import { isBundle, PLAN_STATUS, type PlanStatus } from '#events/status.ts';
import { accountStream, bundleStream, planStream } from '#events/stream-names.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../accounts/is-closed.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { partStreams, sourceStreams, withParts } from './bundle-parts.ts';
import { offerOf, tidied, tidiedSkus } from './offer.ts';
import type { OfferForm, OfferOrigin, OfferRights, SkuEdit } from './offer-form.ts';
import { namedStreams, offerErrors } from './offer-rules.ts';
import { type OfferedPlan, planKind } from './plan.ts';
import { type ForHolders, recallOf } from './removed-tickets.ts';
import { skuChanges, stockStreamsOf, unknownSkus } from './sku-edits.ts';
import { storedOffer } from './text-digests.ts';

export interface EditPlan {
  creator_id: UserId;
  plan_id: PlanId;
  /** The id was drawn or derived by the caller: the plan is created when it is not there. */
  may_create: boolean;
  /** Status of a new plan; default: normal. */
  initial_status?: PlanStatus;
  offer: OfferForm;
  /** All the plan's SKUs: those not among them are withdrawn. */
  skus: readonly SkuEdit[];
  /** Bundles on sale when the bundle is made, null unlimited; not read for one that is there already. */
  bundle_stock?: number | null | undefined;
  origin: OfferOrigin;
  rights: OfferRights;
  /** For holders of valid tickets of removed rounds and options; default: inform. */
  holders?: ForHolders | undefined;
}

export interface EditedPlan {
  plan_id: PlanId;
  created: boolean;
  /** False when nothing changed. */
  changed: boolean;
}

/** Why this creator cannot edit this plan, if so. Another's plan is as if it did not exist. */
function notEditable(plan: OfferedPlan | null, input: EditPlan): Refusal | null {
  if (plan === null) return input.may_create ? null : { code: 'not_found' };
  if (plan.creator_id !== input.creator_id) return { code: 'not_found' };
  if (plan.status === PLAN_STATUS.deleted) return { code: 'plan_deleted' };
  const type = plan.offer.product_type;
  if (type !== input.offer.product_type) {
    return badInput('product_type', { key: 'out_of_range', min: String(type), max: String(type) });
  }
  return null;
}

/** A form names all SKUs; of a plan with more than fit into it, those left out would be withdrawn. */
function cutByForm(plan: OfferedPlan | null, { skus }: EditPlan): Refusal | null {
  const most = QUOTAS.skus_of_form;
  const cut = plan !== null && plan.skus.length > most && skus.length < plan.skus.length;
  return cut ? badInput('sku', { key: 'too_many', max: String(most) }) : null;
}

function planChanges(plan: OfferedPlan | null, input: EditPlan, offer: PlanOffer): Decided['event'][] {
  const { plan_id, creator_id, initial_status } = input;
  if (plan !== null) {
    return isDeepStrictEqual(plan.offer, storedOffer(offer))
      ? []
      : [{ type: 'PlanRevised', data: { plan_id, offer } }];
  }
  const created = { type: 'PlanCreated' as const, data: { plan_id, creator_id, offer } };
  if (initial_status === undefined || initial_status === PLAN_STATUS.normal) return [created];
  return [created, { type: 'PlanStatusChanged', data: { plan_id, status: initial_status } }];
}

function withdrawals(plan: OfferedPlan | null, { plan_id, skus }: EditPlan): Decided['event'][] {
  const remainingIds = new Set<string>(skus.map(({ offer }) => offer.sku_id));
  return (plan?.skus ?? [])
    .filter(({ sku_id }) => !remainingIds.has(sku_id))
    .map(({ sku_id }) => ({ type: 'SkuWithdrawn', data: { plan_id, sku_id } }));
}

/** The initial number of bundles. */
function firstStock(plan: OfferedPlan | null, input: EditPlan): Decided[] {
  const { plan_id, creator_id, bundle_stock: stock = null } = input;
  if (plan !== null || stock === null || !isBundle(input.offer.product_type)) return [];
  const event = { type: 'BundleStockSet' as const, data: { plan_id, stock } };
  return [{ stream: bundleStream(plan_id), creator_id, event }];
}

/**
 * Creates or changes a plan with all its SKUs; writes differences only. Refuses another's plan and a closed account
 * (not_found), a deleted plan, a change of product type, and by field all rules of offers (docs/domain/catalog.md). A
 * bundle's parts are named by their ids as goods.
 */
export function editPlan(input: EditPlan): Command<EditedPlan> {
  const { creator_id, plan_id, skus, origin, rights } = input;
  const stream = planStream(plan_id);
  const bundle = isBundle(input.offer.product_type);
  return {
    name: 'edit_plan',
    bulk: 'sku',
    actor: origin === 'import' ? `import:${creator_id}` : `user:${creator_id}`,
    streams: [
      stream,
      accountStream(creator_id),
      ...namedStreams(input.offer),
      ...(bundle ? [bundleStream(plan_id), ...partStreams(skus)] : stockStreamsOf(skus)),
    ],
    furtherStreams: (states) => (bundle ? sourceStreams(states, plan_id, skus) : []),
    decide(states) {
      const state = states.get(planKind, stream);
      const plan = state.phase === 'none' ? null : state;
      if (isClosed(states, creator_id)) return refuse({ code: 'not_found' });
      const refusal = notEditable(plan, input) ?? cutByForm(plan, input);
      if (refusal) return refuse(refusal);
      const before = plan?.offer ?? null;
      const form = tidied(input.offer);
      const requestedSkus = bundle ? withParts(states, plan, creator_id, skus) : skus;
      const known = tidiedSkus(form, requestedSkus, before);
      const unknown = unknownSkus(plan, known);
      if (unknown.length > 0) return refuse({ code: 'bad_input', errors: unknown });
      const errors = offerErrors(states, { form, skus: known, origin, rights, plan, creator_id });
      if (errors.length > 0) return refuse({ code: 'bad_input', errors });
      const own = (event: Decided['event']): Decided => ({ stream, creator_id, event });
      const revised = planChanges(plan, input, offerOf(plan_id, form, known, before));
      const withdrawn = withdrawals(plan, input);
      const recalled = plan === null ? [] : recallOf(plan, [...revised, ...withdrawn], input.holders);
      const events = [
        ...revised.map(own),
        ...skuChanges(plan, plan_id, creator_id, known),
        ...[...withdrawn, ...recalled].map(own),
        ...firstStock(plan, input),
      ];
      return accept(events, { plan_id, created: plan === null, changed: events.length > 0 });
    },
  };
}
