import { sharesOf } from '#events/fees.ts';
import { fenOf } from '#events/money.ts';
import { ORDER_STATUS } from '#events/status.ts';
import { skusNamed } from '#read-models/catalog/names.ts';
import type { ListedOrder } from '#read-models/orders/columns.ts';
import { creatorOrders, paidOrdersAfter, paidOrdersByNumber } from '#read-models/orders/creator-orders.ts';
import { rangeOf } from '../http/answer.ts';
import { NEVER_ENDS } from '../http/contract/fields.ts';
import { wire } from '../http/money.ts';
import type { Order } from '../orders/contract/order-list.ts';
import { orderAnswers } from '../orders/order-list.ts';
import type { OpenOrder } from './contract/answers.ts';
import type { OpenParams } from './contract/params.ts';
import { type OpenWork, privateId, type Runs, totals } from './work.ts';

/** The page of orders that is asked for, by the queries of the creator's own list. */
function ordersOf({ deps: { pool }, creator }: OpenWork, params: OpenParams<'query-order'>) {
  const { out_trade_no: numbers, after: position, per_page } = params;
  const of = { creator_id: creator, ...rangeOf(params) };
  if (numbers) return paidOrdersByNumber(pool, { ...of, numbers });
  if (position !== undefined)
    return paidOrdersAfter(pool, { creator_id: creator, position, limit: per_page });
  return creatorOrders(pool, { ...of, status: ORDER_STATUS.success });
}

/** Goods of a bundle's part, else the plan itself. */
const skuKey = (order: Order, sku: Order['sku_detail'][number]) => ({
  plan_id: sku.of_plan || order.plan.plan_id,
  sku_id: sku.sku_id,
});

async function skuLookup({ deps: { pool } }: OpenWork, orders: readonly Order[]) {
  const skus = orders.flatMap((order) => order.sku_detail.map((sku) => skuKey(order, sku)));
  const { rows } = skus.length > 0 ? await skusNamed(pool, skus) : { rows: [] };
  return new Map(rows.map((sku) => [sku.sku_id, sku]));
}

function membershipEnd({ membership }: Order): number {
  if (membership === null) return 0;
  return membership.back_at ?? membership.expire_time ?? NEVER_ENDS;
}

function answerOf(
  work: OpenWork,
  listed: ListedOrder,
  order: Order,
  skus: Awaited<ReturnType<typeof skuLookup>>,
): OpenOrder {
  const { payment_fee, service_fee, affiliate, net } = sharesOf(
    fenOf(listed.total_amount),
    listed.affiliate_percent,
  );
  const { plan, user, ext } = order;
  return {
    out_trade_no: order.out_trade_no,
    custom_order_id: order.custom_order_id,
    user_id: user.user_id,
    user_private_id: privateId(work, user.user_id),
    plan_id: plan.plan_id,
    plan_title: plan.name,
    title: plan.name,
    month: order.month,
    total_amount: order.total_amount,
    show_amount: order.show_amount,
    status: order.status,
    remark: order.remark,
    redeem_id: order.redeem_id,
    product_type: plan.product_type,
    discount: order.discount,
    sku_detail: order.sku_detail.map(({ sku_id, count, name }) => {
      const { pic = '', left = null } = skus.get(sku_id) ?? {};
      return { sku_id, count, name, album_id: '', pic, stock: left ?? '', post_id: '' };
    }),
    create_time: order.create_time,
    user_name: user.name,
    address_person: ext.address?.name ?? '',
    address_phone: ext.address?.phone ?? '',
    address_address: ext.address?.address ?? '',
    payment_fee: wire(payment_fee),
    service_fee: wire(service_fee),
    affiliate_fee: wire(affiliate),
    net_amount: wire(net),
    refund_state: order.refund_state,
    refunded_amount: order.refunded_amount,
    membership_end: membershipEnd(order),
    pay_time: order.paid_at ?? 0,
    position: listed.paid_position ?? 0,
  };
}

export const queryOrder: Runs['query-order'] = async (work, params) => {
  const { list, total_count } = await ordersOf(work, params);
  const orders = await orderAnswers(work.deps, list, work.creator, 'zh-CN');
  const skus = await skuLookup(work, orders);
  const answers = list.flatMap((listed, at) => {
    const order = orders[at];
    return order ? [answerOf(work, listed, order, skus)] : [];
  });
  const next_after = Math.max(params.after ?? 0, ...answers.map(({ position }) => position));
  return { list: answers, ...totals(total_count, params), next_after };
};
