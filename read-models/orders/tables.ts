import type { DeliveryState, OrderLine } from '#events/orders.ts';
import { ORDER_STATUS, type OrderStatus, type RefundState } from '#events/status.ts';
import {
  bigint,
  boolean,
  date,
  id,
  integer,
  json,
  nullable,
  pick,
  type Row,
  smallint,
  table,
  text,
} from '../engine/table.ts';

export const ORDERS = table(
  'orders',
  {
    out_trade_no: id(),
    creator_id: id(),
    /** who placed it */
    user_id: id(),
    /** whose it is: staff can give it to another account */
    owner_id: id(),
    plan_id: id(),
    plan_name: text(),
    product_type: smallint(),
    /** as they were sold */
    lines: json<OrderLine[]>(),
    month: integer(),
    /** fen */
    show_amount: bigint(),
    discount: bigint(),
    shipping_fee: bigint(),
    total_amount: bigint(),
    /** the creator's part of the total */
    net: bigint(),
    /** the order's affiliate code, its partner, and the commission in percent */
    affiliate_code: nullable(text()),
    partner_id: nullable(id()),
    affiliate_percent: smallint(),
    refunded: bigint(),
    refund_count: integer(),
    refund_state: smallint<RefundState>(),
    /** a late payment that was returned */
    returned: bigint(),
    status: smallint<OrderStatus>(),
    custom_order_id: text(),
    imported: boolean(),
    /** the requested method; 3: by the redeem code below */
    py_type: text(),
    redeem_id: nullable(text()),
    cart_order_no: nullable(id()),
    /** 0: no bundle */
    bundle_count: integer(),
    is_upgrade: boolean(),
    /** left, as an upgrade was priced; null: none, or priced by whole months */
    upgrade_days: nullable(integer()),
    /** tickets that were ordered, void ones too */
    ticket_count: integer(),
    /** number of random replies that it gets */
    reply_units: integer(),
    /** the membership: `from` null without one, `until` null when it never ends */
    member_from: nullable(bigint()),
    member_until: nullable(bigint()),
    /** when a refund took it back */
    member_back_at: nullable(bigint()),
    /** the fan's remark and the creator's note: references into the vault */
    remark_ref: nullable(text()),
    remark_changes: smallint(),
    creator_remark_ref: nullable(text()),
    need_address: boolean(),
    address_ref: nullable(text()),
    address_changes: smallint(),
    /** null until it is sent */
    shipped_at: nullable(bigint()),
    company_id: nullable(text()),
    express_no: nullable(text()),
    delivery_state: nullable(text<DeliveryState>()),
    /** units that came back by refunds */
    units_back: bigint(),
    /** paid, and not completely shipped */
    to_send: boolean(),
    /** Unix milliseconds, business days */
    placed_at: bigint(),
    placed_day: date(),
    paid_at: nullable(bigint()),
    paid_day: nullable(date()),
    /** the first day on which the fan is no sponsor by this order: after its month, and after its membership */
    sponsor_until: nullable(date()),
    /** log position of the payment */
    paid_position: nullable(bigint()),
    /** the fan's first payment for the plan, unless an earlier one is known since: a new supporter's order has it */
    maybe_first: boolean(),
    expires_at: bigint(),
    /** version of the order's stream */
    version: integer(),
  },
  {
    key: ['out_trade_no'],
    fillfactor: 80,
    indexes: {
      orders_of_creator: '(creator_id, placed_day, placed_at, out_trade_no)',
      orders_of_plan: '(creator_id, plan_id, placed_day, placed_at, out_trade_no)',
      orders_pending: `(creator_id, placed_day, placed_at, out_trade_no) WHERE status = ${ORDER_STATUS.pending}`,
      orders_cancelled: `(creator_id, placed_day, placed_at, out_trade_no) WHERE status = ${ORDER_STATUS.cancelled}`,
      orders_to_send: '(creator_id, placed_day, placed_at, out_trade_no) WHERE to_send',
      orders_refunded: '(creator_id, placed_day, placed_at, out_trade_no) WHERE refund_state > 0',
      orders_of_cart: '(cart_order_no) WHERE cart_order_no IS NOT NULL',
      orders_of_code:
        '(creator_id, lower(affiliate_code), placed_day, placed_at, out_trade_no) WHERE affiliate_code IS NOT NULL',
      orders_of_fan: '(owner_id, placed_at, out_trade_no)',
      orders_by_time: '(placed_at, out_trade_no)',
      orders_by_amount: '(total_amount, out_trade_no)',
      orders_paid: '(creator_id, paid_day, paid_at, out_trade_no) WHERE paid_day IS NOT NULL',
      orders_maybe_first: '(creator_id, paid_day, paid_at, out_trade_no) WHERE maybe_first',
      orders_by_position: '(creator_id, paid_position) WHERE paid_position IS NOT NULL',
    },
    keys: { orders_paid_by_fan: '(creator_id, user_id, paid_at, out_trade_no) WHERE paid_day IS NOT NULL' },
  },
);

export const ORDER_REFUNDS = table(
  'order_refunds',
  {
    out_trade_no: id(),
    refund_id: id(),
    creator_id: id(),
    plan_id: id(),
    day: date(),
    at: bigint(),
    /** creator, finance or import */
    decided_by: text(),
    reason: text(),
    /** fen; net is the creator's part */
    amount: bigint(),
    net: bigint(),
    /** units that came back with it, and tickets that it made void */
    units: json<{ sku_id: string; count: number }[]>(),
    ticket_count: integer(),
    /** when the provider had sent it; null: not yet */
    sent_at: nullable(bigint()),
  },
  {
    key: ['out_trade_no', 'refund_id'],
    indexes: {
      order_refunds_of_day: '(creator_id, day, at, out_trade_no)',
    },
  },
);

/** Paid orders by SKU of a plan: their parts add up to the orders' totals. */
export const ORDER_SKUS = table(
  'order_skus',
  {
    plan_id: id(),
    sku_id: id(),
    paid_day: date(),
    paid_at: bigint(),
    out_trade_no: id(),
    units: bigint(),
    /** fen */
    gross: bigint(),
  },
  { key: ['plan_id', 'sku_id', 'paid_day', 'paid_at', 'out_trade_no'] },
);

/**
 * The number of orders of a list per day of placing, of those paid and of refunds on the day, so that no page counts them.
 * plan_id is empty for all plans; otherwise it is a plan, or a key of counts.ts: of a product type, a SKU or an hour.
 */
export const ORDER_DAYS = table(
  'order_days',
  {
    creator_id: id(),
    plan_id: id(),
    day: date(),
    pending: integer(),
    success: integer(),
    cancelled: integer(),
    /** of those that succeeded */
    part_refund: integer(),
    full_refund: integer(),
    /** orders paid on this day, their total and the creator's part of it (fen); not of a product type */
    paid: integer(),
    /** of a SKU, whose `paid_amount` is its part */
    paid_units: bigint(),
    paid_amount: bigint(),
    paid_net: bigint(),
    /** refunds made on this day, and the same of them; of all plans and of a plan only */
    refunds: integer(),
    refund_amount: bigint(),
    refund_net: bigint(),
  },
  {
    key: ['creator_id', 'plan_id', 'day'],
    fillfactor: 70,
  },
);

/** By owner. */
export const ORDER_BUYERS = table(
  'order_buyers',
  {
    user_id: id(),
    creator_id: id(),
    pending: integer(),
    success: integer(),
    cancelled: integer(),
  },
  {
    key: ['user_id', 'creator_id'],
    fillfactor: 80,
  },
);

/** What people paid, less refunds (fen), by which lists of people are sorted. Without imported orders. */
export const ORDER_SPENDERS = table(
  'order_spenders',
  { user_id: id(), spent: bigint() },
  { key: ['user_id'], fillfactor: 70, indexes: { order_spenders_by_amount: '(spent, user_id)' } },
);

export const PLAN_SALES = table(
  'plan_sales',
  {
    plan_id: id(),
    orders: bigint(),
    units: bigint(),
  },
  {
    key: ['plan_id'],
    fillfactor: 70,
  },
);

/** The columns that later events of an order can change. */
export const ORDER_PROGRESS = pick(
  ORDERS,
  'out_trade_no',
  'owner_id',
  'refunded',
  'refund_count',
  'refund_state',
  'returned',
  'member_from',
  'member_until',
  'member_back_at',
  'status',
  'paid_at',
  'paid_day',
  'sponsor_until',
  'paid_position',
  'maybe_first',
  'remark_ref',
  'remark_changes',
  'creator_remark_ref',
  'address_ref',
  'address_changes',
  'shipped_at',
  'company_id',
  'express_no',
  'delivery_state',
  'units_back',
  'to_send',
  'version',
);

/** Facts of an order that later events need, apart from its progress. */
export const ORDER_IDENTITY = pick(
  ORDERS,
  'creator_id',
  'user_id',
  'plan_id',
  'product_type',
  'lines',
  'total_amount',
  'net',
  'affiliate_percent',
  'placed_day',
  'need_address',
  'imported',
);

export type OrderRow = Row<typeof ORDERS>;
export type OrderProgress = Pick<OrderRow, keyof typeof ORDER_PROGRESS>;
export type OrderIdentity = Pick<OrderRow, keyof typeof ORDER_IDENTITY>;
export type RefundRow = Row<typeof ORDER_REFUNDS>;
