import { type Expression, sql } from 'kysely';
import { ORDER_STATUS, REFUND_STATE } from '#events/status.ts';
import { type Page, type PageRange, type Params, pageRow, query, single } from '../engine/query.ts';

const models = ['orders'];

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
  /** Unix milliseconds: by it they are listed. */
  paid_at: number;
}

/** The most orders that are listed for one SKU. */
const MAX_ORDERS = 20;

/** A fan's lines with refunded units of each; with `of` only those of one SKU. */
const keptUnits = (user_id: Expression<string>, of: Expression<unknown>) => sql`
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
   WHERE o.owner_id = ${user_id} AND o.status = ${ORDER_STATUS.success} AND o.refund_state < ${REFUND_STATE.full}`;

const newest = (column: string) =>
  sql`array_agg(${sql.ref(column)} ORDER BY paid_at DESC, out_trade_no DESC)`;

const grouped = (user_id: Expression<string>, of: Expression<unknown> = sql``) => sql<BoughtSku>`
  SELECT sku_id, (${newest('name')})[1] AS name, (${newest('plan_id')})[1] AS plan_id,
         (${newest('plan_name')})[1] AS plan_name, (${newest('product_type')})[1] AS product_type,
         (${newest('creator_id')})[1] AS creator_id, sum(units) AS count,
         (${newest('out_trade_no')})[1:${MAX_ORDERS}] AS orders, max(paid_at) / 1000 AS last_paid, max(paid_at) AS paid_at
    FROM (${keptUnits(user_id, of)}) AS kept WHERE units > 0 GROUP BY sku_id`;

interface Purchases extends PageRange {
  user_id: string;
  /** Only of these product types. */
  types?: readonly number[] | undefined;
}

/** A page of a fan's purchases, newest first. */
export const boughtSkus = single(
  models,
  ({ user_id, types, limit, offset }: Params<Purchases>) => sql<Page<BoughtSku>>`
    WITH bought AS (SELECT * FROM (${grouped(user_id)}) AS all_skus
                     WHERE ${types}::smallint[] IS NULL OR product_type = ANY (${types}))
    ${pageRow(
      sql`(SELECT count(*) FROM bought)`,
      sql<BoughtSku>`(SELECT * FROM bought ORDER BY paid_at DESC, sku_id LIMIT ${limit} OFFSET ${offset})`,
    )}`,
);

/** A fan's units of one SKU: one row, or none. */
export const boughtSku = query(models, ({ user_id, sku_id }: Params<{ user_id: string; sku_id: string }>) =>
  grouped(user_id, sql`WHERE line ->> 'sku_id' = ${sku_id}`),
);
