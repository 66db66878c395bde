import type { Pool } from 'pg';
import type { BusinessDay } from '#events/time.ts';
import { type Answer, ask } from '../engine/as-of.ts';
import { jsonList, LISTED, type OrderPage, type PageRange } from './columns.ts';
import type { OrderStatus } from './tables.ts';

const MODELS = ['orders'];
const COUNT_OF = { 1: 'pending', 2: 'success', 3: 'cancelled' } as const;
const NEWEST_FIRST = 'o.placed_day DESC, o.placed_at DESC, o.out_trade_no DESC';

export interface CreatorOrdersFilter {
  creator_id: string;
  status?: OrderStatus | undefined;
  plan_id?: string | undefined;
  /** Business days on which the order was placed, both included. */
  from?: BusinessDay | undefined;
  to?: BusinessDay | undefined;
  /** Only what has still to be sent. */
  to_send?: true | undefined;
}

/**
 * The kept counts tell on which days a page's orders lie, so that a page far back costs what the first
 * costs. The status stands in the text because small indexes hold the pending and the cancelled ones.
 */
function creatorPage(status: OrderStatus | undefined, ofPlan: boolean): string {
  const count = status === undefined ? 'pending + success + cancelled' : COUNT_OF[status];
  const only = `${status === undefined ? '' : `AND o.status = ${status}`} ${ofPlan ? 'AND o.plan_id = $2' : ''}`;
  return `
    WITH days AS (
      SELECT day, n, sum(n) OVER (ORDER BY day DESC) AS through
        FROM (SELECT day, ${count} AS n FROM rm.order_days
               WHERE creator_id = $1 AND plan_id = $2
                 AND day BETWEEN coalesce($3::date, '-infinity') AND coalesce($4::date, 'infinity')) AS counted
       WHERE n > 0),
    here AS (
      SELECT min(day) AS oldest, max(day) AS newest, coalesce(min(through - n), 0) AS before
        FROM days WHERE through > $6 AND through - n < $6 + $5)
    SELECT (SELECT coalesce(sum(n), 0) FROM days) AS total_count,
           ${jsonList(`
             SELECT ${LISTED} FROM rm.orders o
              WHERE o.creator_id = $1 ${only}
                AND o.placed_day BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)
              ORDER BY ${NEWEST_FIRST} LIMIT $5 OFFSET $6 - (SELECT before FROM here)`)} AS list`;
}

/** Few beside all there ever were, and in an index of their own: counted as they are. */
const TO_SEND = {
  name: 'orders-to-send',
  models: MODELS,
  sql: `
    WITH waiting AS (
      SELECT o.* FROM rm.orders o
       WHERE o.creator_id = $1 AND o.to_send AND ($2::text IS NULL OR o.plan_id = $2)
         AND o.placed_day BETWEEN coalesce($3::date, '-infinity') AND coalesce($4::date, 'infinity'))
    SELECT (SELECT count(*) FROM waiting) AS total_count,
           ${jsonList(`SELECT ${LISTED} FROM waiting o ORDER BY ${NEWEST_FIRST} LIMIT $5 OFFSET $6`)} AS list`,
};

/** One row: a page of the orders that a creator got, newest first. */
export function creatorOrders(
  pool: Pool,
  { creator_id, status, plan_id, from, to, to_send }: CreatorOrdersFilter,
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> {
  if (to_send) {
    return ask(pool, TO_SEND, [creator_id, plan_id ?? null, from ?? null, to ?? null, limit, offset]);
  }
  const ofPlan = plan_id !== undefined;
  return ask(
    pool,
    {
      name: `orders-of-creator-${status ?? 'any'}-${ofPlan ? 'plan' : 'all'}`,
      models: MODELS,
      sql: creatorPage(status, ofPlan),
    },
    [creator_id, plan_id ?? '', from ?? null, to ?? null, limit, offset],
  );
}

/** What a search may find at most; more is no answer but a list without a filter. */
const MOST_FOUND = 1_000;

const filtered = (match: string): string => `
  WITH found AS (
    SELECT o.* FROM rm.orders o
     WHERE o.creator_id = $1 AND ${match}
       AND ($3::smallint IS NULL OR o.status = $3) AND ($4::text IS NULL OR o.plan_id = $4)
       AND o.placed_day BETWEEN coalesce($5::date, '-infinity') AND coalesce($6::date, 'infinity')
       AND ($9::boolean IS NULL OR o.to_send)
     LIMIT ${MOST_FOUND})
  SELECT (SELECT count(*) FROM found) AS total_count,
         ${jsonList(`SELECT ${LISTED} FROM found o ORDER BY ${NEWEST_FIRST} LIMIT $7 OFFSET $8`)} AS list`;

const BY_NUMBER = { name: 'orders-by-number', models: MODELS, sql: filtered('o.out_trade_no ^@ $2') };
const BY_EXACT_NUMBER = {
  name: 'orders-by-exact-number',
  models: MODELS,
  sql: filtered('o.out_trade_no = $2'),
};
const BY_BUYERS = { name: 'orders-by-buyers', models: MODELS, sql: filtered('o.user_id = ANY ($2)') };

/** From here on the beginning of an order number is enough to look for. */
const SHORTEST_BEGINNING = 6;

export type OrderSearch = { number: string } | { users: readonly string[] };

/**
 * One row: a page of a creator's orders found by number (or its beginning, from 6 characters on) or by
 * buyer, newest first; at most 1,000 are found.
 */
export function searchCreatorOrders(
  pool: Pool,
  search: OrderSearch,
  { creator_id, status, plan_id, from, to, to_send }: CreatorOrdersFilter,
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> {
  const rest = [status ?? null, plan_id ?? null, from ?? null, to ?? null, limit, offset, to_send ?? null];
  if ('users' in search) return ask(pool, BY_BUYERS, [creator_id, search.users, ...rest]);
  const question = search.number.length < SHORTEST_BEGINNING ? BY_EXACT_NUMBER : BY_NUMBER;
  return ask(pool, question, [creator_id, search.number, ...rest]);
}

const fanPage = (status: OrderStatus | undefined): string => `
  SELECT (SELECT coalesce(sum(${status === undefined ? 'pending + success + cancelled' : COUNT_OF[status]}), 0)
            FROM rm.order_buyers WHERE user_id = $1) AS total_count,
         ${jsonList(`
           SELECT ${LISTED} FROM rm.orders o
            WHERE o.user_id = $1 ${status === undefined ? '' : `AND o.status = ${status}`}
            ORDER BY o.placed_at DESC, o.out_trade_no DESC LIMIT $2 OFFSET $3`)} AS list`;

/** One row: a page of a fan's own orders, newest first. */
export const fanOrders = (
  pool: Pool,
  user_id: string,
  status: OrderStatus | undefined,
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> =>
  ask(pool, { name: `orders-of-fan-${status ?? 'any'}`, models: MODELS, sql: fanPage(status) }, [
    user_id,
    limit,
    offset,
  ]);

const PLANS_OF_BILL = {
  name: 'orders-plans-of-bill',
  models: MODELS,
  sql: `SELECT d.plan_id, sum(d.pending + d.success + d.cancelled) AS orders
          FROM rm.order_days d WHERE d.creator_id = $1 AND d.plan_id <> ''
         GROUP BY d.plan_id ORDER BY 2 DESC, 1 LIMIT $2`,
};

/** Plans that a creator has orders of, those with most orders first. */
export const plansWithOrders = (
  pool: Pool,
  creator_id: string,
  most: number,
): Promise<Answer<{ plan_id: string; orders: number }>> => ask(pool, PLANS_OF_BILL, [creator_id, most]);
