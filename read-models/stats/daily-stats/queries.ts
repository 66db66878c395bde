import type { Pool } from 'pg';
import type { BusinessDay } from '#events/time.ts';
import { type Answer, runQuery } from '../../engine/as-of.ts';

/** A business day's figures; money in fen. */
export interface DayStats {
  date: BusinessDay;
  orders: number;
  gross: number;
  net: number;
  refunds: number;
  gross_sponsorship: number;
  gross_goods: number;
  /** Fans whose first paid order (of the plan, if given) is on the day. */
  new_sponsors: number;
  /** Fans who paid in the 31 days ending with the day. */
  sponsors: number;
}

export interface DayRange {
  creator_id: string;
  /** Empty for all plans. */
  plan_id: string;
  from: BusinessDay;
  /** Included. */
  to: BusinessDay;
}

const DAYS = {
  name: 'daily-stats-days',
  models: ['daily_stats'],
  sql: `
    SELECT d.day::date::text AS date,
           coalesce(s.orders, 0) AS orders, coalesce(s.gross, 0) AS gross, coalesce(s.net, 0) AS net,
           coalesce(s.refunds, 0) AS refunds, coalesce(s.gross_sponsorship, 0) AS gross_sponsorship,
           coalesce(s.gross_goods, 0) AS gross_goods, coalesce(s.new_sponsors, 0) AS new_sponsors,
           before.sponsors + coalesce(sum(s.sponsors_change) OVER (ORDER BY d.day), 0) AS sponsors
      FROM generate_series($3::date::timestamp, $4::date::timestamp, '1 day') AS d (day)
      LEFT JOIN rm.daily_stats s ON s.creator_id = $1 AND s.plan_id = $2 AND s.day = d.day::date
     CROSS JOIN (SELECT coalesce(sum(sponsors_change), 0) AS sponsors FROM rm.daily_stats
                  WHERE creator_id = $1 AND plan_id = $2 AND day < $3::date) AS before
     ORDER BY d.day`,
};

/** One row per business day, oldest first, also for days on which nothing happened. */
export const daysOf = (pool: Pool, { creator_id, plan_id, from, to }: DayRange): Promise<Answer<DayStats>> =>
  runQuery(pool, DAYS, [creator_id, plan_id, from, to]);

export interface PlanStats {
  plan_id: string;
  name: string;
  product_type: number;
  orders: number;
  gross: number;
  net: number;
}

const TOP_PLANS = {
  name: 'daily-stats-top-plans',
  models: ['daily_stats', 'catalog'],
  sql: `
    SELECT s.plan_id, coalesce(p.name, '') AS name, coalesce(p.product_type, 0) AS product_type,
           s.orders, s.gross, s.net
      FROM (SELECT plan_id, sum(orders) AS orders, sum(gross) AS gross, sum(net) AS net
              FROM rm.daily_stats
             WHERE creator_id = $1 AND plan_id <> '' AND day BETWEEN $2::date AND $3::date
             GROUP BY plan_id HAVING sum(orders) > 0
             ORDER BY sum(gross) DESC, plan_id LIMIT $4) AS s
      LEFT JOIN rm.plans p USING (plan_id)
     ORDER BY s.gross DESC, s.plan_id`,
};

/** Plans with orders paid in the period, those with the highest gross first. */
export const topPlansOf = (
  pool: Pool,
  { creator_id, from, to }: Omit<DayRange, 'plan_id'>,
  most: number,
): Promise<Answer<PlanStats>> => runQuery(pool, TOP_PLANS, [creator_id, from, to, most]);
