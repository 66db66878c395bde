import type { Pool } from 'pg';
import type { IncomeLine } from '#events/income-line.ts';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';

const models = ['ledger'];

/** The income of a creator's business month in fen; fees are net of refunds. */
export interface MonthSums {
  orders: number;
  gross: number;
  payment_fee: number;
  service_fee: number;
  affiliate: number;
  refunds: number;
  commissions: number;
  net: number;
  first_position: number;
  last_position: number;
}

export interface IncomeMonth extends MonthSums {
  month: string;
  /** Unix seconds; null while it is not settled */
  settled_at: number | null;
  available_at: number | null;
}

export interface Settlement extends MonthSums {
  month: string;
  user_id: string;
  lines_sha256: string;
  /** Log position of the settlement itself. */
  position: number;
  /** Unix seconds */
  settled_at: number;
  available_at: number;
}

const SUMS = `orders, gross, payment_fee, service_fee, affiliate, refunds, commissions, net, first_position, last_position`;
const ofMonth = SUMS.replaceAll(/(\w+)/g, 'm.$1');

const MONTHS: Query = {
  name: 'income-months',
  models,
  sql: `SELECT m.month, ${ofMonth}, s.settled_at / 1000 AS settled_at, s.available_at / 1000 AS available_at
          FROM rm.income_months m LEFT JOIN rm.settlements s USING (month, user_id)
         WHERE m.user_id = $1 AND ($2::text IS NULL OR m.month = $2) ORDER BY m.month DESC`,
};

/** A creator's months with income, newest first. @param month only that one */
export const incomeMonthsOf = (pool: Pool, user_id: string, month?: string): Promise<Answer<IncomeMonth>> =>
  runQuery(pool, MONTHS, [user_id, month ?? null]);

const SETTLEMENT = `month, user_id, ${SUMS}, lines_sha256, position,
  settled_at / 1000 AS settled_at, available_at / 1000 AS available_at`;

const OF_MONTH: Query = {
  name: 'settlements-of-month',
  models,
  sql: `SELECT (SELECT count(*) FROM rm.settlements WHERE month = $1 AND position <= $4) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${SETTLEMENT} FROM rm.settlements WHERE month = $1 AND position <= $4
                         ORDER BY user_id LIMIT $2 OFFSET $3) AS page) AS list,
               (SELECT json_build_object('orders', coalesce(sum(orders), 0), 'gross', coalesce(sum(gross), 0),
                         'payment_fee', coalesce(sum(payment_fee), 0),
                         'service_fee', coalesce(sum(service_fee), 0),
                         'affiliate', coalesce(sum(affiliate), 0), 'refunds', coalesce(sum(refunds), 0),
                         'commissions', coalesce(sum(commissions), 0), 'net', coalesce(sum(net), 0))
                  FROM rm.settlements WHERE month = $1 AND position <= $4) AS total,
               (SELECT count(*) FROM rm.income_months WHERE month = $1 AND NOT settled) AS open_count`,
};

/**
 * One row: a page of a month's settlements, and the month's totals.
 * @param until as of a position
 */
export const settlementsOf = (
  pool: Pool,
  month: string,
  page: { limit: number; offset: number },
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<
  Answer<{
    total_count: number;
    list: Settlement[];
    total: Omit<MonthSums, 'first_position' | 'last_position'>;
    /** Creators whose month is not settled. */
    open_count: number;
  }>
> => runQuery(pool, OF_MONTH, [month, page.limit, page.offset, until]);

const ONE: Query = {
  name: 'settlement-of-creator',
  models,
  sql: `SELECT ${SETTLEMENT} FROM rm.settlements WHERE month = $1 AND user_id = $2`,
};

/** A creator's settlement of a month: one row, or none. */
export const settlementOf = (pool: Pool, month: string, user_id: string): Promise<Answer<Settlement>> =>
  runQuery(pool, ONE, [month, user_id]);

const PAGE_OF_SETTLEMENTS: Query = {
  name: 'settlements-after',
  models,
  sql: `SELECT ${SETTLEMENT} FROM rm.settlements WHERE month = $1 AND user_id > $2 AND position <= $4
         ORDER BY user_id LIMIT $3`,
};

/**
 * The settlements of a month after a given creator, in order.
 * @param until as of a position
 */
export const settlementsAfter = (
  pool: Pool,
  month: string,
  user_id: string,
  limit: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<Answer<Settlement>> => runQuery(pool, PAGE_OF_SETTLEMENTS, [month, user_id, limit, until]);

/**
 * All lines of all months: the seller's, and the partners' of orders with a code. Both parts have equal types and no
 * condition, so PostgreSQL merges them by their indexes without sorting. Entries without a month are no lines;
 * callers filter by month.
 */
export const INCOME_LINES = `
  (SELECT user_id, month, position, at, kind, out_trade_no, coalesce(ref, '') AS refund_id,
          amount, payment_fee, service_fee, affiliate, net
     FROM rm.ledger_entries
   UNION ALL
   SELECT user_id, month, position, at, kind, out_trade_no, coalesce(ref, ''), amount,
          0::bigint, 0::bigint, 0::bigint, amount
     FROM rm.commission_lines)`;

const LINE = `position, kind, out_trade_no, refund_id, amount, payment_fee, service_fee, affiliate, net`;

const LINES_AFTER: Query = {
  name: 'income-lines-after',
  models,
  sql: `SELECT user_id, ${LINE} FROM ${INCOME_LINES} AS lines
         WHERE month = $1 AND (user_id, position) > ($2, $3::bigint) AND user_id <= $4
         ORDER BY user_id, position LIMIT $5`,
};

/** A line of a creator's month. */
export type CreatorLine = IncomeLine & { user_id: string };

/** Lines of a month by creator and in the order of the log, after one line, through a last creator. */
export const linesAfter = (
  pool: Pool,
  month: string,
  after: { user_id: string; position: number },
  through: string,
  limit: number,
): Promise<Answer<CreatorLine>> =>
  runQuery(pool, LINES_AFTER, [month, after.user_id, after.position, through, limit]);

const LINES: Query = {
  name: 'income-lines',
  models,
  sql: `SELECT ${LINE}, at / 1000 AS time FROM ${INCOME_LINES} AS lines WHERE month = $1 AND user_id = $2
         ORDER BY position LIMIT $3 OFFSET $4`,
};

const LINES_COUNTED: Query = {
  name: 'income-lines-counted',
  models,
  sql: 'SELECT lines FROM rm.income_months WHERE month = $1 AND user_id = $2',
};

/** How many lines a creator's month has. */
export async function countLines(pool: Pool, month: string, user_id: string): Promise<number> {
  const { rows } = await runQuery<{ lines: number }>(pool, LINES_COUNTED, [month, user_id]);
  return rows[0]?.lines ?? 0;
}

/** A page of a creator's lines of a month, in the order of the log; `time` in Unix seconds. */
export const linesOf = (
  pool: Pool,
  month: string,
  user_id: string,
  page: { limit: number; offset: number },
): Promise<Answer<IncomeLine & { time: number }>> =>
  runQuery(pool, LINES, [month, user_id, page.limit, page.offset]);

const OPEN: Query = {
  name: 'income-open-creators',
  models,
  sql: `SELECT user_id FROM rm.income_months WHERE month = $1 AND NOT settled AND user_id > $2
         ORDER BY user_id LIMIT $3`,
};

/** Creators with an unsettled month, after a given one, in order. */
export const openCreators = (
  pool: Pool,
  month: string,
  after: string,
  limit: number,
): Promise<Answer<{ user_id: string }>> => runQuery(pool, OPEN, [month, after, limit]);

const OPEN_MONTHS: Query = {
  name: 'income-open-months',
  models,
  sql: `SELECT month, count(*) AS creators FROM rm.income_months WHERE NOT settled GROUP BY month ORDER BY month`,
};

/** Months of which something is not settled, with how many creators, oldest first. */
export const openMonths = (pool: Pool): Promise<Answer<{ month: string; creators: number }>> =>
  runQuery(pool, OPEN_MONTHS, []);

const COMING: Query = {
  name: 'income-coming',
  models,
  sql: `SELECT coalesce(sum(net), 0) AS coming, min(available_at) / 1000 AS next_at
          FROM rm.settlements WHERE user_id = $1 AND available_at > $2 AND net > 0`,
};

/** One row: the settled amount that cannot be withdrawn before a future date. */
export const comingOf = (
  pool: Pool,
  user_id: string,
  now: number,
): Promise<Answer<{ coming: number; next_at: number | null }>> => runQuery(pool, COMING, [user_id, now]);
