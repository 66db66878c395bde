import { type Expression, sql } from 'kysely';
import { type Page, type PageRange, type Params, pageRow, query, single } from '../engine/query.ts';

const models = ['orders'];

/** A fan's payments and refunds in one business month; fen. */
interface SpentMonth {
  /** `YYYY-MM` */
  month: string;
  orders: number;
  paid: number;
  refunded: number;
}

/** One payment or refund; fen and Unix seconds. */
interface MoneyMove {
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
const moves = (user_id: Expression<string>) => sql`
  SELECT 'payment' AS kind, o.paid_at AS at, o.paid_day AS day, o.total_amount AS amount, NULL::bigint AS sent_at,
         '' AS refund_id, o.out_trade_no, o.creator_id, o.plan_id, o.plan_name, o.product_type
    FROM rm.orders o
   WHERE o.user_id = ${user_id} AND o.paid_day IS NOT NULL AND NOT o.imported AND o.total_amount > 0
  UNION ALL
  SELECT 'refund', r.at, r.day, r.amount, r.sent_at,
         r.refund_id, o.out_trade_no, o.creator_id, o.plan_id, o.plan_name, o.product_type
    FROM rm.orders o JOIN rm.order_refunds r USING (out_trade_no)
   WHERE o.user_id = ${user_id} AND o.refund_state > 0 AND NOT o.imported AND r.amount > 0`;

/** A fan's payments by business month, newest first; months without payments are omitted. */
export const spendingMonths = query(
  models,
  ({ user_id }: Params<{ user_id: string }>) => sql<SpentMonth>`
    SELECT to_char(day, 'YYYY-MM') AS month, count(*) FILTER (WHERE kind = 'payment') AS orders,
           coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0) AS paid,
           coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
      FROM (${moves(user_id)}) AS moves GROUP BY 1 ORDER BY 1 DESC`,
);

interface InMonth extends PageRange {
  user_id: string;
  /** `YYYY-MM`; all without it */
  month: string | undefined;
}

/** A page of a fan's payments and refunds, newest first. */
export const moneyMoves = single(
  models,
  ({ user_id, month, limit, offset }: Params<InMonth>) => sql<Page<MoneyMove>>`
    WITH moves AS (SELECT * FROM (${moves(user_id)}) AS all_moves
                    WHERE ${month}::text IS NULL OR to_char(day, 'YYYY-MM') = ${month})
    ${pageRow(
      sql`(SELECT count(*) FROM moves)`,
      sql<MoneyMove>`(
        SELECT kind, at / 1000 AS time, amount, sent_at / 1000 AS sent_time, out_trade_no, creator_id,
               plan_id, plan_name, product_type
          FROM moves ORDER BY at DESC, out_trade_no DESC, refund_id DESC LIMIT ${limit} OFFSET ${offset})`,
    )}`,
);
