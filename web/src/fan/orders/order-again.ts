import type { CheckedOrder } from '#services/api/contract/orders.ts';
import type { OrderSearch } from '../checkout/order-choice.ts';

/** The same choice once more, as /order/create takes it. */
export const againSearch = (order: Pick<CheckedOrder, 'plan' | 'sku_detail' | 'month'>): OrderSearch => ({
  plan_id: order.plan.plan_id,
  product_type: order.plan.product_type,
  month: order.plan.product_type === 0 ? order.month : undefined,
  sku:
    order.sku_detail.length === 0
      ? undefined
      : JSON.stringify(order.sku_detail.map(({ sku_id, count }) => ({ sku_id, count }))),
});
