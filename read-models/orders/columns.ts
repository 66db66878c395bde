import type { DeliveryState, OrderLine } from '#events/order.ts';

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
  refunded: number;
  /** pending 1, success 2, cancel 3 */
  status: number;
  custom_order_id: string;
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
  expire_time: number;
}

/** The columns of a ListedOrder, of a relation called `o`. */
export const LISTED = `
  o.out_trade_no, o.creator_id, o.user_id, o.plan_id, o.plan_name, o.product_type, o.lines, o.month,
  o.show_amount, o.discount, o.shipping_fee, o.total_amount, o.refunded, o.status, o.custom_order_id,
  o.remark_ref, o.remark_changes, o.creator_remark_ref, o.need_address, o.address_ref, o.address_changes,
  o.shipped_at / 1000 AS ship_time, o.company_id, o.express_no, o.delivery_state, o.to_send, o.imported, o.placed_at / 1000 AS create_time, o.paid_at / 1000 AS paid_time,
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
