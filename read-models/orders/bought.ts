import type { Pool } from 'pg';
import { ORDER_STATUS, REFUND_STATE } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import { jsonList, type PageRange } from './columns.ts';

/** A fan's units of one SKU: from paid orders that were not fully refunded, less refunded units. */
export interface BoughtSku {
  sku_id: string;
  name: string;
  /** Of the newest order. */
  plan_id: string;
  plan_name: string;
  product_type: number;
  creator_id: string;
  /** Units that are still theirs. */
  count: number;
  /** Numbers of the orders with it, newest first; at most 20. */
  orders: string[];
  /** Unix seconds */
  last_paid: number;
}

/** The most orders that are listed for one SKU. */
const MOST_ORDERS = 20;

/** A fan's lines ($1) with refunded units of each; with `of` only those of one SKU. */
const kept = (of: string): string => `
  SELECT o.out_trade_no, o.creator_id, o.plan_id, o.plan_name, o.product_type, o.paid_at, l.sku_id, l.name,
         l.units - coalesce(b.back, 0) AS units
    FROM rm.orders o
   CROSS JOIN LATERAL (
     SELECT line ->> 'sku_id' AS sku_id, min(line ->> 'name') AS name, sum((line ->> 'count')::integer) AS units
       FROM json_array_elements(o.lines) AS line ${of} GROUP BY 1) AS l
    LEFT JOIN LATERAL (
     SELECT sum((unit ->> 'count')::integer) AS back
       FROM rm.order_refunds r CROSS JOIN json_array_elements(r.units) AS unit
      WHERE r.out_trade_no = o.out_trade_no AND unit ->> 'sku_id' = l.sku_id) AS b ON o.refund_state = ${REFUND_STATE.part}
   WHERE o.user_id = $1 AND o.status = ${ORDER_STATUS.success} AND o.refund_state < ${REFUND_STATE.full}`;

const NEWEST = 'ORDER BY paid_at DESC, out_trade_no DESC';
const grouped = (of: string): string => `
  SELECT sku_id, (array_agg(name ${NEWEST}))[1] AS name, (array_agg(plan_id ${NEWEST}))[1] AS plan_id,
         (array_agg(plan_name ${NEWEST}))[1] AS plan_name,
         (array_agg(product_type ${NEWEST}))[1] AS product_type,
         (array_agg(creator_id ${NEWEST}))[1] AS creator_id, sum(units) AS count,
         (array_agg(out_trade_no ${NEWEST}))[1:${MOST_ORDERS}] AS orders, max(paid_at) / 1000 AS last_paid
    FROM (${kept(of)}) AS kept WHERE units > 0 GROUP BY sku_id`;

const PAGE: Query = {
  name: 'orders-bought',
  models: ['orders'],
  sql: `
    WITH bought AS (SELECT * FROM (${grouped('')}) AS all_skus
                     WHERE $4::smallint[] IS NULL OR product_type = ANY ($4))
    SELECT (SELECT count(*) FROM bought) AS total_count,
           ${jsonList('SELECT * FROM bought ORDER BY last_paid DESC, sku_id LIMIT $2 OFFSET $3')} AS list`,
};

/**
 * One row: a page of a fan's purchases, newest first.
 * @param types only of these product types
 */
export const boughtSkus = (
  pool: Pool,
  user_id: string,
  { limit, offset }: PageRange,
  types?: readonly number[],
): Promise<Answer<{ total_count: number; list: BoughtSku[] }>> =>
  runQuery(pool, PAGE, [user_id, limit, offset, types ?? null]);

const ONE: Query = {
  name: 'orders-bought-one',
  models: ['orders'],
  sql: grouped(`WHERE line ->> 'sku_id' = $2`),
};

/** A fan's units of one SKU: one row, or none. */
export const boughtSku = (pool: Pool, user_id: string, sku_id: string): Promise<Answer<BoughtSku>> =>
  runQuery(pool, ONE, [user_id, sku_id]);
