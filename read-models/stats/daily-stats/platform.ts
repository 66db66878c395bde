import { sql } from 'kysely';
import type { BusinessDay } from '#events/time.ts';
import { type Params, query, unplanned } from '../../engine/query.ts';

/** The whole platform on a business day; money in fen. */
interface PlatformDay {
  date: BusinessDay;
  orders: number;
  gross: number;
  refunds: number;
}

/** One row per business day, oldest first, also for days on which nothing happened. */
export const platformDays = query(
  ['daily_stats'],
  ({ from, to }: Params<{ from: BusinessDay; to: BusinessDay }>) => sql<PlatformDay>`
    SELECT d.day::date::text AS date, coalesce(s.orders, 0)::int AS orders,
           coalesce(s.gross, 0)::bigint AS gross, coalesce(s.refunds, 0)::bigint AS refunds
      FROM generate_series(${unplanned(from, 'date')}::timestamp, ${unplanned(to, 'date')}::timestamp, '1 day') AS d (day)
      LEFT JOIN (SELECT day, sum(orders) AS orders, sum(gross) AS gross, sum(refunds) AS refunds FROM rm.daily_stats
                  WHERE plan_id = '' AND day >= ${from}::date AND day <= ${to}::date GROUP BY day) AS s
             ON s.day = d.day::date
     ORDER BY d.day`,
);
