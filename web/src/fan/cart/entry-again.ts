import { PRODUCT_TYPE } from '#events/status.ts';
import type { AddToCart, CartEntry } from '#services/contract/cart/calls.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';

/** The content of an order, as cart entries. Lines of a bundle cover all of its bundles together. */
export function entryOfOrder({ plan, sku_detail, month, bundle_count }: CheckedOrder): AddToCart {
  const { plan_id, product_type } = plan;
  if (product_type === PRODUCT_TYPE.sponsorship) return { plan_id, ...(month > 0 && { month }) };
  if (product_type === PRODUCT_TYPE.bundle) return { plan_id, bundle_count };
  const inOne = (count: number): number => (bundle_count > 0 ? count / bundle_count : count);
  const sku = sku_detail.map(({ sku_id, count }) => ({ sku_id, count: inOne(count) }));
  return { plan_id, sku, ...(bundle_count > 0 && { bundle_count }) };
}

/** A removed entry, to be added again. Lines of a bundle are the contents of one. */
export function entryOfRemoved(entry: CartEntry): AddToCart {
  const { plan, sku, month, bundle_count, remark, custom_order_id, affiliate_code } = entry;
  const { plan_id, product_type } = plan;
  const note = {
    ...(remark !== '' && { remark }),
    ...(custom_order_id !== '' && { custom_order_id }),
    ...(affiliate_code !== '' && { affiliate_code }),
  };
  if (product_type === PRODUCT_TYPE.sponsorship) return { plan_id, ...(month > 0 && { month }), ...note };
  if (product_type === PRODUCT_TYPE.bundle) return { plan_id, bundle_count, ...note };
  const lines = sku.map(({ sku_id, count }) => ({ sku_id, count }));
  return { plan_id, sku: lines, ...(bundle_count > 0 && { bundle_count }), ...note };
}
