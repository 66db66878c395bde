import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { bundleStream, planStream, stockStream } from '#events/stream-names.ts';
import type { CatalogPlan, CatalogSku } from '#read-models/catalog/queries.ts';
import { type OfferedPlan, planKind, skuOf } from '#services/commerce/catalog/plan.ts';
import type { States } from '#services/commerce/engine/command.ts';
import { bundleKind, bundlesLeft } from '#services/commerce/stock/bundle.ts';
import { stockKind, unitsLeft } from '#services/commerce/stock/stock.ts';

/** The streams with all data of a plan, except its counts of sales. */
export const exactStreams = (plan: OfferedPlan): string[] => [
  planStream(plan.plan_id),
  bundleStream(plan.plan_id),
  ...plan.skus.map(({ sku_id }) => stockStream(sku_id)),
  ...plan.skus.flatMap(({ of_plan }) => (of_plan === null ? [] : [planStream(of_plan)])),
  ...(plan.offer.vip ? [planStream(plan.offer.vip.plan_id)] : []),
];

function exactSku(states: States, sku: SkuOffer): CatalogSku {
  const stock = states.get(stockKind, stockStream(sku.sku_id));
  const { held, sold } = stock;
  const source = sku.of_plan === null ? undefined : states.get(planKind, planStream(sku.of_plan));
  const goods = source?.phase === 'offered' ? source : undefined;
  const isListed =
    goods !== undefined && goods.status !== PLAN_STATUS.deleted && skuOf(goods, sku.sku_id) !== undefined;
  return {
    ...sku,
    stock: stock.stock,
    held,
    sold,
    left: unitsLeft(stock),
    plan_name: goods?.offer.name ?? null,
    plan_pic: goods?.offer.pic ?? null,
    offered: sku.of_plan === null || isListed,
  };
}

/**
 * A plan from its own streams, so exact without a delay.
 * @param states must hold the streams of `exactStreams`
 * @param sold the offer and its SKUs, with their texts or without
 * @param sold_count which no stream counts
 */
export function exactPlan(
  states: States,
  plan: OfferedPlan,
  sold: { offer: PlanOffer; skus: readonly SkuOffer[] },
  sold_count: number,
): CatalogPlan {
  const bundles = states.get(bundleKind, bundleStream(plan.plan_id));
  const members = plan.offer.vip ? states.get(planKind, planStream(plan.offer.vip.plan_id)) : undefined;
  const skus = sold.skus.toSorted((one, other) => other.rank - one.rank).map((sku) => exactSku(states, sku));
  return {
    plan_id: plan.plan_id,
    creator_id: plan.creator_id,
    status: plan.status,
    version: states.versionOf(planStream(plan.plan_id)),
    update_time: Math.floor(plan.updated_at / 1000),
    offer: sold.offer,
    skus,
    sku_count: skus.length,
    facts: skus,
    vip_plan_name: members?.phase === 'offered' ? members.offer.name : null,
    bundle: plan.offer.bundle ? { ...bundles, left: bundlesLeft(bundles) } : null,
    sold_count,
  };
}
