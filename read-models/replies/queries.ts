import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

/** The place of a line's text: its fill and its number in it, from 0. */
interface LinePlace {
  fill_id: string;
  place: number;
}

/** The lines that one order has received from one pool, and the number that it waits for. */
export interface OrderReplies {
  out_trade_no: string;
  pool_id: string;
  /** In the order of delivery. */
  lines: LinePlace[];
  /** Lines that it still lacks. */
  waiting: number;
}

const OF_ORDERS: Query = {
  name: 'replies-of-orders',
  models: ['replies'],
  sql: `SELECT out_trade_no, pool_id, coalesce(max(lines::text), '[]')::json AS lines, sum(waiting)::int AS waiting
          FROM (
            SELECT g.out_trade_no, g.pool_id, 0 AS waiting,
                   json_agg(json_build_object('fill_id', f.fill_id, 'place', line - f.first) ORDER BY line) AS lines
              FROM rm.given_replies g
              CROSS JOIN generate_series(g.first, g.first + g.count - 1) AS line
              JOIN rm.reply_fills f
                ON f.pool_id = g.pool_id AND f.first <= line AND line < f.first + f.count
             WHERE g.out_trade_no = ANY ($1)
             GROUP BY g.out_trade_no, g.pool_id
            UNION ALL
            SELECT out_trade_no, pool_id, units, NULL
              FROM rm.awaited_replies WHERE out_trade_no = ANY ($1) AND units > 0
          ) AS had
         GROUP BY out_trade_no, pool_id`,
};

/** By order and pool; orders that draw on none are left out. */
export const repliesOfOrders = (pool: Pool, orders: readonly string[]): Promise<Answer<OrderReplies>> =>
  runQuery(pool, OF_ORDERS, [orders]);

const AWAITED: Query = {
  name: 'replies-awaited',
  models: ['replies'],
  sql: `SELECT out_trade_no, sum(units) AS units FROM rm.awaited_replies
         WHERE out_trade_no = ANY ($1) AND units > 0 GROUP BY out_trade_no`,
};

/** How many lines orders still lack; those that lack none are left out. */
export const awaitedReplies = (
  pool: Pool,
  orders: readonly string[],
): Promise<Answer<{ out_trade_no: string; units: number }>> => runQuery(pool, AWAITED, [orders]);

/** Lines left in a pool, and how many paid orders' units wait for. */
export interface PoolCount {
  pool_id: string;
  left: number;
  waiting: number;
}

const POOLS: Query = {
  name: 'reply-pools',
  models: ['replies'],
  sql: `SELECT pool_id, added - taken AS left, waiting FROM rm.reply_pools WHERE pool_id = ANY ($1)`,
};

/** Without pools that never had a line or an order. */
export const replyPools = (pool: Pool, pool_ids: readonly string[]): Promise<Answer<PoolCount>> =>
  runQuery(pool, POOLS, [pool_ids]);

const LEFT: Query = {
  name: 'reply-lines-left',
  models: ['replies'],
  sql: `SELECT p.pool_id, json_agg(json_build_object('fill_id', f.fill_id, 'place', line - f.first) ORDER BY line) AS lines
          FROM rm.reply_pools p
          CROSS JOIN generate_series(p.taken, least(p.added, p.taken + $2::int) - 1) AS line
          JOIN rm.reply_fills f ON f.pool_id = p.pool_id AND f.first <= line AND line < f.first + f.count
         WHERE p.pool_id = ANY ($1) GROUP BY p.pool_id`,
};

/** The next lines of pools, at most so many of each. */
export const nextLines = (
  pool: Pool,
  pool_ids: readonly string[],
  most: number,
): Promise<Answer<{ pool_id: string; lines: LinePlace[] }>> => runQuery(pool, LEFT, [pool_ids, most]);
