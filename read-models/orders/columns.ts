import type { DeliveryState, OrderLine } from '#events/order.ts';
import type { RefundState } from '#events/status.ts';
import { REFUND_STATE } from '#events/status.ts';

/** A refund as lists show it; money in fen, times in Unix seconds. */
export interface ListedRefund {
  refund_id: string;
  amount: number;
  reason: string;
  decided_by: 'creator' | 'finance' | 'import';
  units: { sku_id: string; count: number }[];
  ticket_count: number;
  time: number;
  /** null: the money is not on its way yet */
  sent_time: number | null;
}

/** An order as lists show it; money in fen, times in Unix seconds. */
export interface ListedOrder {
  out_trade_no: string;
  creator_id: string;
  user_id: string;
  plan_id: string;
  plan_name: string;
  product_type: number;
  lines: OrderLine[];
  month: number;
  show_amount: number;
  discount: number;
  shipping_fee: number;
  total_amount: number;
  /** The affiliate code that it carries: null and 0 without one. */
  affiliate_code: string | null;
  partner_id: string | null;
  affiliate_percent: number;
  refunded: number;
  refund_state: RefundState;
  /** Oldest first. */
  refunds: ListedRefund[];
  status: number;
  custom_order_id: string;
  py_type: string;
  redeem_id: string | null;
  cart_order_no: string | null;
  bundle_count: number;
  is_upgrade: boolean;
  ticket_count: number;
  /** Lines of random replies that it is to get. */
  reply_units: number;
  /** The membership it gave: null from when it gives none (yet); null until when it never ends. */
  member_from: number | null;
  member_until: number | null;
  /** When a refund took it back. */
  member_back_time: number | null;
  remark_ref: string | null;
  remark_changes: number;
  creator_remark_ref: string | null;
  need_address: boolean;
  address_ref: string | null;
  address_changes: number;
  /** null until it is sent, like the three below. */
  ship_time: number | null;
  company_id: string | null;
  express_no: string | null;
  delivery_state: DeliveryState | null;
  /** Paid, and something of it has still to be sent. */
  to_send: boolean;
  imported: boolean;
  create_time: number;
  paid_time: number | null;
  /** Log position of the payment. */
  paid_position: number | null;
  expire_time: number;
}

/** Most orders have none: then nothing is looked for. */
const REFUNDS = `
  CASE WHEN o.refund_state = ${REFUND_STATE.none} THEN '[]'::json ELSE (
    SELECT json_agg(json_build_object(
             'refund_id', r.refund_id, 'amount', r.amount, 'reason', r.reason, 'decided_by', r.decided_by,
             'units', r.units, 'ticket_count', r.ticket_count, 'time', r.at / 1000, 'sent_time', r.sent_at / 1000)
             ORDER BY r.at, r.refund_id)
      FROM rm.order_refunds r WHERE r.out_trade_no = o.out_trade_no) END AS refunds`;

/** The columns of a ListedOrder, of a relation called `o`. */
export const LISTED = `
  o.out_trade_no, o.creator_id, o.user_id, o.plan_id, o.plan_name, o.product_type, o.lines, o.month,
  o.show_amount, o.discount, o.shipping_fee, o.total_amount,
  o.affiliate_code, o.partner_id, o.affiliate_percent, o.refunded, o.refund_state, ${REFUNDS},
  o.status, o.custom_order_id, o.py_type, o.redeem_id, o.cart_order_no, o.bundle_count, o.is_upgrade,
  o.ticket_count, o.reply_units, o.member_from / 1000 AS member_from, o.member_until / 1000 AS member_until,
  o.member_back_at / 1000 AS member_back_time,
  o.remark_ref, o.remark_changes, o.creator_remark_ref, o.need_address, o.address_ref, o.address_changes,
  o.shipped_at / 1000 AS ship_time, o.company_id, o.express_no, o.delivery_state, o.to_send, o.imported,
  o.placed_at / 1000 AS create_time, o.paid_at / 1000 AS paid_time, o.paid_position,
  o.expires_at / 1000 AS expire_time`;

/** A page out of `total_count` orders. */
export interface OrderPage {
  total_count: number;
  list: ListedOrder[];
}

export interface PageRange {
  limit: number;
  offset: number;
}

/** The rows of a SELECT as one JSON array. */
export const jsonList = (select: string): string =>
  `(SELECT coalesce(json_agg(page), '[]') FROM (${select}) AS page)`;
