import type { Pool } from 'pg';
import { ORDER_STATUS, type OrderStatus, REFUND_STATE, type RefundState } from '#events/status.ts';
import type { BusinessDay } from '#events/time.ts';
import { type Answer, runQuery } from '../engine/as-of.ts';
import { jsonList, LISTED, type OrderPage, type PageRange } from './columns.ts';
import { STATUS_FIELD, typeKey } from './counts.ts';

const MODELS = ['orders'];
const REFUND_COUNT = {
  [REFUND_STATE.none]: 'success - part_refund - full_refund',
  [REFUND_STATE.part]: 'part_refund',
  [REFUND_STATE.full]: 'full_refund',
} as const;
export const NEWEST_FIRST = 'o.placed_day DESC, o.placed_at DESC, o.out_trade_no DESC';

/** Filters of a creator's order list. */
export interface CreatorOrdersFilter {
  creator_id: string;
  status?: OrderStatus | undefined;
  /** Of paid orders: not, partly or fully refunded. */
  refund_state?: RefundState | undefined;
  plan_id?: string | undefined;
  product_type?: number | undefined;
  /** Business days on which the order was placed, both included. */
  from?: BusinessDay | undefined;
  to?: BusinessDay | undefined;
  /** Only orders that are not shipped yet. */
  to_send?: true | undefined;
}

/** SQL that counts a day's orders of a kind. */
function countOf({ status, refund_state }: CreatorOrdersFilter): string {
  if (refund_state === undefined) {
    return status === undefined ? 'pending + success + cancelled' : STATUS_FIELD[status];
  }
  // Only paid orders can be refunded.
  return status === undefined || status === ORDER_STATUS.success ? REFUND_COUNT[refund_state] : '0';
}

/** The filter as text, because small indexes hold the pending, the cancelled and the refunded ones. */
function onlyOf({ status, refund_state, plan_id, product_type }: CreatorOrdersFilter): string {
  return [
    ...(status === undefined ? [] : [`AND o.status = ${status}`]),
    ...(refund_state === undefined
      ? []
      : [`AND o.status = ${ORDER_STATUS.success} AND o.refund_state = ${refund_state}`]),
    ...(plan_id === undefined ? [] : ['AND o.plan_id = $2']),
    // A plan is of one type; with both named, the plan is what counts.
    ...(product_type === undefined || plan_id !== undefined ? [] : [`AND o.product_type = ${product_type}`]),
  ].join(' ');
}

/** Stored counts per day show where a page begins, so late pages cost as much as the first. */
const creatorPage = (filter: CreatorOrdersFilter): string => `
    WITH days AS (
      SELECT day, n, sum(n) OVER (ORDER BY day DESC) AS through
        FROM (SELECT day, ${countOf(filter)} AS n FROM rm.order_days
               WHERE creator_id = $1 AND plan_id = $2
                 AND day BETWEEN coalesce($3::date, '-infinity') AND coalesce($4::date, 'infinity')) AS counted
       WHERE n > 0),
    here AS (
      SELECT min(day) AS oldest, max(day) AS newest, coalesce(min(through - n), 0) AS before
        FROM days WHERE through > $6 AND through - n < $6 + $5)
    SELECT (SELECT coalesce(sum(n), 0) FROM days) AS total_count,
           ${jsonList(`
             SELECT ${LISTED} FROM rm.orders o
              WHERE o.creator_id = $1 ${onlyOf(filter)}
                AND o.placed_day BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)
              ORDER BY ${NEWEST_FIRST} LIMIT $5 OFFSET $6 - (SELECT before FROM here)`)} AS list`;

/** Few orders, with a separate index: counted directly. */
const TO_SEND = {
  name: 'orders-to-send',
  models: MODELS,
  sql: `
    WITH waiting AS (
      SELECT o.* FROM rm.orders o
       WHERE o.creator_id = $1 AND o.to_send AND ($2::text IS NULL OR o.plan_id = $2)
         AND o.placed_day BETWEEN coalesce($3::date, '-infinity') AND coalesce($4::date, 'infinity')
         AND ($7::smallint IS NULL OR o.product_type = $7) AND ($8::smallint IS NULL OR o.refund_state = $8))
    SELECT (SELECT count(*) FROM waiting) AS total_count,
           ${jsonList(`SELECT ${LISTED} FROM waiting o ORDER BY ${NEWEST_FIRST} LIMIT $5 OFFSET $6`)} AS list`,
};

const named = ({ status, refund_state, plan_id, product_type }: CreatorOrdersFilter): string =>
  [
    'orders-of-creator',
    status ?? 'any',
    refund_state ?? 'any',
    plan_id === undefined ? (product_type ?? 'all') : 'plan',
  ].join('-');

/** One row: a page of the orders that a creator got, newest first. */
export function creatorOrders(
  pool: Pool,
  filter: CreatorOrdersFilter,
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> {
  const { creator_id, plan_id, product_type, refund_state, from, to, to_send } = filter;
  const days = [from ?? null, to ?? null];
  if (to_send) {
    const rest = [limit, offset, product_type ?? null, refund_state ?? null];
    return runQuery(pool, TO_SEND, [creator_id, plan_id ?? null, ...days, ...rest]);
  }
  const counted = plan_id ?? (product_type === undefined ? '' : typeKey(product_type));
  return runQuery(pool, { name: named(filter), models: MODELS, sql: creatorPage(filter) }, [
    creator_id,
    counted,
    ...days,
    limit,
    offset,
  ]);
}

const PAID = `o.creator_id = $1 AND o.status = ${ORDER_STATUS.success}`;

const PAID_BY_NUMBER = {
  name: 'orders-paid-by-number',
  models: MODELS,
  sql: `SELECT (SELECT count(*) FROM rm.orders o WHERE ${PAID} AND o.out_trade_no = ANY ($2)) AS total_count,
               ${jsonList(`SELECT ${LISTED} FROM rm.orders o WHERE ${PAID} AND o.out_trade_no = ANY ($2)
                            ORDER BY ${NEWEST_FIRST} LIMIT $3 OFFSET $4`)} AS list`,
};

/** One row: a page of the paid orders among these numbers, newest first. */
export const paidOrdersByNumber = (
  pool: Pool,
  creator_id: string,
  numbers: readonly string[],
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> => runQuery(pool, PAID_BY_NUMBER, [creator_id, numbers, limit, offset]);

const PAID_AFTER = {
  name: 'orders-paid-after',
  models: MODELS,
  sql: `SELECT (SELECT coalesce(sum(success), 0) FROM rm.order_days WHERE creator_id = $1 AND plan_id = '') AS total_count,
               ${jsonList(`SELECT ${LISTED} FROM rm.orders o WHERE o.creator_id = $1 AND o.paid_position > $2
                            ORDER BY o.paid_position LIMIT $3`)} AS list`,
};

/** One row: the orders paid after a log position, in the order of payment, and the number of all paid orders. */
export const paidOrdersAfter = (
  pool: Pool,
  creator_id: string,
  position: number,
  limit: number,
): Promise<Answer<OrderPage>> => runQuery(pool, PAID_AFTER, [creator_id, position, limit]);

const PLANS_OF_ORDERS = {
  name: 'orders-plans-of-bill',
  models: MODELS,
  sql: `SELECT d.plan_id, sum(d.pending + d.success + d.cancelled) AS orders
          FROM rm.order_days d WHERE d.creator_id = $1 AND d.plan_id <> '' AND d.plan_id NOT LIKE '#%'
         GROUP BY d.plan_id ORDER BY 2 DESC, 1 LIMIT $2`,
};

/** Plans that a creator has orders of, those with most orders first. */
export const plansWithOrders = (
  pool: Pool,
  creator_id: string,
  most: number,
): Promise<Answer<{ plan_id: string; orders: number }>> =>
  runQuery(pool, PLANS_OF_ORDERS, [creator_id, most]);
