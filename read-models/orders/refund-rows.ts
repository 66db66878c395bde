import type { ClientBase } from 'pg';
import { type Columns, insertRows, relation } from '../engine/rows.ts';

/** A row of `order_refunds`; money in fen, times in Unix milliseconds. */
export interface RefundRow {
  out_trade_no: string;
  refund_id: string;
  creator_id: string;
  plan_id: string;
  day: string;
  at: number;
  decided_by: string;
  reason: string;
  amount: number;
  /** The creator's part. */
  net: number;
  /** JSON of {sku_id, count}[] */
  units: string;
  ticket_count: number;
  /** When the provider had sent it; null: not yet. */
  sent_at: number | null;
}

const REFUND_ROW: Columns<RefundRow> = {
  out_trade_no: 'text',
  refund_id: 'text',
  creator_id: 'text',
  plan_id: 'text',
  day: 'date',
  at: 'bigint',
  decided_by: 'text',
  reason: 'text',
  amount: 'bigint',
  net: 'bigint',
  units: 'json',
  ticket_count: 'integer',
  sent_at: 'bigint',
};

/** News that the provider has sent a refund. */
export interface SentRefund {
  out_trade_no: string;
  refund_id: string;
  sent_at: number;
}

const SENT: Columns<SentRefund> = { out_trade_no: 'text', refund_id: 'text', sent_at: 'bigint' };

/** Writes a batch's refunds, and what was sent of those before it. */
export async function writeRefunds(
  tx: ClientBase,
  refunds: readonly RefundRow[],
  sent: readonly SentRefund[],
): Promise<void> {
  await insertRows(tx, 'order_refunds', REFUND_ROW, refunds);
  if (sent.length === 0) return;
  const { sql, values } = relation(SENT, sent);
  await tx.query(
    `UPDATE order_refunds r SET sent_at = given.sent_at
       FROM ${sql} WHERE r.out_trade_no = given.out_trade_no AND r.refund_id = given.refund_id`,
    values,
  );
}
