import type { SkuOffer } from '#events/catalog.ts';
import type { PlanId, UserId } from '#events/ids.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import type { States } from '../engine/command.ts';
import { stockKind } from '../stock/stock.ts';
import type { SkuEdit } from './offer-form.ts';
import { type OfferedPlan, planKind, skuOf } from './plan.ts';
import type { StoredSku } from './text-digests.ts';

/** Whether a SKU is one of the plan's own, rather than goods of another plan. */
const isOwn = (plan: OfferedPlan | null, sku_id: string): boolean =>
  plan !== null && skuOf(plan, sku_id)?.of_plan === null;

/** Streams that lead to the parts: the stock of a part names its plan. */
export const partStreams = (skus: readonly SkuEdit[]): string[] => [
  ...new Set(skus.map(({ offer }) => stockStream(offer.sku_id))),
];

/** Plans of the goods in the bundle, once their stock is loaded. */
export function sourceStreams(states: States, plan_id: PlanId, skus: readonly SkuEdit[]): string[] {
  const plans = skus.flatMap(({ offer, is_new }) => {
    const of = is_new ? null : states.get(stockKind, stockStream(offer.sku_id)).plan_id;
    return of === null || of === plan_id ? [] : [planStream(of)];
  });
  return [...new Set(plans)];
}

/** The SKU where it comes from; undefined unless it is offered by goods of this creator. */
function sourceOf(states: States, creator_id: UserId, { offer }: SkuEdit) {
  const of = states.get(stockKind, stockStream(offer.sku_id)).plan_id;
  const source = of === null ? undefined : states.get(planKind, planStream(of));
  if (source === undefined || source.phase === 'none' || source.creator_id !== creator_id) return undefined;
  if (source.offer.product_type !== PRODUCT_TYPE.goods || source.status === PLAN_STATUS.deleted)
    return undefined;
  const sku = skuOf(source, offer.sku_id);
  return sku && { sku, plan_id: source.plan_id };
}

/**
 * The values that a bundle copies from goods: name, price, picture, and the places of buyers' texts; rank and limit
 * are its own.
 */
const partOf = (part: SkuOffer, { version, ...goods }: StoredSku, of_plan: PlanId): SkuOffer => ({
  ...goods,
  reply: { ...goods.reply, content: '' },
  purchased_rich_text: '',
  attachment: '',
  of_plan,
  of_version: version,
  rank: part.rank,
  purchase_limit: part.purchase_limit,
  vip_price: null,
  time_limit_price: null,
});

/**
 * The SKUs of a bundle with their parts copied from the goods they come from. One that is neither new, nor the
 * bundle's own, nor on offer as goods of the creator stays unchanged and is refused as unknown.
 */
export const withParts = (
  states: States,
  plan: OfferedPlan | null,
  creator_id: UserId,
  skus: readonly SkuEdit[],
): SkuEdit[] =>
  skus.map((sku) => {
    if (sku.is_new || isOwn(plan, sku.offer.sku_id)) return sku;
    const source = sourceOf(states, creator_id, sku);
    return source ? { ...sku, offer: partOf(sku.offer, source.sku, source.plan_id) } : sku;
  });
