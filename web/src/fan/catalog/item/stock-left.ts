import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';

/** Units left of one SKU; Infinity when its stock is unlimited, none of a round that has begun. */
export function leftOfSku({ stock, ticket_round_is_over }: Sku): number {
  if (ticket_round_is_over) return 0;
  return stock === '' ? Number.POSITIVE_INFINITY : stock;
}

/** Units left of a product over all SKUs; Infinity when any of them is unlimited. */
const leftOf = (plan: Plan): number => plan.sku.reduce((sum, sku) => sum + leftOfSku(sku), 0);

/** How many can still be bought: units of a product; bundles, as far as their own stock and their parts last. */
export function leftOfOffer(plan: Plan): number {
  if (plan.bundle_sku_count === 0) return leftOf(plan);
  const own = plan.bundle_stock === '' ? Number.POSITIVE_INFINITY : plan.bundle_stock;
  return plan.product_type === PRODUCT_TYPE.bundle ? Math.min(own, ...plan.sku.map(leftOfSku)) : own;
}
