import { z } from 'zod';
import { EXPRESS_STATUS } from '#events/status.ts';
import { opened } from '#services/contract/content/opened.ts';
import { deliveryState } from '#services/contract/delivery/express.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { code, id, money, orderHeaders, outTradeNo, seconds } from '#services/contract/fields/fields.ts';
import { advancedGoal } from '#services/contract/goals/goals.ts';
import { reply } from '#services/contract/replies/calls.ts';
import { createOrderBody, prepareOrderBody } from './create-order.ts';
import { orderedPlan, upgradeDays } from './order-list.ts';

export { type CreateOrder, createOrderBody, type PrepareOrder, prepareOrderBody } from './create-order.ts';
export type { Order } from './order-list.ts';

const priceLine = z.object({
  sku_id: id,
  name: z.string(),
  count: z.number().int(),
  /** Unit price; in a bundle the list price */
  price: money,
  amount: money,
  /** The same without any reduction */
  show_price: money,
  show_amount: money,
});
export const price = z.object({
  /** Empty for a custom amount */
  plan_id: z.union([id, z.literal('')]),
  plan_name: z.string(),
  product_type: z.number().int(),
  show_amount: money,
  discount: money,
  /** Multi-month discount in whole percent, otherwise 0 */
  discount_percent: z.number().int(),
  shipping_fee: money,
  total_amount: money,
  per_month: money,
  /** Months that are bought; for an upgrade those after its end, and 0 without any */
  month: z.number().int(),
  is_upgrade: z.number().int(),
  /** For an upgrade: the end of the present membership, the days left (started ones too), and what they cost */
  upgrade_until: seconds.nullable(),
  upgrade_days: z.number().int().nullable(),
  upgrade_amount: money.nullable(),
  /** The plan that it replaces, for an upgrade */
  upgrade_from: z.object({ plan_id: id, name: z.string() }).nullable(),
  /** The membership if it is paid now: `begin_time` null if it begins with the payment, `end_time` null if it never ends */
  begin_time: seconds.nullable(),
  end_time: seconds.nullable(),
  /** The plan at whose end it begins */
  begin_after: z.object({ plan_id: id, name: z.string() }).nullable(),
  /** Shipping depends on the province, which is missing: `shipping_fee` and total exclude it. */
  shipping_unknown: z.boolean(),
  /** Number of bundles, otherwise 0 */
  bundle_count: z.number().int(),
  /** The kind of price: plain, time_limit, favorable, upgrade or custom; and whether the member price applies */
  price_rule: z.enum(['plain', 'time_limit', 'favorable', 'upgrade', 'custom']),
  is_vip_price: z.boolean(),
  /** 1: the affiliate code applies; it never changes the price */
  affiliate_applied: z.union([z.literal(0), z.literal(1)]),
  lines: z.array(priceLine),
});
/** A price, with the effects of its payment */
const preparedPrice = price.extend({
  goal: advancedGoal.nullable(),
  /** The offered agreement: renewals of this amount for these months, the first charged at this time */
  renewal: z.object({ amount: money, months: z.number().int(), first_charge_time: seconds }).nullable(),
  /** Locked posts that it opens */
  opens: opened,
  /** Names of the files that buyers can download */
  attachments: z.array(z.string()),
});
export const prepareOrder = endpoint('POST', '/api/order/prepare', {
  access: 'guest',
  body: prepareOrderBody,
  answer: preparedPrice,
  reads: ['catalog', 'stock', 'goals', 'posts'],
});

/** Where to pay; empty when nothing is left to pay. */
export const pay = z.object({
  provider: z.string(),
  charge_id: z.string(),
  url: z.string(),
  /** What the provider's app scans, to be shown as a QR code; empty without one */
  code: z.string(),
  /** The payment type that the payer chose last */
  py_type: z.string(),
  /** Of its method: Alipay 1, WeChat Pay 2, others 0 */
  pay_status: z.number().int(),
  /** Methods that the payer can choose instead, and the chosen one: those of the order's provider */
  methods: z.array(z.enum(['apy', 'wpy', 'pp', 'bank', 'strp'])),
  /**
   * Why a pending order cannot be paid now: the creator is hidden or banned (money that comes anyway goes back), or
   * the account may not pay by `py_type`, but by `methods`
   */
  refusal: z.enum(['', 'not_on_sale', 'not_granted']),
});

export const placedOrder = z.object({
  out_trade_no: outTradeNo,
  /** pending 1, success 2, cancel 3 */
  status: z.number().int(),
  total_amount: money,
  expires_at: seconds,
  position: z.number().int(),
  pay,
});
export const createOrder = endpoint('POST', '/api/order/create-order', {
  access: 'fan',
  body: createOrderBody,
  headers: orderHeaders,
  answer: placedOrder,
});

/** Either one order or one cart order. */
export const named = { out_trade_no: outTradeNo.optional(), cart_order_no: id.optional() };
export const namesOne = (value: { out_trade_no?: string | undefined; cart_order_no?: string | undefined }) =>
  (value.out_trade_no === undefined) !== (value.cart_order_no === undefined);
export const oneOfTwo = { message: 'required', path: ['out_trade_no'] };
const checkQuery = z.object(named).refine(namesOne, oneOfTwo);

const checkedDelivery = z.object({
  /** 8: waits for its address or shipping; 9: shipped (commerce specification 9) */
  express_status: code(EXPRESS_STATUS),
  has_address: z.boolean(),
  /** The caller can set or change the address. */
  may_set_address: z.boolean(),
  state: deliveryState.nullable(),
});
const checkedMembership = z.object({
  plan_id: id,
  name: z.string(),
  /** In the future for a plan that begins when another ends */
  begin_time: seconds,
  /** null: it never ends */
  until: seconds.nullable(),
});

export const checkedOrder = z.object({
  out_trade_no: outTradeNo,
  /** Empty for a single order; otherwise `pay` is the cart's */
  cart_order_no: z.union([id, z.literal('')]),
  status: z.number().int(),
  total_amount: money,
  show_amount: money,
  paid_at: seconds.nullable(),
  expires_at: seconds,
  now: seconds,
  plan: orderedPlan,
  creator: z.object({ user_id: id, name: z.string(), url_slug: z.string(), avatar: z.string() }),
  sku_detail: z.array(z.object({ sku_id: id, name: z.string(), count: z.number().int(), price: money })),
  /** The fan's remark; can be empty. */
  remark: z.string(),
  month: z.number().int(),
  /** Late payments that were returned, otherwise `"0.00"` */
  returned_amount: money,
  /** When it was placed, and when it was cancelled or expired */
  create_time: seconds,
  closed_at: seconds.nullable(),
  discount: money,
  refunded_amount: money,
  shipping_fee: money,
  bundle_count: z.number().int(),
  /** Number of ordered tickets, including void ones */
  ticket_count: z.number().int(),
  /** The current end of the membership; null while unpaid, without one, and after its removal */
  membership: checkedMembership.nullable(),
  is_upgrade: z.number().int(),
  upgrade_days: upgradeDays,
  /** Id of the redeem code that paid for it, otherwise empty */
  redeem_id: z.union([id, z.literal('')]),
  /** It is or will be shipped: see query-express-progress */
  need_address: z.boolean(),
  /** null without shipping */
  delivery: checkedDelivery.nullable(),
  /** Its automatic replies; empty while unpaid */
  replies: z.array(reply),
  /** Posts that it opens; none while unpaid, and after its refund */
  opens: opened,
  /** Some replies are pending. */
  reply_pending: z.boolean(),
  pay,
  /** It is the caller's, who bought or sells it. Anyone else who has its number sees what is bought and the payment */
  own: z.boolean(),
  position: z.number().int(),
});

/** All orders of a cart, each in the form of a single order. */
const checkedCart = z.object({
  cart_order_no: id,
  /** Paid if any order is paid; each order has its own status */
  status: z.number().int(),
  total_amount: money,
  create_time: seconds,
  expires_at: seconds,
  now: seconds,
  orders: z.array(checkedOrder),
  own: z.boolean(),
  pay,
  position: z.number().int(),
});
export const checkOrder = endpoint('GET', '/api/order/check', {
  access: 'guest',
  query: checkQuery,
  answer: z.union([checkedOrder, checkedCart]),
  reads: ['orders', 'tickets', 'replies', 'memberships', 'posts'],
});

export const getPayUrl = endpoint('GET', '/api/order/transfer-pay-url', {
  access: 'guest',
  /** With a payment type the payer changes to it; the page of the earlier one is closed */
  query: z.object({ ...named, py_type: z.string().max(20).optional() }).refine(namesOne, oneOfTwo),
  /** The payment page of a pending order or cart order */
  answer: z.object({
    out_trade_no: z.union([outTradeNo, z.literal('')]),
    cart_order_no: z.union([id, z.literal('')]),
    url: z.string(),
    expires_at: seconds,
    pay,
  }),
});

export const cancelOrder = endpoint('POST', '/api/order/cancel-order', {
  access: 'fan',
  /** Cancelling one order of an unpaid cart cancels all: one charge pays for them. */
  body: z.object(named).refine(namesOne, oneOfTwo),
  answer: z.object({
    out_trade_no: z.union([outTradeNo, z.literal('')]),
    cart_order_no: z.union([id, z.literal('')]),
    status: z.number().int(),
    position: z.number().int(),
  }),
});

export type Price = z.infer<typeof price>;
export type PreparedPrice = z.infer<typeof preparedPrice>;
export type PlacedOrder = z.infer<typeof placedOrder>;
export type CheckedCart = z.infer<typeof checkedCart>;
export type CheckedOrder = z.infer<typeof checkedOrder>;
