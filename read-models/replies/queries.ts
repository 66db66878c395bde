import { sql } from 'kysely';
import { anyOf, type Params, queriesOf, query } from '../engine/query.ts';
import { AWAITED_REPLIES, REPLY_POOLS } from './projection.ts';

const models = ['replies'];
const db = queriesOf(REPLY_POOLS, AWAITED_REPLIES);

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

interface Orders {
  orders: readonly string[];
}
interface Pools {
  pool_ids: readonly string[];
}

/** By order and pool; orders that draw on none are left out. */
export const repliesOfOrders = query(
  models,
  ({ orders }: Params<Orders>) => sql<OrderReplies>`
    SELECT out_trade_no, pool_id, coalesce(max(lines::text), '[]')::json AS lines, sum(waiting)::int AS waiting
      FROM (
        SELECT g.out_trade_no, g.pool_id, 0 AS waiting,
               json_agg(json_build_object('fill_id', f.fill_id, 'place', line - f.first) ORDER BY line) AS lines
          FROM rm.given_replies g
          CROSS JOIN generate_series(g.first, g.first + g.count - 1) AS line
          JOIN rm.reply_fills f
            ON f.pool_id = g.pool_id AND f.first <= line AND line < f.first + f.count
         WHERE g.out_trade_no = ANY (${orders})
         GROUP BY g.out_trade_no, g.pool_id
        UNION ALL
        SELECT out_trade_no, pool_id, units, NULL
          FROM rm.awaited_replies WHERE out_trade_no = ANY (${orders}) AND units > 0
      ) AS had
     GROUP BY out_trade_no, pool_id`,
);

/** How many lines orders still lack; those that lack none are left out. */
export const awaitedReplies = query(models, ({ orders }: Params<Orders>) =>
  db
    .selectFrom('awaited_replies')
    .select(({ fn }) => ['out_trade_no', fn.sum<number>('units').as('units')])
    .where('out_trade_no', '=', anyOf(orders))
    .where('units', '>', 0)
    .groupBy('out_trade_no'),
);

/** Lines left in pools, and how many paid orders' units wait for; without pools that never had a line or an order. */
export const replyPools = query(models, ({ pool_ids }: Params<Pools>) =>
  db
    .selectFrom('reply_pools')
    .select((eb) => ['pool_id', eb('added', '-', eb.ref('taken')).as('left'), 'waiting'])
    .where('pool_id', '=', anyOf(pool_ids)),
);

/** The next lines of pools, at most so many of each. */
export const nextLines = query(
  models,
  ({ pool_ids, most }: Params<Pools & { most: number }>) => sql<{ pool_id: string; lines: LinePlace[] }>`
    SELECT p.pool_id, json_agg(json_build_object('fill_id', f.fill_id, 'place', line - f.first) ORDER BY line) AS lines
      FROM rm.reply_pools p
      CROSS JOIN generate_series(p.taken, least(p.added, p.taken + ${most}::int) - 1) AS line
      JOIN rm.reply_fills f ON f.pool_id = p.pool_id AND f.first <= line AND line < f.first + f.count
     WHERE p.pool_id = ANY (${pool_ids}) GROUP BY p.pool_id`,
);
