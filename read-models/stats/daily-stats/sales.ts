import { sql } from 'kysely';
import { type Params, query, valuesOf } from '../../engine/query.ts';
import type { DayRange } from './queries.ts';

/** Money in fen. */
interface SkuSales {
  sku_id: string;
  name: string;
  /** Orders with the SKU */
  orders: number;
  units: number;
  /** Its part of the orders' totals. */
  gross: number;
}

export interface PlanSales {
  /** Empty for amounts without a plan. */
  plan_id: string;
  name: string;
  product_type: number;
  orders: number;
  gross: number;
  refunds: number;
  net: number;
  /** null for amounts without a plan */
  new_sponsors: number | null;
  /** Highest gross first; none for sponsorships. */
  skus: SkuSales[];
}

const SUMS = ['orders', 'gross', 'refunds', 'net'] as const;
const { creator_id, from, to } = valuesOf<DayRange>();
const IN_PERIOD = sql`creator_id = ${creator_id} AND day BETWEEN ${from}::date AND ${to}::date`;
const sums = (...names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)}) AS ${sql.ref(name)}`));

/** Plans with payments or refunds in the period, highest gross first, each with its SKUs. */
export const salesByPlan = query(['daily_stats', 'catalog'], ({ plan_id }: Params<DayRange>) => {
  const ofPlan = sql`${IN_PERIOD} AND (${plan_id} = '' OR plan_id = ${plan_id})`;
  // The total less the plans is the amounts without a plan.
  const left = SUMS.map(
    (name) =>
      sql`coalesce(sum(CASE WHEN plan_id = '' THEN ${sql.ref(name)} ELSE -${sql.ref(name)} END), 0) AS ${sql.ref(name)}`,
  );
  return sql<PlanSales>`
    WITH plans AS (
      SELECT plan_id, ${sums(...SUMS, 'new_sponsors')} FROM rm.daily_stats
       WHERE ${ofPlan} AND plan_id <> '' GROUP BY plan_id),
    custom AS (SELECT ${sql.join(left)} FROM rm.daily_stats WHERE ${IN_PERIOD} AND ${plan_id} = ''),
    sold AS (
      SELECT plan_id, sku_id, ${sums('orders', 'units', 'gross')} FROM rm.daily_skus
       WHERE ${ofPlan} GROUP BY plan_id, sku_id),
    listed AS (
      SELECT * FROM plans UNION ALL
      SELECT '', orders, gross, refunds, net, NULL FROM custom WHERE orders <> 0 OR refunds <> 0)
    SELECT l.*, coalesce(p.name, '') AS name, coalesce(p.product_type, 0) AS product_type,
           (SELECT coalesce(json_agg(s ORDER BY s.gross DESC, s.sku_id), '[]') FROM (
              SELECT sold.sku_id, coalesce(k.offer ->> 'name', '') AS name, sold.orders, sold.units, sold.gross
                FROM sold LEFT JOIN rm.skus k USING (plan_id, sku_id) WHERE sold.plan_id = l.plan_id) AS s) AS skus
      FROM listed l LEFT JOIN rm.plans p USING (plan_id)
     ORDER BY l.gross DESC, l.plan_id`;
});

export interface HourSales {
  /** 1 is Monday, 7 is Sunday */
  weekday: number;
  /** 0 to 23, business time */
  hour: number;
  orders: number;
  gross: number;
}

/** Hours of the week with paid orders. */
export const salesByHour = query(
  ['daily_stats'],
  ({ plan_id }: Params<DayRange>) => sql<HourSales>`
    SELECT extract(isodow FROM d.day)::int AS weekday, h.number - 1 AS hour, sum(h.orders) AS orders, sum(h.gross) AS gross
      FROM rm.daily_hours d
     CROSS JOIN LATERAL unnest(d.orders, d.gross) WITH ORDINALITY AS h (orders, gross, number)
     WHERE ${IN_PERIOD} AND plan_id = ${plan_id} AND h.orders > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
);
