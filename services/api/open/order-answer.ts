import { sharesOf } from '#events/fees.ts';
import { fenOf } from '#events/money.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { ListedOrder } from '#read-models/orders/columns.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import type { OpenOrder } from '#services/contract/open/answers.ts';
import type { Order } from '#services/contract/orders/order-list.ts';
import { wire } from '../http/money.ts';
import { type OrderParts, orderAnswers } from '../orders/order-list.ts';
import { openSku } from './open-sku.ts';
import { type CreatorWork, privateId } from './private-id.ts';

/** A creator whose orders are shown to a program. */
export type OrderWork = CreatorWork<OrderParts>;

function membershipEnd({ membership }: Order): number {
  if (membership === null) return 0;
  return membership.back_at ?? membership.expire_time ?? NEVER_ENDS;
}

function answerOf(work: OrderWork, listed: ListedOrder, order: Order): OpenOrder {
  const { payment_fee, service_fee, affiliate, net } = sharesOf(fenOf(listed.total_amount), listed);
  const { plan, user, ext } = order;
  return {
    out_trade_no: order.out_trade_no,
    custom_order_id: order.custom_order_id,
    user_id: user.user_id,
    user_private_id: privateId(work, user.user_id),
    plan_id: plan.plan_id,
    plan_title: plan.name,
    title: plan.name,
    month: plan.product_type === PRODUCT_TYPE.sponsorship ? order.month : 1,
    total_amount: order.total_amount,
    show_amount: order.show_amount,
    status: order.status,
    remark: order.remark,
    redeem_id: order.redeem_id,
    product_type: plan.product_type,
    discount: order.discount,
    shipping_fee: ext.shipping_fee,
    is_upgrade: order.is_upgrade,
    imported: order.imported,
    sku_detail: order.sku_processed.map((sku) => openSku(work, sku)),
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

/** Orders as the open API shows them. */
export async function openOrders(work: OrderWork, listed: readonly ListedOrder[]): Promise<OpenOrder[]> {
  const orders = await orderAnswers(work.deps, listed, work.creator, 'zh-CN');
  return listed.flatMap((one, at) => {
    const order = orders[at];
    return order ? [answerOf(work, one, order)] : [];
  });
}
