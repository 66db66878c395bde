import { sql } from 'kysely';
import type { BusinessDay } from '#events/time.ts';
import { PLANS } from '../../catalog/tables.ts';
import { type Params, queriesOf, query, unplanned } from '../../engine/query.ts';
import { DAILY_STATS, type DAY_STATS } from './days.ts';

const db = queriesOf(DAILY_STATS, PLANS);
const sum = (column: (typeof DAY_STATS)[number]) => sql<number>`sum(${sql.ref(column)})`;
/** Of the plan `p`, which payments without a plan do not have. */
const PLAN_NAME = [
  sql<string>`coalesce(p.name, '')`.as('name'),
  sql<number>`coalesce(p.product_type, 0)`.as('product_type'),
] as const;

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

/** One row per business day, oldest first, also for days on which nothing happened. */
export const daysOf = query(
  ['daily_stats'],
  ({ creator_id, plan_id, from, to }: Params<DayRange>) => sql<DayStats>`
    SELECT d.day::date::text AS date,
           coalesce(s.orders, 0) AS orders, coalesce(s.gross, 0) AS gross, coalesce(s.net, 0) AS net,
           coalesce(s.refunds, 0) AS refunds, coalesce(s.gross_sponsorship, 0) AS gross_sponsorship,
           coalesce(s.gross_goods, 0) AS gross_goods, coalesce(s.new_sponsors, 0) AS new_sponsors,
           before.sponsors + coalesce(sum(s.sponsors_change) OVER (ORDER BY d.day), 0) AS sponsors
      FROM generate_series(${unplanned(from, 'date')}::timestamp, ${unplanned(to, 'date')}::timestamp, '1 day') AS d (day)
      LEFT JOIN rm.daily_stats s ON s.creator_id = ${creator_id} AND s.plan_id = ${plan_id} AND s.day = d.day::date
     CROSS JOIN (SELECT coalesce(sum(sponsors_change), 0) AS sponsors FROM rm.daily_stats
                  WHERE creator_id = ${creator_id} AND plan_id = ${plan_id} AND day < ${from}::date) AS before
     ORDER BY d.day`,
);

/** Plans with orders paid in the period, at most `most`, those with the highest gross first. */
export const topPlansOf = query(
  ['daily_stats', 'catalog'],
  ({ creator_id, from, to, most }: Params<Omit<DayRange, 'plan_id'> & { most: number }>) => {
    const top = db
      .selectFrom('daily_stats')
      .where('creator_id', '=', creator_id)
      .where('plan_id', '<>', '')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('plan_id')
      .having(sum('orders'), '>', 0)
      .select(['plan_id', sum('orders').as('orders'), sum('gross').as('gross'), sum('net').as('net')])
      .orderBy('gross', 'desc')
      .orderBy('plan_id')
      .limit(most);
    return db
      .selectFrom(top.as('s'))
      .leftJoin('plans as p', 'p.plan_id', 's.plan_id')
      .select(['s.plan_id', 's.orders', 's.gross', 's.net', ...PLAN_NAME])
      .orderBy('s.gross', 'desc')
      .orderBy('s.plan_id');
  },
);
