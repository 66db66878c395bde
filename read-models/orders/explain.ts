import type { Pool } from 'pg';
import { addDays, type BusinessDay, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import { jsonList, LISTED, type ListedOrder, type PageRange } from './columns.ts';

/** A figure that orders can explain (docs/domain.md, Figures). */
export type ExplainedStat = 'orders' | 'gross' | 'net' | 'refunds' | 'new_sponsors' | 'sponsors';

export interface ExplainScope {
  creator_id: string;
  plan_id?: string | undefined;
  from: BusinessDay;
  /** Included. `sponsors` are those of the 31 days that end with it. */
  to: BusinessDay;
}

interface ContributingOrder extends ListedOrder {
  /** fen for money, 1 for counts */
  contribution: number;
}

export interface Explanation {
  /** Sum of all contributions, over all pages. */
  value: number;
  total_count: number;
  list: ContributingOrder[];
}

const OF_PLAN = '($2::text IS NULL OR o.plan_id = $2)';
const PAID_IN_RANGE = `o.creator_id = $1 AND ${OF_PLAN} AND o.paid_day BETWEEN $3::date AND $4::date`;
const REFUNDED_IN_RANGE = `
  SELECT r.out_trade_no, sum(r.amount) AS amount, sum(r.net) AS net FROM rm.order_refunds r
   WHERE r.creator_id = $1 AND ($2::text IS NULL OR r.plan_id = $2) AND r.day BETWEEN $3::date AND $4::date
   GROUP BY r.out_trade_no`;

const paid = (contribution: string): string =>
  `SELECT o.out_trade_no, o.paid_at AS at, ${contribution} AS contribution FROM rm.orders o WHERE ${PAID_IN_RANGE}`;

/** The rows of each figure: order number, a time to sort by, the order's contribution. */
const PARTS: Record<ExplainedStat, string> = {
  orders: paid('1'),
  gross: paid('o.total_amount'),
  refunds: `
    SELECT o.out_trade_no, o.paid_at AS at, r.amount AS contribution
      FROM (${REFUNDED_IN_RANGE}) AS r JOIN rm.orders o USING (out_trade_no)`,
  net: `
    SELECT out_trade_no, max(at) AS at, sum(net) AS contribution
      FROM (SELECT o.out_trade_no, o.paid_at AS at, o.net FROM rm.orders o WHERE ${PAID_IN_RANGE}
            UNION ALL
            SELECT o.out_trade_no, o.paid_at, -r.net
              FROM (${REFUNDED_IN_RANGE}) AS r JOIN rm.orders o USING (out_trade_no)) AS moved
     GROUP BY out_trade_no`,
  new_sponsors: `
    SELECT o.out_trade_no, o.paid_at AS at, 1 AS contribution FROM rm.orders o
     WHERE ${PAID_IN_RANGE}
       AND NOT EXISTS (SELECT 1 FROM rm.orders e
                        WHERE e.creator_id = o.creator_id AND e.user_id = o.user_id
                          AND ($2::text IS NULL OR e.plan_id = $2) AND e.paid_day IS NOT NULL
                          AND (e.paid_at, e.out_trade_no) < (o.paid_at, o.out_trade_no))`,
  sponsors: `
    SELECT DISTINCT ON (o.user_id) o.out_trade_no, o.paid_at AS at, 1 AS contribution
      FROM rm.orders o WHERE ${PAID_IN_RANGE}
     ORDER BY o.user_id, o.paid_at DESC, o.out_trade_no DESC`,
};

function questionOf(figure: ExplainedStat): Query {
  return {
    name: `explain-${figure}`,
    models: ['orders'],
    sql: `
      WITH parts AS MATERIALIZED (${PARTS[figure]})
      SELECT coalesce((SELECT sum(contribution) FROM parts), 0) AS value,
             (SELECT count(*) FROM parts) AS total_count,
             ${jsonList(`
               SELECT ${LISTED}, part.contribution
                 FROM (SELECT * FROM parts ORDER BY at DESC, out_trade_no DESC LIMIT $5 OFFSET $6) AS part
                 JOIN rm.orders o USING (out_trade_no)
                ORDER BY part.at DESC, o.out_trade_no DESC`)} AS list`,
  };
}

/**
 * One row: the orders in a figure, newest payment first, and their sum. It is computed from orders, not from daily
 * rows, so both check each other.
 */
export function explainStat(
  pool: Pool,
  figure: ExplainedStat,
  { creator_id, plan_id, from, to }: ExplainScope,
  { limit, offset }: PageRange,
): Promise<Answer<Explanation>> {
  const since = figure === 'sponsors' ? addDays(to, 1 - STATISTICS_WINDOW_DAYS) : from;
  return runQuery(pool, questionOf(figure), [creator_id, plan_id ?? null, since, to, limit, offset]);
}
