import type { DeliveryState } from '#events/order.ts';
import type { OrderStatus, RefundState } from '#events/status.ts';
import type { Columns } from '../engine/rows.ts';

/** What news of an order can change. */
export interface OrderProgress {
  out_trade_no: string;
  refunded: number;
  refund_count: number;
  refund_state: RefundState;
  returned: number;
  member_from: number | null;
  member_until: number | null;
  member_back_at: number | null;
  status: OrderStatus;
  paid_at: number | null;
  paid_day: string | null;
  remark_ref: string | null;
  remark_changes: number;
  creator_remark_ref: string | null;
  address_ref: string | null;
  address_changes: number;
  shipped_at: number | null;
  company_id: string | null;
  express_no: string | null;
  delivery_state: DeliveryState | null;
  units_back: number;
  to_send: boolean;
  version: number;
}

export const ORDER_PROGRESS: Columns<OrderProgress> = {
  out_trade_no: 'text',
  refunded: 'bigint',
  refund_count: 'integer',
  refund_state: 'smallint',
  returned: 'bigint',
  member_from: 'bigint',
  member_until: 'bigint',
  member_back_at: 'bigint',
  status: 'smallint',
  paid_at: 'bigint',
  paid_day: 'date',
  remark_ref: 'text',
  remark_changes: 'smallint',
  creator_remark_ref: 'text',
  address_ref: 'text',
  address_changes: 'smallint',
  shipped_at: 'bigint',
  company_id: 'text',
  express_no: 'text',
  delivery_state: 'text',
  units_back: 'integer',
  to_send: 'boolean',
  version: 'integer',
};

/** What later news needs to know of an order, beside its progress. */
export interface OrderIdentity {
  creator_id: string;
  user_id: string;
  plan_id: string;
  product_type: number;
  /** JSON of OrderLine[] */
  lines: string;
  total_amount: number;
  /** Whole percent of it that is an affiliate's, 0 when no code applied. */
  affiliate_percent: number;
  placed_day: string;
  need_address: boolean;
  imported: boolean;
}

/** A row of `orders`. */
export interface OrderRow extends OrderProgress, OrderIdentity {
  plan_name: string;
  month: number;
  show_amount: number;
  discount: number;
  shipping_fee: number;
  net: number;
  affiliate_code: string | null;
  partner_id: string | null;
  custom_order_id: string;
  py_type: string;
  redeem_id: string | null;
  cart_order_no: string | null;
  bundle_count: number;
  is_upgrade: boolean;
  ticket_count: number;
  reply_units: number;
  placed_at: number;
  expires_at: number;
}

export const ORDER_ROW: Columns<OrderRow> = {
  ...ORDER_PROGRESS,
  creator_id: 'text',
  user_id: 'text',
  plan_id: 'text',
  plan_name: 'text',
  product_type: 'smallint',
  lines: 'json',
  month: 'integer',
  show_amount: 'bigint',
  discount: 'bigint',
  shipping_fee: 'bigint',
  total_amount: 'bigint',
  net: 'bigint',
  affiliate_code: 'text',
  partner_id: 'text',
  affiliate_percent: 'smallint',
  custom_order_id: 'text',
  py_type: 'text',
  redeem_id: 'text',
  cart_order_no: 'text',
  bundle_count: 'integer',
  is_upgrade: 'boolean',
  ticket_count: 'integer',
  reply_units: 'integer',
  need_address: 'boolean',
  imported: 'boolean',
  placed_at: 'bigint',
  placed_day: 'date',
  expires_at: 'bigint',
};
