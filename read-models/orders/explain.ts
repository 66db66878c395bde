import { type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { addDays, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import {
  type PageRange,
  type Params,
  perShape,
  seconds,
  single,
  unplanned,
  valuesOf,
} from '../engine/query.ts';
import { listedOrders } from './columns.ts';
import { hourKey, skuKey } from './counts.ts';
import { countedDays } from './creator-orders.ts';
import { type ExplainPeriod, MONTH_PAGES } from './explain-months.ts';
import {
  countedPage,
  type Explanation,
  LATEST_FIRST,
  listOf,
  movesPage,
  onPage,
  startOf,
} from './explained-list.ts';

/** A figure that orders can explain (docs/domain/stats.md). */
type DayStat = 'orders' | 'gross' | 'net' | 'refunds' | 'new_sponsors' | 'sponsors';
export type MonthStat = keyof typeof MONTH_PAGES;
export type ExplainedStat = DayStat | MonthStat | 'units';

export const isMonthStat = (figure: ExplainedStat): figure is MonthStat => figure in MONTH_PAGES;

/** The part of a period that a figure covers: one SKU of the plan, or one hour of the week. */
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

const { creator_id, plan_id, counted, from, to, sku_id, weekday, hour, timeZone } = valuesOf<ExplainValues>();

const OF_PLAN = sql`(${plan_id}::text IS NULL OR o.plan_id = ${plan_id})`;

interface DayFigure {
  /** its days, with their orders `n` */
  days: Expression<unknown>;
  /** what a day adds, and the same of an order */
  ofDay: string;
  ofOrder?: string;
  /** which orders of a day count */
  counts?: Expression<SqlBool>;
}

const ON_PAGE = onPage('paid_day');

function paidPage({ days, ofDay, ofOrder = '1', counts = sql`true` }: DayFigure, params: Params<PageRange>) {
  const page = listedOrders()
    .select([sql<number>`${sql.raw(ofOrder)}`.as('contribution'), seconds('o.paid_at').as('time')])
    .where('o.creator_id', '=', creator_id)
    .where(sql<boolean>`${OF_PLAN}`)
    .where(ON_PAGE)
    .where(counts)
    .orderBy('o.paid_day', 'desc')
    .orderBy('o.paid_at', 'desc')
    .orderBy('o.out_trade_no', 'desc')
    .limit(unplanned(params.limit))
    .offset(startOf(params));
  return countedPage(days, ofDay, page, params);
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

type PageOf = (params: Params<ExplainValues>) => Expression<Explanation>;

const PAYMENTS = sql`
  SELECT o.out_trade_no, o.paid_day AS day, o.paid_at AS at, o.net AS contribution FROM rm.orders o
   WHERE o.creator_id = ${creator_id} AND ${OF_PLAN} AND ${ON_PAGE}`;
const refunds = (contribution: string) => sql`
  SELECT o.out_trade_no, o.day, o.at, ${sql.raw(contribution)} AS contribution FROM rm.order_refunds o
   WHERE o.creator_id = ${creator_id} AND ${OF_PLAN} AND ${onPage('o.day')}`;

/** Each refund is a line of its own. */
const refundsPage: PageOf = (params) => {
  const page = sql`${refunds('o.amount')} ORDER BY ${LATEST_FIRST} LIMIT ${unplanned(params.limit)} OFFSET ${startOf(params)}`;
  return countedPage(countedDays('refunds', params), 'refund_amount', listOf(page), params);
};

const netPage: PageOf = (params) =>
  countedPage(
    countedDays('paid + refunds', params),
    'paid_net - refund_net',
    movesPage(PAYMENTS, refunds('-o.net'), params),
    params,
  );

const paidDays =
  (ofDay: string, ofOrder: string): PageOf =>
  (params) =>
    paidPage({ days: countedDays('paid', params), ofDay, ofOrder }, params);

/** A SKU's part of each order of its plan. */
const ofSku =
  (ofDay: string, ofOrder: string): PageOf =>
  (params) => {
    const page = sql`
      SELECT out_trade_no, paid_at AS at, ${sql.raw(ofOrder)} AS contribution FROM rm.order_skus
       WHERE plan_id = ${plan_id} AND sku_id = ${sku_id} AND ${ON_PAGE}
       ORDER BY paid_day DESC, paid_at DESC, out_trade_no DESC LIMIT ${unplanned(params.limit)} OFFSET ${startOf(params)}`;
    return countedPage(countedDays('paid', params), ofDay, listOf(page), params);
  };

/**
 * The orders of one hour of the week. An index finds those of the page's days, half an hour at a time: time zones
 * change their offset at full or half hours.
 */
const ofHour =
  (ofDay: string, ofOrder: string): PageOf =>
  (params) => {
    const days = sql`SELECT * FROM (${countedDays('paid', params)}) AS d WHERE extract(isodow FROM day) = ${weekday}::int`;
    const page = sql`
      SELECT o.out_trade_no, o.paid_at AS at, ${sql.raw(ofOrder)} AS contribution
        FROM (SELECT day, (extract(epoch FROM half) * 1000)::bigint AS since
                FROM days CROSS JOIN LATERAL generate_series(day::timestamp AT TIME ZONE ${timeZone},
                       (day + interval '1439 minutes') AT TIME ZONE ${timeZone}, interval '30 minutes') AS half
               WHERE day BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)
                 AND extract(hour FROM half AT TIME ZONE ${timeZone}) = ${hour}::int) AS halves
       CROSS JOIN LATERAL (
         SELECT * FROM rm.orders o
          WHERE o.creator_id = ${creator_id} AND ${OF_PLAN} AND o.paid_day = halves.day
            AND o.paid_at >= since AND o.paid_at < since + 1800000 OFFSET 0) AS o
       ORDER BY o.paid_day DESC, o.paid_at DESC, o.out_trade_no DESC LIMIT ${unplanned(params.limit)} OFFSET ${startOf(params)}`;
    return countedPage(days, ofDay, listOf(page), params);
  };

type Pages = Readonly<Partial<Record<ExplainedStat, PageOf>>>;
const OF_ALL: Record<DayStat | MonthStat, PageOf> = {
  orders: paidDays('n', '1'),
  gross: paidDays('paid_amount', 'o.total_amount'),
  net: netPage,
  refunds: refundsPage,
  sponsors: (params) => paidPage(SPONSORS, params),
  new_sponsors: (params) => paidPage(NEW_SPONSORS, params),
  ...MONTH_PAGES,
};
const OF_SKU: Pages = {
  orders: ofSku('n', '1'),
  units: ofSku('paid_units', 'units'),
  gross: ofSku('paid_amount', 'gross'),
};
const OF_HOUR: Pages = { orders: ofHour('n', '1'), gross: ofHour('paid_amount', 'o.total_amount') };
const PAGES = { whole: OF_ALL as Pages, sku: OF_SKU, hour: OF_HOUR };

function countedKey(plan_id: string, part: ExplainedPart | undefined): string {
  if (part === undefined) return plan_id;
  return 'sku_id' in part ? skuKey(plan_id, part.sku_id) : hourKey(part.hour, plan_id);
}
const partsOf = (part: ExplainedPart | undefined): keyof typeof PAGES =>
  part === undefined ? 'whole' : 'sku_id' in part ? 'sku' : 'hour';

export const canExplain = (figure: ExplainedStat, part?: ExplainedPart): boolean =>
  PAGES[partsOf(part)][figure] !== undefined;

const explained = perShape(({ figure, parts }: { figure: ExplainedStat; parts: keyof typeof PAGES }) => {
  const page = PAGES[parts][figure];
  if (page === undefined) throw new Error(`${figure} of a ${parts} is not explained`);
  return single<ExplainValues, Explanation>(
    figure === 'recurring' ? ['orders', 'daily_stats'] : ['orders'],
    page,
  );
});

/**
 * A page of the orders in a figure, latest first, and their sum. It is computed from orders and their sums
 * per day, not from the rows of the statistics, so both check each other.
 */
export function explainStat(pool: Pool, figure: ExplainedStat, { part, ...scope }: ExplainScope) {
  const from = figure === 'sponsors' ? addDays(scope.to, 1 - STATISTICS_WINDOW_DAYS) : scope.from;
  const { plan_id = '' } = scope;
  const counted = countedKey(plan_id, part);
  const values = { ...scope, ...part, from, counted };
  return explained({ figure, parts: partsOf(part) })(pool, values as ExplainValues);
}
