import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { cartOrderNo, chargeId, outTradeNo, planId, skuId, userId } from './ids.ts';
import { currency, fen } from './money.ts';
import { PRODUCT_TYPE } from './status.ts';
import { millis } from './time.ts';

/** The goods of one SKU as they were sold; later edits of the plan do not change them. */
const orderLine = z.object({
  sku_id: skuId,
  name: z.string(),
  price: fen,
  count: z.int(),
  /** Goods that a bundle's part comes from; null: the plan's own SKU. */
  of_plan: planId.nullable(),
});
export type OrderLine = z.infer<typeof orderLine>;

/** The terms of a sponsorship as it was sold. */
const membershipTerms = z.object({
  independent: z.boolean(),
  permanent: z.boolean(),
  /** The list price of a month at that time, for the value of an upgrade. */
  monthly_price: fen,
  /** It begins at the end of the membership of this plan, instead of with the payment. */
  after: planId.optional(),
});
export type MembershipTerms = z.infer<typeof membershipTerms>;

/** A more expensive plan replaces the current one and keeps its end. */
const upgrade = z.object({
  from_plan: planId,
  until: millis,
  /**
   * The days left and the price of the difference; `month` has the months that were bought in addition. Older orders do
   * not have it: their `month` has the months left, at which the difference was priced.
   */
  left: z.object({ days: z.int(), amount: fen }).optional(),
});
export type Upgrade = z.infer<typeof upgrade>;

/** One ticket of an order, its id derived from the order. */
const orderedTicket = z.object({
  ticket_id: z.string(),
  sku_id: skuId,
  /** The holder's identity record in the vault; null if the plan requires none. */
  holder_ref: z.string().nullable(),
  /** The round and its begin at the time of sale; null: no round. */
  round_id: z.string().nullable(),
  begin_time: millis.nullable(),
});
export type OrderedTicket = z.infer<typeof orderedTicket>;

/** Which of the price's rules made the unit price. */
const pricing = z.object({
  rule: z.enum(['plain', 'time_limit', 'favorable', 'upgrade', 'custom']),
  vip: z.boolean(),
  /** Whole percent off by the multi-month rule, 0 when none. */
  month_percent: z.int(),
});
export type Pricing = z.infer<typeof pricing>;

/** The affiliate code as it was when the order was placed; later changes do not affect the order. */
const orderAffiliate = z.object({
  affiliate_id: z.string(),
  partner_id: userId,
  code: z.string(),
  /** Whole percent of the total for the partner. */
  rate_percent: z.int(),
});
export type OrderAffiliate = z.infer<typeof orderAffiliate>;

const orderPlacedData = z.object({
  out_trade_no: outTradeNo,
  creator_id: userId,
  user_id: userId,
  /** Empty for a custom amount, which has no plan. */
  plan_id: planId,
  plan_name: z.string(),
  /** Version of the plan's stream that the price was decided against. */
  plan_version: z.int(),
  product_type: z.enum(PRODUCT_TYPE),
  lines: z.array(orderLine),
  /** Months bought; 0 without a period. */
  month: z.int(),
  show_amount: fen,
  discount: fen,
  shipping_fee: fen,
  total_amount: fen,
  currency,
  /** Payment type as the client named it (apy, wpy, …); 3 means redeem code (commerce specification 4). */
  py_type: z.string(),
  provider: z.string(),
  /** Reference into the vault; the text itself is personal data. */
  remark_ref: z.string().nullable(),
  /** The client program's own id, by reference into the vault; in older events the id itself. Empty: none. */
  custom_order_id: z.string(),
  /** SHA-256 of the request's body, to distinguish a repetition from a reused key. */
  request_hash: z.string(),
  expires_at: millis,
  pricing,
  /** Bundles bought; 0 if it is no bundle. Lines have the units of all bundles together. */
  bundle_count: z.int(),
  /** null: the order gives no membership. */
  membership: membershipTerms.nullable(),
  upgrade: upgrade.nullable(),
  need_address: z.boolean(),
  /**
   * The template and province of the shipping fee; null if shipping is free. An order by redeem code can name the
   * province later.
   */
  shipping: z.object({ template_id: z.string(), province: z.string() }).nullable(),
  /** In the vault; null: entered after payment, or nothing is shipped. */
  address_ref: z.string().nullable(),
  redeem: z.object({ code_id: z.string(), redeem_id: z.string() }).nullable(),
  tickets: z.array(orderedTicket),
  /** Pools of random replies, by SKU or plan, and how many lines of each belong to this order. */
  reply_pools: z.array(z.object({ pool_id: z.string(), units: z.int() })),
  /** The number of the cart order; the orders are paid together. */
  cart_order_no: cartOrderNo.nullable(),
  affiliate: orderAffiliate.nullable(),
});
export type OrderPlacedData = z.infer<typeof orderPlacedData>;

/** An order without membership, bundle, tickets, codes or shipping. */
export const plainOrder = {
  pricing: { rule: 'plain', vip: false, month_percent: 0 },
  bundle_count: 0,
  membership: null,
  upgrade: null,
  need_address: false,
  shipping: null,
  address_ref: null,
  redeem: null,
  tickets: [],
  reply_pools: [],
  cart_order_no: null,
  affiliate: null,
} satisfies Partial<OrderPlacedData>;

/** The carrier's state of a parcel (commerce specification 4). */
const deliveryState = z.enum([
  'processing',
  'on_the_way',
  'in_delivery',
  'signed',
  'delivery_failed',
  'soliciting',
  'returned',
  'transfer_orders',
  'pending_customs_clearance',
  'clearance_in_progress',
  'cleared',
]);
export type DeliveryState = z.infer<typeof deliveryState>;

/** Instead of a provider's refund id: a notice named a wrong amount, so there was no money to return. */
export const NO_REFUND = '';

/**
 * Why a payment cannot be used. `membership`: the fan now has another plan. `closed`: the account of the seller, of the
 * code's partner or of the fan was closed.
 */
const lateReason = z.enum(['stock', 'limit', 'amount', 'paid_already', 'membership', 'redeem', 'closed']);
export type LateReason = z.infer<typeof lateReason>;

/** `overtaken`: at the time of payment the order could not be held any more, and the money was returned. */
const cancelReason = z.enum(['fan', 'creator', 'expired', 'imported', 'overtaken']);
export type CancelReason = z.infer<typeof cancelReason>;

const order = z.object({ out_trade_no: outTradeNo });
const remark = order.extend({ remark_ref: z.string().nullable() });
const units = z.array(z.object({ sku_id: skuId, count: z.int() }));

const failedRefund = order.extend({
  kind: z.enum(['refund', 'late']),
  refund_id: z.string(),
  amount: fen,
  /** The provider's word; of a payment by hand, finance's reason; empty when the provider has paid after all. */
  reason: z.string(),
});
const disputed = order.extend({ dispute_id: z.string() });

export const orderEvents = {
  OrderPlaced: orderPlacedData,
  /** The fan agreed to the terms of the sale at the order button. `YYYY-MM-DD`: the day of the texts that were shown. */
  OrderTermsAccepted: order.extend({ version: z.string() }),
  OrderPaid: order.extend({
    /** null for an imported order: its money was collected elsewhere. */
    charge_id: chargeId.nullable(),
    amount: fen,
    /** True if the order had been cancelled and its units could be held again. */
    revived: z.boolean(),
  }),
  OrderCancelled: order.extend({ reason: cancelReason }),
  OrderRefunded: order.extend({
    refund_id: z.string(),
    amount: fen,
    /** Sum of the refunds of this order before this one. */
    refunded_before: fen,
    reason: z.string(),
    /** `dispute`: the payer's bank took it back; the provider has nothing to send. */
    by: z.enum(['creator', 'finance', 'import', 'dispute']),
    /** Units that return to stock. */
    units,
    /** Tickets that it makes void. */
    ticket_ids: z.array(z.string()),
  }),
  /** The provider has sent the money of a refund. */
  RefundSent: order.extend({
    refund_id: z.string(),
    provider_refund_id: z.string(),
    /** Why finance made this refund by hand: in the provider's console, in older events in any way. Else empty. */
    reason: z.string(),
  }),
  /**
   * A refund did not reach the payer: the provider has its money again, and finance pays it in another way. Of late
   * money, `refund_id` is its charge.
   */
  RefundFailed: failedRefund.extend({ provider_refund_id: z.string() }),
  /** Finance paid a failed refund, from our bank or in the provider's console, for this reason; or the provider sent it. */
  FailedRefundPaid: failedRefund.extend({
    paid_by: z.enum(['finance', 'provider']),
    provider_refund_id: z.string(),
  }),
  /** The payer's bank demands its part of the payment back; until the decision the provider holds it. */
  PaymentDisputed: disputed.extend({ charge_id: chargeId, amount: fen, reason: z.string() }),
  /** `won`: the payment stands. A lost one is taken from the order by `OrderRefunded`. */
  PaymentDisputeClosed: disputed.extend({ outcome: z.enum(['won', 'lost']) }),
  /** The address, added after payment or changed once. */
  OrderAddressSet: order.extend({ address_ref: z.string(), province: z.string(), first: z.boolean() }),
  OrderShipped: order.extend({ company_id: z.string(), express_no: z.string() }),
  OrderDeliveryMoved: order.extend({ express_no: z.string(), state: deliveryState }),
  /** The fan's remark, changed after payment; null: removed. */
  OrderRemarkChanged: remark,
  /** The creator's note on the order. */
  CreatorRemarkChanged: remark,
  /** Staff gave the order to another account of the same person. The first `from` is who placed it. */
  OrderHandedOver: order.extend({ from: userId, to: userId, by: userId, reason: z.string() }),
  /** Money arrived for an order that can no longer be fulfilled; it is returned immediately. */
  LatePaymentReceived: order.extend({ charge_id: chargeId, amount: fen, reason: lateReason }),
  LatePaymentReturned: order.extend({ charge_id: chargeId, amount: fen, provider_refund_id: z.string() }),
};
export type OrderEvent = EventOf<typeof orderEvents>;

/** The orders of one fan as they are placed or received, for the limits of unpaid orders and the closing of the account. */
export const unpaidEvents = {
  /**
   * An order or a cart (one charge) was placed. `closed` names earlier ones that were paid or cancelled since;
   * payment and cancellation write nothing here. A free order is paid already. So is one that staff handed over to
   * the fan: it names itself.
   */
  UnpaidOrderAdded: z.object({
    user_id: userId,
    /** Of a cart, its first order: all of its orders are paid or cancelled together. */
    out_trade_no: outTradeNo,
    lines: units,
    closed: z.array(outTradeNo),
  }),
  /** The account was closed: it places no further order. */
  PurchasesClosed: z.object({ user_id: userId }),
};
