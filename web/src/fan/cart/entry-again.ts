import type { AddToCart, CartEntry } from '#services/api/cart/contract.ts';
import type { CheckedOrder } from '#services/api/orders/contract/orders.ts';

const SPONSORSHIP = 0;
const ALL_OF_IT = 2;

/** What an order was for, as it is put into the cart. Lines of a bundle say what is in all of them together. */
export function entryAgain({ plan, sku_detail, month, bundle_count }: CheckedOrder): AddToCart {
  const { plan_id, product_type } = plan;
  if (product_type === SPONSORSHIP) return { plan_id, ...(month > 0 && { month }) };
  if (product_type === ALL_OF_IT) return { plan_id, bundle_count };
  const inOne = (count: number): number => (bundle_count > 0 ? count / bundle_count : count);
  const sku = sku_detail.map(({ sku_id, count }) => ({ sku_id, count: inOne(count) }));
  return { plan_id, sku, ...(bundle_count > 0 && { bundle_count }) };
}

/** What was taken out of the cart, as it is put in again. Lines of a bundle say what one of them holds. */
export function entryBack({ plan, sku, month, bundle_count, remark }: CartEntry): AddToCart {
  const { plan_id, product_type } = plan;
  const said = remark === '' ? {} : { remark };
  if (product_type === SPONSORSHIP) return { plan_id, ...(month > 0 && { month }), ...said };
  if (product_type === ALL_OF_IT) return { plan_id, bundle_count, ...said };
  const lines = sku.map(({ sku_id, count }) => ({ sku_id, count }));
  return { plan_id, sku: lines, ...(bundle_count > 0 && { bundle_count }), ...said };
}
