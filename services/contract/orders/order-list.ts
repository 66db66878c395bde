import { z } from 'zod';
import { EXPRESS_STATUS, REFUND_STATE } from '#events/status.ts';
import { orderAffiliate } from '#services/contract/affiliates/calls.ts';
import { deliveryState, sentToAddress } from '#services/contract/delivery/express.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  businessDay,
  code,
  id,
  list,
  minPosition,
  money,
  outTradeNo,
  paged,
  searchText,
  seconds,
  whole,
} from '#services/contract/fields/fields.ts';
/** Plan of an order, as it was sold; no plan_id and no name for a custom amount. */
export const orderedPlan = z.object({
  plan_id: z.union([id, z.literal('')]),
  name: z.string(),
  product_type: z.number().int(),
});

const orderedSku = z.object({
  sku_id: id,
  name: z.string(),
  count: z.number().int(),
  price: money,
  /** Goods that a bundle's part comes from; empty: the plan's own */
  of_plan: z.union([id, z.literal('')]),
  /** Units of it returned by refunds */
  refunded_count: z.number().int(),
});

/** A line as programs know it from the open API: with the picture and the stock of now. */
const processedSku = z.object({
  sku_id: id,
  name: z.string(),
  count: z.number().int(),
  price: money,
  /** Empty for one that is no longer offered */
  pic: z.string(),
  /** Units left; empty: unlimited, or no longer offered */
  stock: z.string(),
  /** Empty: what an order opens is `opens` of `order/check` */
  album_id: z.literal(''),
  post_id: z.literal(''),
});

const refund = z.object({
  refund_id: z.string(),
  amount: money,
  reason: z.string(),
  /** Who refunded: the creator, finance or an import */
  by: z.enum(['creator', 'finance', 'import', 'dispute']),
  /** Units returned with it */
  sku: z.array(z.object({ sku_id: id, count: z.number().int() })),
  /** Tickets that it made void */
  ticket_count: z.number().int(),
  time: seconds,
  /** When the provider had sent the money; null: not yet */
  sent_at: seconds.nullable(),
});

const membership = z.object({
  plan_id: id,
  name: z.string(),
  begin_time: seconds,
  /** null: it never ends */
  expire_time: seconds.nullable(),
  /** When a refund took it back; null: it was not */
  back_at: seconds.nullable(),
});

/** The state of the order's shipping; null without shipping. */
const orderAttr = z
  .object({
    /** 8: waits for its address or shipping; 9: shipped (commerce specification 9) */
    express_status: code(EXPRESS_STATUS),
    /** Paid, and not completely shipped */
    to_send: z.boolean(),
    /** Empty, like name and number, while it was not sent */
    company_id: z.string(),
    company_name: z.string(),
    express_no: z.string(),
    state: deliveryState.nullable(),
    ship_time: seconds.nullable(),
  })
  .nullable();

/** The days left that an upgrade cost; null: no upgrade, or one by whole months, of which `month` has the number */
export const upgradeDays = z.number().int().nullable();

export const order = z.object({
  out_trade_no: outTradeNo,
  /** pending 1, success 2, cancel 3 */
  status: z.number().int(),
  plan: orderedPlan,
  sku_detail: z.array(orderedSku),
  sku_processed: z.array(processedSku),
  /** Units over all lines */
  sku_count: z.number().int(),
  month: z.number().int(),
  /** 0 when it is no bundle */
  bundle_count: z.number().int(),
  is_upgrade: z.union([z.literal(0), z.literal(1)]),
  upgrade_days: upgradeDays,
  show_amount: money,
  discount: money,
  total_amount: money,
  refunded_amount: money,
  /** none 0, part 1, full 2 */
  refund_state: code(REFUND_STATE),
  /** Oldest first */
  refunds: z.array(refund),
  /** Tickets that were ordered, void ones too */
  ticket_count: z.number().int(),
  /** Number of checked-in tickets */
  ticket_used_count: z.number().int(),
  /** Random replies that wait until the creator adds lines */
  reply_pending_num: z.number().int(),
  /** The order's membership; null while unpaid, and without one */
  membership: membership.nullable(),
  remark: z.string(),
  /** The creator's note, for the creator only; null for others */
  creator_remark: z.string().nullable(),
  affiliate: orderAffiliate
    .nullable()
    .describe('The affiliate code of the order, for the creator only; otherwise null'),
  create_time: seconds,
  paid_at: seconds.nullable(),
  expires_at: seconds,
  /** The requested payment type; 3: by the redeem code below (commerce specification 4) */
  py_type: z.string(),
  redeem_id: z.string(),
  is_cart: z.union([z.literal(0), z.literal(1)]),
  /**
   * The number of orders paid together; null: a single order. Sums cover the orders that the caller can see, with
   * shipping.
   */
  cart_order_info: z.object({ cart_order_no: id, total_price_plus: money, shipping_fee: money }).nullable(),
  custom_order_id: z.string(),
  imported: z.boolean(),
  order_attr: orderAttr,
  ext: z.object({
    shipping_fee: money,
    /** null until it is entered; it can be changed until `updated_times` is 1 */
    address: sentToAddress.nullable(),
    /** How often the fan changed the remark */
    remark_updated_times: z.number().int(),
  }),
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  creator: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
});

const narrowing = {
  status: whole(1, 3).optional(),
  /** Of paid orders: not refunded 0, partly 1, fully 2 */
  refund_state: whole(0, 2).optional(),
  /** Ignored if a plan is named */
  product_type: whole(0, 4).optional(),
};

export const listMyOrders = endpoint('GET', '/api/my/orders', {
  access: 'fan',
  query: paged({
    ...narrowing,
    search_q: searchText(100)
      .default('')
      .describe(
        'The beginning of an order or cart number (6 characters), or words of the plan’s or creator’s name.',
      ),
  }),
  answer: list(order),
  reads: ['orders', 'tickets', 'replies', 'memberships'],
});

const orderNarrowing = {
  search_q: searchText(100)
    .default('')
    .describe(
      "An order number or its beginning, a cart order number, an affiliate code, or the buyer's name. " +
        'They are tried in this order until one matches; at most 1,000 orders are found.',
    ),
  /** The kind of search; empty: any. */
  search_param_type: z.enum(['order_id', 'affiliate_code', 'name', '']).default(''),
  ...narrowing,
  /** 8: only unshipped orders */
  express_status: whole(8, 8).optional(),
  plan_id: id.optional(),
  from: businessDay.optional(),
  to: businessDay.optional(),
};
export const orderListQuery = paged({ ...orderNarrowing });
export const listCreatorOrders = endpoint('GET', '/api/my/sponsored-bill', {
  access: 'creator',
  right: 'orders',
  query: orderListQuery,
  answer: list(order),
  reads: ['orders'],
});

const orderExportQuery = z.object({ ...orderNarrowing, min_position: minPosition });
export const exportCreatorOrders = endpoint('GET', '/api/my/sponsored-bill-export', {
  access: 'creator',
  right: 'orders',
  query: orderExportQuery,
  description:
    'The orders of sponsored-bill with the same filter, as a CSV file (UTF-8). Times are in the business time zone.',
  reads: ['orders'],
});

export type Order = z.infer<typeof order>;
export type OrderListFilter = z.output<typeof orderExportQuery>;
