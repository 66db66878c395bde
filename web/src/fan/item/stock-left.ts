import type { Plan, Sku } from '#services/api/contract/plans.ts';

/** Units left of one SKU; Infinity when its stock is unlimited. */
export const leftOfSku = (sku: Sku): number => (sku.stock === '' ? Number.POSITIVE_INFINITY : sku.stock);

/** Units left of a product over all SKUs; Infinity when any of them is unlimited. */
export const leftOf = (plan: Plan): number => plan.sku.reduce((sum, sku) => sum + leftOfSku(sku), 0);
