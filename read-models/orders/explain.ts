import type { Pool } from 'pg';
import { addDays, type BusinessDay, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import { jsonList, LISTED, type ListedOrder, type PageRange } from './columns.ts';
import { MONTH_PARTS } from './explain-months.ts';

/** A figure that orders can explain (docs/domain.md, Figures). */
type DayStat = 'orders' | 'gross' | 'net' | 'refunds' | 'new_sponsors' | 'sponsors';
export type MonthStat = keyof typeof MONTH_PARTS;
export type ExplainedStat = DayStat | MonthStat | 'units';

export const isMonthStat = (figure: ExplainedStat): figure is MonthStat => figure in MONTH_PARTS;

/** The part of a period that a figure covers: one SKU, or one hour of the week. */
export type ExplainedPart = { sku_id: string } | { weekday: number; hour: number; timeZone: string };

export interface ExplainScope {
  creator_id: string;
  /** Of figures of a month: the fans' first month instead. */
  plan_id?: string | undefined;
  part?: ExplainedPart | undefined;
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
const PARTS: Record<DayStat | MonthStat, string> = {
  ...MONTH_PARTS,
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

/** A SKU's part of each order: $7 is the SKU. */
const ofSku = (contribution: string): string => `
  SELECT o.out_trade_no, o.paid_at AS at, ${contribution} AS contribution
    FROM rm.orders o JOIN rm.daily_lines l USING (out_trade_no) WHERE ${PAID_IN_RANGE} AND l.sku_id = $7`;
const SKU_PARTS = { orders: ofSku('1'), units: ofSku('l.units'), gross: ofSku('l.gross') } as const;
/** $7 is the weekday, $8 the hour, $9 the time zone. */
const ofHour = (contribution: string): string => `
  ${paid(contribution)} AND extract(isodow FROM o.paid_day) = $7::int
    AND extract(hour FROM to_timestamp(o.paid_at / 1000.0) AT TIME ZONE $9) = $8::int`;
const HOUR_PARTS = { orders: ofHour('1'), gross: ofHour('o.total_amount') } as const;

/** Undefined for a figure that has no such part. */
function partsOf(figure: ExplainedStat, part: ExplainedPart | undefined): string | undefined {
  const parts: Partial<Record<ExplainedStat, string>> =
    part === undefined ? PARTS : 'sku_id' in part ? SKU_PARTS : HOUR_PARTS;
  return parts[figure];
}

export const canExplain = (figure: ExplainedStat, part?: ExplainedPart): boolean =>
  partsOf(figure, part) !== undefined;

/** @param parts a `WITH` whose `parts` has order number, a time to sort by, and the order's contribution */
export const explanationSql = (parts: string, limit: string, offset: string): string => `
  ${parts}
  SELECT coalesce((SELECT sum(contribution) FROM parts), 0) AS value,
         (SELECT count(*) FROM parts) AS total_count,
         ${jsonList(`
           SELECT ${LISTED}, part.contribution
             FROM (SELECT * FROM parts ORDER BY at DESC, out_trade_no DESC LIMIT ${limit} OFFSET ${offset}) AS part
             JOIN rm.orders o USING (out_trade_no)
            ORDER BY part.at DESC, o.out_trade_no DESC`)} AS list`;

function questionOf(figure: ExplainedStat, part: ExplainedPart | undefined): Query {
  const kind = part === undefined ? '' : 'sku_id' in part ? '-of-sku' : '-of-hour';
  return {
    name: `explain-${figure}${kind}`,
    models: part === undefined && !isMonthStat(figure) ? ['orders'] : ['orders', 'daily_stats'],
    sql: explanationSql(`WITH parts AS MATERIALIZED (${partsOf(figure, part)})`, '$5', '$6'),
  };
}

/**
 * One row: the orders in a figure, newest payment first, and their sum. It is computed from orders, not from daily
 * rows, so both check each other.
 */
export function explainStat(
  pool: Pool,
  figure: ExplainedStat,
  { creator_id, plan_id, from, to, part }: ExplainScope,
  { limit, offset }: PageRange,
): Promise<Answer<Explanation>> {
  const since = figure === 'sponsors' ? addDays(to, 1 - STATISTICS_WINDOW_DAYS) : from;
  const rest = part === undefined ? [] : Object.values(part);
  return runQuery(pool, questionOf(figure, part), [
    ...[creator_id, plan_id ?? null, since, to, limit, offset],
    ...rest,
  ]);
}
