import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import { jsonList, type PageRange } from './columns.ts';

/** A fan's payments and refunds in one business month; fen. */
export interface SpentMonth {
  /** `YYYY-MM` */
  month: string;
  orders: number;
  paid: number;
  refunded: number;
}

/** One payment or refund; fen and Unix seconds. */
export interface MoneyMove {
  kind: 'payment' | 'refund';
  time: number;
  amount: number;
  /** Of a refund: when the money was sent; null: not yet. A payment has none. */
  sent_time: number | null;
  out_trade_no: string;
  creator_id: string;
  plan_id: string;
  plan_name: string;
  product_type: number;
}

/** Imported and free orders are not included. */
const MOVES = `
  SELECT 'payment' AS kind, o.paid_at AS at, o.paid_day AS day, o.total_amount AS amount, NULL::bigint AS sent_at,
         '' AS refund_id, o.out_trade_no, o.creator_id, o.plan_id, o.plan_name, o.product_type
    FROM rm.orders o
   WHERE o.user_id = $1 AND o.paid_day IS NOT NULL AND NOT o.imported AND o.total_amount > 0
  UNION ALL
  SELECT 'refund', r.at, r.day, r.amount, r.sent_at,
         r.refund_id, o.out_trade_no, o.creator_id, o.plan_id, o.plan_name, o.product_type
    FROM rm.orders o JOIN rm.order_refunds r USING (out_trade_no)
   WHERE o.user_id = $1 AND o.refund_state > 0 AND NOT o.imported AND r.amount > 0`;

const MONTHS: Query = {
  name: 'orders-spent-months',
  models: ['orders'],
  sql: `SELECT to_char(day, 'YYYY-MM') AS month, count(*) FILTER (WHERE kind = 'payment') AS orders,
               coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0) AS paid,
               coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
          FROM (${MOVES}) AS moves GROUP BY 1 ORDER BY 1 DESC`,
};

/** A fan's payments by business month, newest first; months without payments are omitted. */
export const spentMonths = (pool: Pool, user_id: string): Promise<Answer<SpentMonth>> =>
  runQuery(pool, MONTHS, [user_id]);

const OF_MONTH: Query = {
  name: 'orders-spent-in-month',
  models: ['orders'],
  sql: `
    WITH moves AS (SELECT * FROM (${MOVES}) AS all_moves WHERE $2::text IS NULL OR to_char(day, 'YYYY-MM') = $2)
    SELECT (SELECT count(*) FROM moves) AS total_count,
           ${jsonList(`
             SELECT kind, at / 1000 AS time, amount, sent_at / 1000 AS sent_time, out_trade_no, creator_id,
                    plan_id, plan_name, product_type
               FROM moves ORDER BY at DESC, out_trade_no DESC, refund_id DESC LIMIT $3 OFFSET $4`)} AS list`,
};

/** One row: a page of a fan's payments and refunds, newest first. @param month `YYYY-MM`; all without it */
export const moneyMoves = (
  pool: Pool,
  user_id: string,
  month: string | undefined,
  { limit, offset }: PageRange,
): Promise<Answer<{ total_count: number; list: MoneyMove[] }>> =>
  runQuery(pool, OF_MONTH, [user_id, month ?? null, limit, offset]);
