import type { Pool } from 'pg';
import { atATime } from './at-a-time.ts';

/** A past that never happened, to measure on: paid orders for goods. Fans come and go, and some come back. */
export interface GeneratedPast {
  orders: number;
  /** The orders go round them. */
  creators: readonly string[];
  fans: number;
  /** The orders over this many days, oldest first. */
  days: number;
  /** Last instant, Unix milliseconds. */
  until: number;
  /**
   * `whole`: with what happens to stock and allowance, five events an order. `orders`: placed and paid, two; every tenth
   * order gives a month's membership, and half of every fiftieth is refunded.
   */
  events: keyof typeof PARTS;
}

/** Of the events of an order, by their number below. */
const PARTS = { whole: [0, 1, 2, 3, 4], orders: [0, 3, 5, 6] } as const;
/** Only one order in so many has these. */
const ORDERS_PER = { membership: 10, refund: 50 } as const;
export const EVENTS_PER_ORDER = PARTS.whole.length;
const ORDERS_AT_ONCE = 20_000;
const SKUS_PER_CREATOR = 4;

/** Orders $1 to $2 (from 0); creators $3, fans $4, first instant $5, milliseconds per order $6, head $7, parts $8, all orders $9. */
const PART = `
WITH bought AS MATERIALIZED (
  SELECT n, '2' || lpad(n::text, 26, '0') AS number, c.creator,
         -- A quarter of the fans at a time; one order in twenty is of any fan.
         'fan' || lpad(CASE WHEN n % 20 = 7 THEN drawn % $4::bigint
                            ELSE drawn % ($4::bigint / 4) + n * ($4::bigint * 3 / 4) / $9::bigint END::text, 8, '0') AS fan,
         (n / cardinality($3::text[])) % ${SKUS_PER_CREATOR} AS sku,
         n / (cardinality($3::text[]) * ${SKUS_PER_CREATOR}) AS turn,
         ($5::float8 + n * $6::float8)::bigint AS at, 500 + (n * 37) % 20000 AS price
    FROM generate_series($1::bigint, $2::bigint) AS n
   CROSS JOIN LATERAL (SELECT hashint8(n)::bigint & 2147483647 AS drawn) AS fan
    -- The n-th of an array is found by walking through it.
    JOIN unnest($3::text[]) WITH ORDINALITY AS c (creator, nth) ON c.nth = 1 + n % cardinality($3::text[])),
happened AS (
  SELECT b.*, b.creator || 'p' AS plan, b.creator || 's' || b.sku AS sku_id, e.part
    FROM bought b CROSS JOIN unnest($8::int[]) AS e (part)
   WHERE n % CASE part WHEN 5 THEN ${ORDERS_PER.membership} WHEN 6 THEN ${ORDERS_PER.refund} ELSE 1 END = 0),
told AS (
  SELECT h.*,
    (ARRAY['OrderPlaced', 'StockHeld', 'AllowanceTaken', 'OrderPaid', 'StockSold', 'MembershipStarted', 'OrderRefunded'])[part + 1] AS type,
    CASE WHEN part IN (0, 3, 6) THEN 'order-' || number
              WHEN part = 2 THEN 'allowance-' || plan || '-' || fan || '-' || n
              WHEN part = 5 THEN 'membership-' || creator || '-' || fan || '-' || n
              ELSE 'stock-' || sku_id END AS stream,
    CASE part WHEN 1 THEN turn * 2 WHEN 4 THEN turn * 2 + 1 WHEN 3 THEN 1 WHEN 6 THEN 2 ELSE 0 END AS version,
    CASE part
      WHEN 0 THEN format('{"out_trade_no":"%s","creator_id":"%s","user_id":"%s","plan_id":"%s",'
        '"plan_name":"Plan","plan_version":3,"product_type":1,"lines":[{"sku_id":"%s","name":"Model",'
        '"price":%s,"count":1}],"month":0,"show_amount":%s,"discount":0,"shipping_fee":0,"total_amount":%s,'
        '"currency":"CNY","py_type":"apy","provider":"sandbox","remark_ref":null,"custom_order_id":"",'
        '"request_hash":"d41d8cd98f00b204e9800998ecf8427ed41d8cd98f00b204e9800998ecf8427e","expires_at":%s}',
        number, creator, fan, plan, sku_id, price, price, price, at + 900000)
      WHEN 1 THEN format('{"sku_id":"%s","out_trade_no":"%s","count":1,"expires_at":%s}', sku_id, number, at)
      WHEN 2 THEN format('{"plan_id":"%s","user_id":"%s","out_trade_no":"%s","lines":[{"sku_id":"%s",'
        '"count":1}],"units":1}', plan, fan, number, sku_id)
      WHEN 3 THEN format('{"out_trade_no":"%s","charge_id":"ch_%s_1","amount":%s,"revived":false}',
        number, number, price)
      WHEN 5 THEN format('{"creator_id":"%s","user_id":"%s","out_trade_no":"%s","plan_id":"%s","plan_name":"Plan",'
        '"independent":false,"monthly_price":%s,"paid":%s,"months":1,"from":%s,"until":%s}',
        creator, fan, number, plan, price, price, at, at + 2592000000)
      WHEN 6 THEN format('{"out_trade_no":"%s","refund_id":"r1","amount":%s,"refunded_before":0,"reason":"",'
        '"by":"creator","units":[],"ticket_ids":[]}', number, price / 2)
      ELSE format('{"sku_id":"%s","out_trade_no":"%s","count":1}', sku_id, number) END AS data
  FROM happened h)
INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
SELECT $7::bigint + row_number() OVER (ORDER BY n, part), stream, version, gen_random_uuid(), type, 1, data::json,
       format('{"creator_id":"%s","actor":"user:%s","at":%s,"correlation_id":"%s"}', creator, fan, at + part,
              gen_random_uuid())::json,
       to_timestamp(at / 1000.0)
  FROM told ORDER BY n, part`;

/** Writes the events set-wise into the log's table. The log is then read-only: no appends after it. */
export async function generatePast(pool: Pool, past: GeneratedPast): Promise<void> {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM log.head');
  const head = Number(rows[0]?.position);
  const first = past.until - past.days * 86_400_000;
  const parts = PARTS[past.events];
  const perOrder =
    past.events === 'whole' ? parts.length : 2 + 1 / ORDERS_PER.membership + 1 / ORDERS_PER.refund;
  const events = Math.ceil(past.orders * perOrder);
  const step = (past.days * 86_400_000) / past.orders;
  for (;;) {
    const last = head + events;
    const { rows: made } = await pool.query<{ through: string }>(
      'SELECT partitioned_through AS through FROM log.head',
    );
    if (Number(made[0]?.through) >= last) break;
    await pool.query('SELECT log.add_partition()');
  }
  const starts = Array.from(
    { length: Math.ceil(past.orders / ORDERS_AT_ONCE) },
    (_, nth) => nth * ORDERS_AT_ONCE,
  );
  await atATime(2, starts, (from) => {
    const to = Math.min(past.orders, from + ORDERS_AT_ONCE) - 1;
    const before = head + Math.round(from * perOrder);
    return pool.query(PART, [from, to, past.creators, past.fans, first, step, before, parts, past.orders]);
  });
  await pool.query('UPDATE log.head SET position = $1', [head + events]);
  await pool.query('ANALYZE log.events');
}
