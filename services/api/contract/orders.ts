import { z } from 'zod';
import { deliveryState, sentToAddress } from './express.ts';
import {
  businessDay,
  id,
  minPosition,
  money,
  moneyInput,
  outTradeNo,
  page,
  perPage,
  seconds,
  text,
  whole,
} from './fields.ts';

/** Lines of an order by request; more are refused. */
const MOST_LINES = 100;

/** SKUs as JSON array, or as the JSON text that checkout links carry. */
const skuLines = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  },
  z.array(z.object({ sku_id: id, count: z.number().int().min(1).max(10_000) })).max(MOST_LINES),
);

const choice = {
  plan_id: id.optional(),
  product_type: whole(0, 4).optional(),
  month: whole(1, 36).optional(),
  /** Of a bundle: what is chosen for one of them; may be left out where it holds all. */
  sku: skuLines.optional(),
  /** How many bundles, one unless given */
  bundle_count: whole(1, 1_000).optional(),
  invite_code: text(40).optional(),
  /** Province it is sent to, for the shipping fee; an address says it by itself */
  province: text(12).optional(),
  /** Instead of a plan: an amount for this creator, from 5.00 */
  user_id: id.optional(),
  custom_price: moneyInput.optional(),
};

export const prepareOrder = z.object(choice);
export const createOrder = z.object({
  ...choice,
  remark: text(500).default(''),
  py_type: text(20).default('apy'),
  custom_order_id: text(80).default(''),
  client_order_key: text(100, 1).optional(),
  /** The total that the fan was shown; another price now is refused with the new one (40902). */
  total_amount: moneyInput.optional(),
});
/** The key of a request: the same key is the same order (else `client_order_key` in the body). */
export const orderHeaders = z.looseObject({ 'idempotency-key': text(100, 1).optional() });

/** Plan of an order, as it was sold; no plan_id and no name for a custom amount. */
const orderedPlan = z.object({
  plan_id: z.union([id, z.literal('')]),
  name: z.string(),
  product_type: z.number().int(),
});

const priceLine = z.object({
  sku_id: id,
  name: z.string(),
  count: z.number().int(),
  price: money,
  amount: money,
});
export const price = z.object({
  /** Empty for a custom amount */
  plan_id: z.union([id, z.literal('')]),
  plan_name: z.string(),
  product_type: z.number().int(),
  show_amount: money,
  discount: money,
  /** Whole percent off by the multi-month rule, 0 when none */
  discount_percent: z.number().int(),
  shipping_fee: money,
  total_amount: money,
  per_month: money,
  month: z.number().int(),
  is_upgrade: z.number().int(),
  /** Until when the membership runs, when it is an upgrade */
  upgrade_until: seconds.nullable(),
  /** Bundles, 0 when it is none */
  bundle_count: z.number().int(),
  /** Which price it is: plain, time_limit, favorable, upgrade or custom; and whether the member's price bears */
  price_rule: z.enum(['plain', 'time_limit', 'favorable', 'upgrade', 'custom']),
  is_vip_price: z.boolean(),
  lines: z.array(priceLine),
});

export const placedOrder = z.object({
  out_trade_no: outTradeNo,
  /** pending 1, success 2, cancel 3 */
  status: z.number().int(),
  total_amount: money,
  expires_at: seconds,
  position: z.number().int(),
  pay: z.object({ provider: z.string(), charge_id: z.string(), url: z.string() }),
});

export const orderNumberQuery = z.object({ out_trade_no: outTradeNo });
export const checkedOrder = z.object({
  out_trade_no: outTradeNo,
  status: z.number().int(),
  total_amount: money,
  show_amount: money,
  paid_at: seconds.nullable(),
  expires_at: seconds,
  now: seconds,
  plan: orderedPlan,
  creator: z.object({ user_id: id, name: z.string(), url_slug: z.string(), avatar: z.string() }),
  sku_detail: z.array(z.object({ sku_id: id, name: z.string(), count: z.number().int(), price: money })),
  /** What the fan wrote with the order; empty when nothing. */
  remark: z.string(),
  month: z.number().int(),
  /** Money that came too late and was sent back, `"0.00"` when none */
  returned_amount: money,
  /** When it was placed, and when it was cancelled or ran out of time */
  create_time: seconds,
  closed_at: seconds.nullable(),
  discount: money,
  refunded_amount: money,
  /** Something of it is sent, or has still to be: see query-express-progress */
  need_address: z.boolean(),
  pay: z.object({ provider: z.string(), charge_id: z.string(), url: z.string() }),
  position: z.number().int(),
});

export const cancelOrder = z.object({ out_trade_no: outTradeNo });
export const cancelledOrder = z.object({
  out_trade_no: outTradeNo,
  status: z.number().int(),
  position: z.number().int(),
});

export const order = z.object({
  out_trade_no: outTradeNo,
  status: z.number().int(),
  plan: orderedPlan,
  sku_detail: z.array(z.object({ sku_id: id, name: z.string(), count: z.number().int(), price: money })),
  month: z.number().int(),
  show_amount: money,
  discount: money,
  total_amount: money,
  refunded_amount: money,
  remark: z.string(),
  create_time: seconds,
  paid_at: seconds.nullable(),
  expires_at: seconds,
  redeem_id: z.string(),
  custom_order_id: z.string(),
  imported: z.boolean(),
  /** How its sending stands; null for what is sent nowhere */
  order_attr: z
    .object({
      /** 8: waits for its address or to be sent; 9: sent (commerce specification 9) */
      express_status: z.union([z.literal(8), z.literal(9)]),
      /** Paid, and something of it has still to be sent */
      to_send: z.boolean(),
      /** Empty, like name and number, while it was not sent */
      company_id: z.string(),
      company_name: z.string(),
      express_no: z.string(),
      state: deliveryState.nullable(),
      ship_time: seconds.nullable(),
    })
    .nullable(),
  ext: z.object({
    shipping_fee: money,
    /** null while it is not known; it can be changed until `updated_times` is 1 */
    address: sentToAddress.nullable(),
    /** Times that the fan changed the remark */
    remark_updated_times: z.number().int(),
  }),
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  creator: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
});

const orderStatus = whole(1, 3).optional();
export const myOrdersQuery = z.object({
  page,
  per_page: perPage,
  status: orderStatus,
  min_position: minPosition,
});
export const sponsoredBillQuery = z.object({
  page,
  per_page: perPage,
  search_q: text(100).default(''),
  search_param_type: z.enum(['order_id', 'name', '']).default(''),
  status: orderStatus,
  /** 8: only what has still to be sent */
  express_status: whole(8, 8).optional(),
  plan_id: id.optional(),
  from: businessDay.optional(),
  to: businessDay.optional(),
  min_position: minPosition,
});

/** Sandbox only: what the payer does at the provider. */
export const sandboxPay = z.object({
  charge_id: z.string().min(1).max(120),
  outcome: z.enum(['success', 'fail', 'timeout']),
  /** How the signed notice then travels; the default is once, at once. */
  notice: z
    .object({
      delay_ms: whole(0, 3_600_000).default(0),
      /** Sent this many times. */
      copies: whole(1, 20).default(1),
      /** Never sent: only asking the provider finds the payment. */
      lost: z.boolean().default(false),
    })
    .optional(),
});

/** How the charge stands at the sandbox provider afterwards. */
export const sandboxPaid = z.object({ status: z.enum(['open', 'failed', 'paid']) });

export type Order = z.infer<typeof order>;
export type Price = z.infer<typeof price>;
export type PlacedOrder = z.infer<typeof placedOrder>;
export type CheckedOrder = z.infer<typeof checkedOrder>;
export type CreateOrder = z.input<typeof createOrder>;
export type PrepareOrder = z.input<typeof prepareOrder>;
