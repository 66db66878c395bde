import type { ClientBase } from 'pg';
import { insertRows, relation } from '../engine/rows.ts';
import { pick } from '../engine/table.ts';
import { ORDER_REFUNDS, type RefundRow } from './tables.ts';

/** News that a refund was sent; null: it failed, and waits again. */
export type SentRefund = Pick<RefundRow, 'out_trade_no' | 'refund_id'> & { sent_at: number | null };

/** Writes a batch's refunds, and marks earlier ones as sent. */
export async function writeRefunds(
  tx: ClientBase,
  refunds: readonly RefundRow[],
  sent: readonly SentRefund[],
): Promise<void> {
  await insertRows(tx, ORDER_REFUNDS, refunds);
  if (sent.length === 0) return;
  const { sql, values } = relation(pick(ORDER_REFUNDS, 'out_trade_no', 'refund_id', 'sent_at'), sent);
  await tx.query(
    `UPDATE order_refunds r SET sent_at = given.sent_at
       FROM ${sql} WHERE r.out_trade_no = given.out_trade_no AND r.refund_id = given.refund_id`,
    values,
  );
}
