import type { PlanId, UserId } from '#events/ids.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import type { OfferOrigin, SkuEdit } from './offer-form.ts';
import { smallestPrice } from './offer-prices.ts';
import { skuErrors } from './offer-rules.ts';
import { skuTextErrors } from './offer-texts.ts';
import { type OfferedPlan, planKind } from './plan.ts';
import { offerTextBytes, skuTextBytes } from './plan-texts.ts';
import { skuChanges, stockStreamsOf } from './sku-edits.ts';

export interface OfferSkus {
  creator_id: UserId;
  plan_id: PlanId;
  /** Added, or revised when they are there; the plan's other SKUs stay as they are. */
  skus: readonly SkuEdit[];
  origin: OfferOrigin;
}

/** More SKUs, or more text, than one plan may have. */
function grownTooLarge(plan: OfferedPlan, skus: readonly SkuEdit[]): Refusal | null {
  const named = new Set<string>(skus.map(({ offer }) => offer.sku_id));
  const others = plan.skus.filter(({ sku_id }) => !named.has(sku_id));
  if (others.length + named.size > QUOTAS.skus_of_plan) {
    return badInput('sku', { key: 'too_many', max: String(QUOTAS.skus_of_plan) });
  }
  const before = others.reduce((sum, sku) => sum + skuTextBytes(sku), offerTextBytes(plan.offer));
  const [error] = skuTextErrors(skus, before);
  return error ? { code: 'bad_input', errors: [error] } : null;
}

/** Adds SKUs to goods without naming the others, for an import. Withdrawn SKUs stay withdrawn. */
export function offerSkus(input: OfferSkus): Command<{ offered: number }> {
  const { creator_id, plan_id, skus, origin } = input;
  const stream = planStream(plan_id);
  return {
    name: 'offer_skus',
    bulk: 'sku',
    actor: origin === 'import' ? `import:${creator_id}` : `user:${creator_id}`,
    streams: [stream, ...stockStreamsOf(skus)],
    decide(states) {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none' || plan.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (plan.status === PLAN_STATUS.deleted) return refuse({ code: 'plan_deleted' });
      if (plan.offer.product_type !== PRODUCT_TYPE.goods) {
        return refuse(badInput('sku', { key: 'out_of_range', min: '0', max: '0' }));
      }
      const errors = skuErrors(skus, smallestPrice(plan.offer, origin));
      if (errors.length > 0) return refuse({ code: 'bad_input', errors });
      const wanted = skus.filter(({ offer }) => !plan.withdrawn.includes(offer.sku_id));
      const refusal = grownTooLarge(plan, wanted);
      if (refusal) return refuse(refusal);
      const events = skuChanges(plan, plan_id, creator_id, wanted);
      return accept(events, { offered: events.filter(({ event }) => event.type === 'SkuOffered').length });
    },
  };
}
