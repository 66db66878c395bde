import { isDeepStrictEqual } from 'node:util';
import type { PlanId, UserId } from '#events/ids.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import type { Decided } from '../engine/command.ts';
import type { SkuEdit } from './offer-form.ts';
import { type OfferedPlan, skuOf } from './plan.ts';
import { storedSku } from './text-digests.ts';

/** Streams that an edit of SKUs writes, except the plan's. */
export const stockStreamsOf = (skus: readonly SkuEdit[]): string[] => [
  ...new Set(skus.filter(({ is_new }) => is_new).map(({ offer }) => stockStream(offer.sku_id))),
];

/** SKUs named as existing that the plan does not have, or that were withdrawn. Goods in a bundle can be added again. */
export function unknownSkus(plan: OfferedPlan | null, skus: readonly SkuEdit[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { offer, is_new }] of skus.entries()) {
    if (offer.of_plan !== null) continue;
    const known = plan === null ? undefined : skuOf(plan, offer.sku_id);
    const gone = plan?.withdrawn.includes(offer.sku_id) ?? false;
    if (!gone && (is_new || known?.of_plan === null)) continue;
    // Goods that the bundle holds already, but that their own plan no longer offers.
    const key = known !== undefined && known.of_plan !== null ? 'not_on_sale' : 'unknown';
    errors.push({ field: `sku.${index}.sku_id`, message: { key } });
  }
  return errors;
}

/** Events that change a plan's SKUs to the requested ones: differences only. */
export function skuChanges(
  plan: OfferedPlan | null,
  plan_id: PlanId,
  creator_id: UserId,
  skus: readonly SkuEdit[],
): Decided[] {
  const stream = planStream(plan_id);
  return skus.flatMap(({ offer: sku, stock }): Decided[] => {
    const before = plan === null ? undefined : skuOf(plan, sku.sku_id);
    if (before !== undefined && isDeepStrictEqual(before, storedSku(sku, before.version))) return [];
    const offered: Decided = { stream, creator_id, event: { type: 'SkuOffered', data: { plan_id, sku } } };
    // Goods in a bundle keep the stock that they have as goods.
    if (before !== undefined || sku.of_plan !== null) return [offered];
    const data = { sku_id: sku.sku_id, plan_id, stock };
    return [offered, { stream: stockStream(sku.sku_id), creator_id, event: { type: 'StockSet', data } }];
  });
}
