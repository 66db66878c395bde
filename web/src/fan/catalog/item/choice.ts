import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { sumYuan, timesYuan } from '../../../components/wire-money.ts';
import type { OrderSearch } from '../../orders/checkout/order-choice.ts';
import { limitOfPlan, limitOfSku } from './limits.ts';
import { leftOfSku } from './stock-left.ts';

/** The chosen number of each SKU by id; missing ones are not chosen. */
export type Chosen = Readonly<Record<string, number>>;

const MAX_BUNDLES = 1_000;

const sum = (chosen: Chosen): number => Object.values(chosen).reduce((all, one) => all + one, 0);

/** The number of parts in a bundle: all, or the buyer's choice. */
export const wantedOf = (plan: Plan): number =>
  plan.bundle_sku_select_count === '' ? plan.sku.length : plan.bundle_sku_select_count;

/** How many are still to be chosen for one bundle. */
export const missingOf = (plan: Plan, chosen: Chosen): number =>
  plan.product_type === PRODUCT_TYPE.choice_bundle ? Math.max(0, wantedOf(plan) - sum(chosen)) : 0;

/** Whether one more of a SKU can be added to one bundle. */
export function canTake(plan: Plan, chosen: Chosen, sku: Sku): boolean {
  const has = chosen[sku.sku_id] ?? 0;
  if (!sku.offered || missingOf(plan, chosen) === 0 || has >= leftOfSku(sku)) return false;
  return has === 0 || plan.bundle_sku_can_repeat;
}

/** Adds or removes one of a SKU. */
export function changed(chosen: Chosen, sku_id: string, by: 1 | -1): Chosen {
  const count = (chosen[sku_id] ?? 0) + by;
  const { [sku_id]: _before, ...others } = chosen;
  return count > 0 ? { ...others, [sku_id]: count } : others;
}

/** The available part of a choice: stock changes meanwhile. */
export function stillThere(plan: Plan, chosen: Chosen): Chosen {
  const counts = plan.sku.map((sku): [string, number] => [
    sku.sku_id,
    sku.offered ? Math.min(chosen[sku.sku_id] ?? 0, leftOfSku(sku)) : 0,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The maximum bundles of one order: by its own stock, that of the parts, and the limits. */
export function mostBundles(plan: Plan, chosen: Chosen): number {
  const inOne =
    plan.product_type === PRODUCT_TYPE.choice_bundle
      ? chosen
      : Object.fromEntries(plan.sku.map((sku) => [sku.sku_id, 1]));
  const byParts = plan.sku.map((sku) => {
    const count = inOne[sku.sku_id] ?? 0;
    if (count === 0) return MAX_BUNDLES;
    const allowed = limitOfSku(plan, sku)?.purchase_limit_count ?? Number.POSITIVE_INFINITY;
    return Math.floor(Math.min(leftOfSku(sku), allowed) / count);
  });
  const own = plan.bundle_stock === '' ? MAX_BUNDLES : plan.bundle_stock;
  const limit = limitOfPlan(plan)?.purchase_limit_count ?? MAX_BUNDLES;
  return Math.max(0, Math.min(own, limit, MAX_BUNDLES, ...byParts));
}

/** The contents of one bundle bought separately; undefined while it depends on the rest of the choice. */
export function apartOf(plan: Plan, chosen: Chosen): string | undefined {
  if (plan.product_type !== PRODUCT_TYPE.choice_bundle) return plan.bundle_all_sku_price;
  const [first] = plan.sku;
  if (plan.sku.every(({ price }) => price === first?.price))
    return timesYuan(first?.price ?? '0', wantedOf(plan));
  if (missingOf(plan, chosen) > 0) return undefined;
  return sumYuan(plan.sku.map(({ sku_id, price }) => timesYuan(price, chosen[sku_id] ?? 0)));
}

const linesOf = (chosen: Chosen): string =>
  JSON.stringify(Object.entries(chosen).map(([sku_id, count]) => ({ sku_id, count })));

/** The link to /order/create; undefined while the choice is incomplete. */
export function bundleOrder(plan: Plan, chosen: Chosen, count: number): OrderSearch | undefined {
  if (!plan.can_buy || missingOf(plan, chosen) > 0 || count < 1) return undefined;
  const { plan_id, product_type } = plan;
  const order = { plan_id, product_type, bundle_count: count };
  return product_type === PRODUCT_TYPE.choice_bundle ? { ...order, sku: linesOf(chosen) } : order;
}

/** Units of one SKU of goods or tickets; undefined without stock. */
export function pieceOrder(plan: Plan, sku: Sku | undefined, count: number): OrderSearch | undefined {
  if (!plan.can_buy || sku === undefined || leftOfSku(sku) === 0 || count < 1) return undefined;
  const { plan_id, product_type } = plan;
  return { plan_id, product_type, sku: linesOf({ [sku.sku_id]: count }) };
}
