import { type Expression, sql } from 'kysely';
import type { Pool } from 'pg';
import { PRODUCT_TYPE } from '#events/status.ts';
import { addDays, type BusinessCalendar, type BusinessDay, type Millis } from '#events/time.ts';
import {
  type PageRange,
  type Params,
  pageRow,
  perShape,
  single,
  unplanned,
  valuesOf,
  withColumns,
} from '../engine/query.ts';
import { countedPage, type Explanation, listOf, movesPage, onPage } from './explained-list.ts';

/** Which orders count for a goal in a period. */
export interface GoalScope {
  creator_id: string;
  /** Paid from `from` until before `to`: whole minutes, for fans a whole month. */
  from: Millis;
  to: Millis;
  /** Payments and refunds through the end of this day. */
  through: BusinessDay;
  products: boolean;
}

/** With the whole days of the period, the second not included, and when these begin. */
interface GoalValues extends GoalScope, PageRange {
  first_day: BusinessDay;
  end_day: BusinessDay;
  first_at: Millis;
  end_at: Millis;
}

const period = valuesOf<GoalValues>();
const { creator_id, products } = period;
/** The planner sees none of these, so that it keeps its plan. */
const from = unplanned(period.from);
const to = unplanned(period.to);
const first_at = unplanned(period.first_at);
const end_at = unplanned(period.end_at);
const first_day = unplanned(period.first_day, 'date');
const end_day = unplanned(period.end_day, 'date');
const through = unplanned(period.through, 'date');

/** Orders of an alias that count, whenever they were paid. */
const counts = (alias: string) => {
  const o = sql.raw(alias);
  return sql`${o}.creator_id = ${creator_id} AND NOT ${o}.imported
    AND (${o}.product_type = ${PRODUCT_TYPE.sponsorship} OR ${products}::boolean)`;
};

const movesIn = (table: string, range: Expression<unknown>) => sql`
  SELECT day, moves, amount FROM ${sql.table(table)}
   WHERE creator_id = ${creator_id} AND ${range} AND day <= ${through} AND (NOT product OR ${products}::boolean)`;
const minutesFrom = (begin: Expression<unknown>, end: Expression<unknown>) =>
  movesIn('rm.goal_minutes', sql`paid_minute >= ${begin} / 60000 AND paid_minute < ${end} / 60000`);
/** Whole days by their rows, the rest of a window by the minute. */
const MOVES = sql`
  SELECT day, sum(moves) AS n, sum(amount) AS amount
    FROM (${movesIn('rm.goal_days', sql`paid_day >= ${first_day} AND paid_day < ${end_day}`)}
          UNION ALL ${minutesFrom(from, sql`least(${to}, ${first_at})`)}
          UNION ALL ${minutesFrom(sql`greatest(${first_at}, ${end_at})`, to)}) AS moved
   GROUP BY day`;
const IN_PERIOD = sql`${counts('o')} AND o.paid_at >= ${from} AND o.paid_at < ${to}`;
const PAYMENTS = sql`
  SELECT o.out_trade_no, o.paid_day AS day, o.paid_at AS at, o.total_amount AS contribution FROM rm.orders o
   WHERE ${IN_PERIOD} AND ${onPage('o.paid_day')} AND o.total_amount > 0`;
const REFUNDS = sql`
  SELECT r.out_trade_no, r.day, r.at, -r.amount AS contribution FROM rm.order_refunds r JOIN rm.orders o USING (out_trade_no)
   WHERE r.creator_id = ${creator_id} AND ${onPage('r.day')} AND r.amount > 0 AND ${IN_PERIOD}`;

/** Paid in the month, and not all of it was refunded. */
const paidBy = (alias: string) => {
  const o = sql.raw(alias);
  return sql`${counts(alias)} AND ${o}.paid_day >= ${first_day}
    AND ${o}.paid_day < ${end_day} AND ${o}.paid_day <= ${through}
    AND ${o}.total_amount > CASE WHEN ${o}.refunded = 0 THEN 0 ELSE coalesce((
          SELECT sum(r.amount) FROM rm.order_refunds r
           WHERE r.out_trade_no = ${o}.out_trade_no AND r.day <= ${through}), 0) END`;
};
/** One look-up for each order, as it cannot become a join: it reads no more orders than the page needs. */
const NEWEST_OF_FAN = sql`
  SELECT o.out_trade_no, o.paid_day, o.paid_at AS at FROM rm.orders o
   WHERE ${paidBy('o')} AND (SELECT f.out_trade_no FROM rm.orders f
                              WHERE f.user_id = o.user_id AND (f.paid_at, f.out_trade_no) > (o.paid_at, o.out_trade_no)
                                AND ${paidBy('f')} LIMIT 1) IS NULL`;
/** The same for a late page: reads all orders of the month once. */
const NEWEST_OF_FANS = sql`
  SELECT DISTINCT ON (o.user_id) o.out_trade_no, o.paid_day, o.paid_at AS at FROM rm.orders o
   WHERE ${paidBy('o')} ORDER BY o.user_id, o.paid_at DESC, o.out_trade_no DESC`;
/** From this offset on a page is late. */
const LATE = 100;

function fansPage(orders: Expression<unknown>, { limit, offset }: Params<PageRange>) {
  const page = sql`
    SELECT *, 1 AS contribution FROM (${orders}) AS newest
     ORDER BY paid_day DESC, at DESC, out_trade_no DESC LIMIT ${unplanned(limit)} OFFSET ${unplanned(offset)}`;
  const fans = sql<number>`
    (SELECT coalesce(sum(CASE WHEN ${products}::boolean THEN payers ELSE sponsors END), 0) FROM rm.goal_fan_days
      WHERE creator_id = ${creator_id} AND month = to_char(${first_day}, 'YYYY-MM') AND day <= ${through})`;
  return sql<Explanation>`${withColumns(pageRow(fans, listOf(page)), sql<{ value: number }>`${fans} AS value`)}`;
}

const explained = perShape((of: 'money' | 'fans' | 'late fans') =>
  single<GoalValues, Explanation>(['orders', 'goals'], (params) =>
    of === 'money'
      ? countedPage(MOVES, 'amount', movesPage(PAYMENTS, REFUNDS, params), params)
      : fansPage(of === 'fans' ? NEWEST_OF_FAN : NEWEST_OF_FANS, params),
  ),
);

/**
 * A page of what counts for a goal, latest first, from the orders: each payment and each refund is a line on its own
 * day, and a fan counts with the newest order. How many these are, and their sum, are counts of the goals.
 */
export function explainGoal(
  pool: Pool,
  calendar: BusinessCalendar,
  of: 'money' | 'fans',
  scope: GoalScope & PageRange,
  late = scope.offset >= LATE,
) {
  const first_day = addDays(calendar.dayOf(scope.from - 1), 1);
  const end_day = calendar.dayOf(scope.to);
  const whole = { first_at: calendar.startOf(first_day), end_at: calendar.startOf(end_day) };
  return explained(late && of === 'fans' ? 'late fans' : of)(pool, {
    ...scope,
    first_day,
    end_day,
    ...whole,
  });
}
