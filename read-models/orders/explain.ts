import { type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { addDays, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import {
  type Page,
  type PageRange,
  type Params,
  pageRow,
  perShape,
  single,
  unplanned,
  valuesOf,
  withColumns,
} from '../engine/query.ts';
import { type ListedOrder, listedOrders } from './columns.ts';
import { countedDays, daysOfPage } from './creator-orders.ts';
import { type ExplainPeriod, MONTH_PARTS } from './explain-months.ts';

/** A figure that orders can explain (docs/domain.md, Figures). */
type DayStat = 'orders' | 'gross' | 'net' | 'refunds' | 'new_sponsors' | 'sponsors';
export type MonthStat = keyof typeof MONTH_PARTS;
export type ExplainedStat = DayStat | MonthStat | 'units';

export const isMonthStat = (figure: ExplainedStat): figure is MonthStat => figure in MONTH_PARTS;

/** The part of a period that a figure covers: one SKU, or one hour of the week. */
interface SkuPart {
  sku_id: string;
}
interface HourPart {
  weekday: number;
  hour: number;
  timeZone: string;
}
export type ExplainedPart = SkuPart | HourPart;

export interface ExplainScope extends ExplainPeriod, PageRange {
  part?: ExplainedPart | undefined;
}
/** All values of the queries. */
type ExplainValues = ExplainPeriod & PageRange & SkuPart & HourPart & { counted: string };

/** One row: a page of the orders with their contributions, and the sum of all of them over all pages. */
export interface Explanation extends Page<ListedOrder & { contribution: number }> {
  /** fen for money, otherwise a number */
  value: number;
}

const { creator_id, plan_id, counted, from, to, sku_id, weekday, hour, timeZone } = valuesOf<ExplainValues>();

const OF_PLAN = sql`(${plan_id}::text IS NULL OR o.plan_id = ${plan_id})`;
const PAID_IN_RANGE = sql`o.creator_id = ${creator_id} AND ${OF_PLAN} AND o.paid_day BETWEEN ${from}::date AND ${to}::date`;
const REFUNDED_IN_RANGE = sql`
  SELECT r.out_trade_no, sum(r.amount) AS amount, sum(r.net) AS net FROM rm.order_refunds r
   WHERE r.creator_id = ${creator_id} AND (${plan_id}::text IS NULL OR r.plan_id = ${plan_id}) AND r.day BETWEEN ${from}::date AND ${to}::date
   GROUP BY r.out_trade_no`;

interface DayFigure {
  /** its days, with their orders `n` */
  days: Expression<unknown>;
  /** what a day adds, and the same of an order */
  ofDay: string;
  ofOrder?: string;
  /** which orders of a day count */
  counts?: Expression<SqlBool>;
}

function paidPage({ days, ofDay, ofOrder = '1', counts = sql`true` }: DayFigure, params: Params<PageRange>) {
  const page = listedOrders()
    .select(sql<number>`${sql.raw(ofOrder)}`.as('contribution'))
    .where('o.creator_id', '=', creator_id)
    .where(sql<boolean>`${OF_PLAN}`)
    .where(sql<boolean>`o.paid_day BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)`)
    .where(counts)
    .orderBy('o.paid_day', 'desc')
    .orderBy('o.paid_at', 'desc')
    .orderBy('o.out_trade_no', 'desc')
    .limit(unplanned(params.limit))
    .offset(sql<number>`${params.offset} - (SELECT before FROM here)`);
  const total = (of: string) => sql<number>`(SELECT coalesce(sum(${sql.raw(of)}), 0) FROM days)`;
  const value = sql<{ value: number }>`${total(ofDay)} AS value`;
  return sql<Explanation>`WITH ${daysOfPage(days, params)} ${withColumns(pageRow(total('n'), page), value)}`;
}

/** The paying day of the fan's order before, or after it. One look-up for each order, as it cannot become a join. */
const neighbour = (order: 'before' | 'after') => {
  const [sign, way] = order === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  return sql`
    (SELECT f.paid_day FROM rm.orders f
      WHERE f.creator_id = o.creator_id AND f.user_id = o.user_id AND (${plan_id}::text IS NULL OR f.plan_id = ${plan_id})
        AND f.paid_day IS NOT NULL AND (f.paid_at, f.out_trade_no) ${sql.raw(sign)} (o.paid_at, o.out_trade_no)
      ORDER BY f.paid_at ${sql.raw(way)}, f.out_trade_no ${sql.raw(way)} LIMIT 1)`;
};

/** Rows of `rm.order_fan_days`. */
const FAN_DAYS = sql`creator_id = ${creator_id} AND plan_id = ${counted} AND day BETWEEN ${from}::date AND ${to}::date`;

/** A fan counts on the last paying day of the period: on each one, less those that another one follows. */
const SPONSORS = {
  days: sql`
    SELECT day, sum(n) AS n
      FROM (SELECT day, fans AS n FROM rm.order_fan_days WHERE ${FAN_DAYS}
            UNION ALL
            SELECT day - since, -fans FROM rm.order_fan_days
             WHERE ${FAN_DAYS} AND since > 0 AND day - since >= ${from}::date) AS paying
     GROUP BY day`,
  ofDay: 'n',
  counts: sql<SqlBool>`coalesce(${neighbour('after')} > ${to}::date, true)`,
};
const NEW_SPONSORS = {
  days: sql`SELECT day, fans AS n FROM rm.order_fan_days WHERE ${FAN_DAYS} AND since = 0`,
  ofDay: 'n',
  counts: sql<SqlBool>`o.maybe_first AND ${neighbour('before')} IS NULL`,
};

/** Refunded in the period, and of these the orders paid in another one. */
const REFUNDED = sql`
  refunded AS MATERIALIZED (${REFUNDED_IN_RANGE}),
  outside AS MATERIALIZED (
    SELECT out_trade_no, o.paid_day, o.paid_at, 0 AS net FROM refunded JOIN rm.orders o USING (out_trade_no)
     WHERE o.paid_day NOT BETWEEN ${from}::date AND ${to}::date)`;

/** Payments by their sums per day and refunds, per order. */
function netPage(params: Params<ExplainValues>) {
  const moved = sql`${countedDays('paid', params)} UNION ALL SELECT paid_day, 0, 0, count(*) FROM outside GROUP BY 1`;
  const start = sql`${params.offset} - (SELECT before FROM here)`;
  const onPage = sql`paid_day BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)`;
  const page = sql`
    SELECT * FROM ((SELECT o.out_trade_no, o.paid_day, o.paid_at, o.net FROM rm.orders o WHERE ${PAID_IN_RANGE} AND o.${onPage}
                     ORDER BY o.paid_day DESC, o.paid_at DESC, o.out_trade_no DESC LIMIT ${params.limit} + ${start})
                   UNION ALL SELECT * FROM outside WHERE ${onPage}) AS moved
     ORDER BY paid_at DESC, out_trade_no DESC LIMIT ${unplanned(params.limit)} OFFSET ${start}`;
  const orders = sql`(
    SELECT o.*, part.net - coalesce(refunded.net, 0) AS contribution
      FROM (${page}) AS part JOIN rm.orders o USING (out_trade_no) LEFT JOIN refunded USING (out_trade_no))`;
  const list = listedOrders(orders)
    .select(sql<number>`o.contribution`.as('contribution'))
    .orderBy('o.paid_at', 'desc')
    .orderBy('o.out_trade_no', 'desc');
  const value = sql<{ value: number }>`
    (SELECT coalesce(sum(paid_net), 0) FROM days) - (SELECT coalesce(sum(net), 0) FROM refunded) AS value`;
  const total = sql<number>`(SELECT coalesce(sum(n), 0) FROM days)`;
  return sql<Explanation>`WITH ${REFUNDED}, ${daysOfPage(moved, params)} ${withColumns(pageRow(total, list), value)}`;
}

type PageOf = (params: Params<ExplainValues>) => Expression<Explanation>;
const paidDays =
  (ofDay: string, ofOrder: string): PageOf =>
  (params) =>
    paidPage({ days: countedDays('paid', params), ofDay, ofOrder }, params);

/** Figures whose sums are kept per day. */
const BY_DAY = {
  orders: paidDays('n', '1'),
  gross: paidDays('paid_amount', 'o.total_amount'),
  net: netPage,
  sponsors: (params) => paidPage(SPONSORS, params),
  new_sponsors: (params) => paidPage(NEW_SPONSORS, params),
} as const satisfies Partial<Record<DayStat, PageOf>>;
const isByDay = (figure: ExplainedStat): figure is keyof typeof BY_DAY => figure in BY_DAY;

/** The rows of each figure: order number, a time to sort by, the order's contribution. */
const WHOLE: Record<Exclude<DayStat, keyof typeof BY_DAY> | MonthStat, Expression<unknown>> = {
  ...MONTH_PARTS,
  refunds: sql`
    SELECT o.out_trade_no, o.paid_at AS at, r.amount AS contribution
      FROM (${REFUNDED_IN_RANGE}) AS r JOIN rm.orders o USING (out_trade_no)`,
};

/** A SKU's part of each order. */
const ofSku = (contribution: Expression<unknown>) => sql`
  SELECT o.out_trade_no, o.paid_at AS at, ${contribution} AS contribution
    FROM rm.orders o JOIN rm.daily_orders d USING (out_trade_no)
   CROSS JOIN LATERAL json_to_recordset(d.lines) AS l (sku_id text, units bigint, gross bigint)
   WHERE ${PAID_IN_RANGE} AND l.sku_id = ${sku_id}`;
const SKU_PARTS = { orders: ofSku(sql`1`), units: ofSku(sql`l.units`), gross: ofSku(sql`l.gross`) } as const;
/**
 * The orders of one hour of the week. An index finds them: half an hour of a day at a time, as offsets of time zones
 * change at full or half hours.
 */
const ofHour = (contribution: Expression<unknown>) => sql`
  SELECT o.out_trade_no, o.paid_at AS at, ${contribution} AS contribution
    FROM (SELECT day::date, (extract(epoch FROM half) * 1000)::bigint AS since
            FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') AS day
           CROSS JOIN LATERAL generate_series(day AT TIME ZONE ${timeZone},
                   (day + interval '1439 minutes') AT TIME ZONE ${timeZone}, interval '30 minutes') AS half
           WHERE extract(isodow FROM day) = ${weekday}::int
             AND extract(hour FROM half AT TIME ZONE ${timeZone}) = ${hour}::int) AS halves
   CROSS JOIN LATERAL (
     SELECT * FROM rm.orders o
      WHERE o.creator_id = ${creator_id} AND ${OF_PLAN} AND o.paid_day = halves.day
        AND o.paid_at >= since AND o.paid_at < since + 1800000 OFFSET 0) AS o`;
const HOUR_PARTS = { orders: ofHour(sql`1`), gross: ofHour(sql`o.total_amount`) } as const;

type Parts = Readonly<Partial<Record<ExplainedStat, Expression<unknown>>>>;
const PARTS = { whole: WHOLE as Parts, sku: SKU_PARTS as Parts, hour: HOUR_PARTS as Parts };

const partsOf = (part: ExplainedPart | undefined): keyof typeof PARTS =>
  part === undefined ? 'whole' : 'sku_id' in part ? 'sku' : 'hour';

export const canExplain = (figure: ExplainedStat, part?: ExplainedPart): boolean =>
  PARTS[partsOf(part)][figure] !== undefined || (part === undefined && isByDay(figure));

/** @param parts a `WITH` whose `parts` has order number, a time to sort by, and the order's contribution */
export function explanationOf(parts: Expression<unknown>) {
  const { limit, offset } = valuesOf<PageRange>();
  const page = sql`SELECT * FROM parts ORDER BY at DESC, out_trade_no DESC LIMIT ${limit} OFFSET ${offset}`;
  const list = listedOrders(sql`(SELECT * FROM (${page}) AS part JOIN rm.orders USING (out_trade_no))`)
    .select(sql<number>`o.contribution`.as('contribution'))
    .orderBy(sql`o.at`, 'desc')
    .orderBy('o.out_trade_no', 'desc');
  const value = sql<{ value: number }>`coalesce((SELECT sum(contribution) FROM parts), 0) AS value`;
  return sql<Explanation>`${parts} ${withColumns(pageRow(sql`(SELECT count(*) FROM parts)`, list), value)}`;
}

const explained = perShape(({ figure, parts }: { figure: ExplainedStat; parts: keyof typeof PARTS }) =>
  single<ExplainValues, Explanation>(
    parts === 'whole' && !isMonthStat(figure) ? ['orders'] : ['orders', 'daily_stats'],
    // Values of other parts are not used.
    (params) =>
      parts === 'whole' && isByDay(figure)
        ? BY_DAY[figure](params)
        : explanationOf(sql`WITH parts AS MATERIALIZED (${PARTS[parts][figure]})`),
  ),
);

/**
 * A page of the orders in a figure, newest payment first, and their sum. It is computed from orders and their sums
 * per day, not from the rows of the statistics, so both check each other.
 */
export function explainStat(pool: Pool, figure: ExplainedStat, { part, ...scope }: ExplainScope) {
  const from = figure === 'sponsors' ? addDays(scope.to, 1 - STATISTICS_WINDOW_DAYS) : scope.from;
  const values = { ...scope, ...part, from, counted: scope.plan_id ?? '' };
  return explained({ figure, parts: partsOf(part) })(pool, values as ExplainValues);
}
