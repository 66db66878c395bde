import { type InferResult, type RawBuilder, sql } from 'kysely';
import { REFUND_STATE } from '#events/status.ts';
import { queriesOf, seconds } from '../engine/query.ts';
import type { Read } from '../engine/table.ts';
import { ORDERS } from './tables.ts';

/** A refund as lists show it; money in fen, times in Unix seconds. */
export interface ListedRefund {
  refund_id: string;
  amount: number;
  reason: string;
  decided_by: 'creator' | 'finance' | 'import' | 'dispute';
  units: { sku_id: string; count: number }[];
  ticket_count: number;
  time: number;
  /** null: the money is not on its way yet */
  sent_time: number | null;
}

/** Oldest first. Most orders have none: then nothing is looked for. */
const REFUNDS = sql<ListedRefund[]>`
  CASE WHEN o.refund_state = ${REFUND_STATE.none} THEN '[]'::json ELSE (
    SELECT json_agg(json_build_object(
             'refund_id', r.refund_id, 'amount', r.amount, 'reason', r.reason, 'decided_by', r.decided_by,
             'units', r.units, 'ticket_count', r.ticket_count, 'time', r.at / 1000, 'sent_time', r.sent_at / 1000)
             ORDER BY r.at, r.refund_id)
      FROM rm.order_refunds r WHERE r.out_trade_no = o.out_trade_no) END`;

/** Rows of orders as lists show them, from a relation with all columns; money in fen, times in Unix seconds. */
export const listedOrders = (from: RawBuilder<unknown> = sql`rm.orders`) =>
  queriesOf(ORDERS)
    .selectFrom((from as RawBuilder<Read<typeof ORDERS>>).as('o'))
    .select([
      'o.out_trade_no',
      'o.creator_id',
      // Whose it is now, and who placed it.
      'o.owner_id as user_id',
      'o.user_id as payer_id',
      'o.plan_id',
      'o.plan_name',
      'o.product_type',
      'o.lines',
      'o.month',
      'o.show_amount',
      'o.discount',
      'o.shipping_fee',
      'o.total_amount',
      'o.affiliate_code',
      'o.partner_id',
      'o.affiliate_percent',
      'o.refunded',
      'o.refund_state',
      REFUNDS.as('refunds'),
      'o.status',
      'o.custom_order_id',
      'o.py_type',
      'o.redeem_id',
      'o.cart_order_no',
      'o.bundle_count',
      'o.is_upgrade',
      'o.upgrade_days',
      'o.ticket_count',
      'o.reply_units',
      seconds<number | null>('o.member_from').as('member_from'),
      seconds<number | null>('o.member_until').as('member_until'),
      seconds<number | null>('o.member_back_at').as('member_back_time'),
      'o.remark_ref',
      'o.remark_changes',
      'o.creator_remark_ref',
      'o.need_address',
      'o.address_ref',
      'o.address_changes',
      seconds<number | null>('o.shipped_at').as('ship_time'),
      'o.company_id',
      'o.express_no',
      'o.delivery_state',
      'o.to_send',
      'o.imported',
      seconds('o.placed_at').as('create_time'),
      seconds<number | null>('o.paid_at').as('paid_time'),
      'o.paid_position',
      seconds('o.expires_at').as('expire_time'),
    ]);
export type ListedOrder = InferResult<ReturnType<typeof listedOrders>>[number];
