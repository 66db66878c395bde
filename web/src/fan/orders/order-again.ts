import { PRODUCT_TYPE } from '#events/status.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import type { OrderSearch } from './checkout/order-choice.ts';

/** The contents of an order. */
export type Bought = Pick<
  CheckedOrder,
  'plan' | 'sku_detail' | 'month' | 'bundle_count' | 'creator' | 'total_amount'
>;

/** The same choice for /order/create: a bundle's lines cover all of its bundles together. */
export function againSearch(order: Bought): OrderSearch {
  const { plan, sku_detail, month, bundle_count, creator, total_amount } = order;
  const { plan_id, product_type } = plan;
  if (plan_id === '') return { user_id: creator.user_id, custom_price: total_amount };
  const bundles = Math.max(1, bundle_count);
  const lines = sku_detail.map(({ sku_id, count }) => ({ sku_id, count: count / bundles }));
  return {
    plan_id,
    product_type,
    month: product_type === PRODUCT_TYPE.sponsorship ? month : undefined,
    sku: lines.length === 0 || product_type === PRODUCT_TYPE.bundle ? undefined : JSON.stringify(lines),
    bundle_count: bundle_count > 0 ? bundle_count : undefined,
  };
}
