import { type Expression, sql } from 'kysely';
import { WINDOW } from '#events/goals.ts';
import { GOAL_TYPE, type GoalType } from '#events/status.ts';
import { type Params, queriesOf, query } from '../engine/query.ts';
import { GOAL_FANS } from './tables.ts';

const models = ['goals'];

/** A goal that is not deleted, with what counts for it. */
export interface CountedRow {
  goal_id: string;
  type: GoalType;
  /** fans, or fen */
  target: number;
  /** Unix milliseconds; null without a window */
  begin_at: number | null;
  end_at: number | null;
  description: string;
  hidden: boolean;
  /** Unix milliseconds */
  set_at: number;
  product_money: boolean;
  product_fans: boolean;
  /** Fans or fen by period: `YYYY-MM`, or that of the window. A month without payments is left out. */
  values: Record<string, number>;
}

export interface CountFor {
  creator_id: string;
  timeZone: string;
  /** `YYYY-MM-DD`: counts payments and refunds through the end of this business day; left out: all. */
  day?: string;
  /** Only the month of `day`; otherwise every month since the goal was set. */
  onlyMonth?: string;
}

/** The goals of a creator in the order in which they were set, hidden ones too, each with what counts for it. */
export const countedGoals = query(
  models,
  ({ creator_id, timeZone, day: until, onlyMonth }: Params<CountFor>) => {
    const day = sql`coalesce(${until}::date, '9999-12-31')`;
    const counts = sql`(NOT a.product OR coalesce(c.product_money, false)) AND a.day <= ${day}`;
    const dayOf = (at: Expression<unknown>) =>
      sql`(to_timestamp(${at} / 1000.0) AT TIME ZONE ${timeZone})::date`;
    const minuteOfDay = (date: Expression<unknown>) =>
      sql`(extract(epoch FROM (${date})::timestamp AT TIME ZONE ${timeZone}) / 60)::int`;

    /** As `windowPeriod` writes it. */
    const windowPeriodOf = sql`concat_ws('-', ${WINDOW}::text, g.begin_at, g.end_at)`;
    /** Whole days by their rows, the days on which a window begins and ends by the minute. */
    const inWindow = sql`
    SELECT jsonb_build_object(${windowPeriodOf}, coalesce(sum(part.amount), 0)) FROM (
      SELECT ${dayOf(sql`g.begin_at`)} AS first, ${dayOf(sql`g.end_at`)} AS last) AS w
    CROSS JOIN LATERAL (
      SELECT a.amount FROM rm.goal_days a
       WHERE a.creator_id = g.creator_id AND a.paid_day > w.first AND a.paid_day < w.last AND ${counts}
      UNION ALL
      SELECT a.amount FROM rm.goal_minutes a
       WHERE a.creator_id = g.creator_id AND a.paid_minute >= g.begin_at / 60000
         AND a.paid_minute < least(g.end_at / 60000, ${minuteOfDay(sql`w.first + 1`)}) AND ${counts}
      UNION ALL
      SELECT a.amount FROM rm.goal_minutes a
       WHERE w.last > w.first AND a.creator_id = g.creator_id AND a.paid_minute >= ${minuteOfDay(sql`w.last`)}
         AND a.paid_minute < g.end_at / 60000 AND ${counts}
    ) AS part`;
    const firstMonth = sql`coalesce(${onlyMonth}, to_char(${dayOf(sql`g.set_at`)}, 'YYYY-MM'))`;
    const moneyByMonth = sql`
    SELECT jsonb_object_agg(month, amount) FROM (
      SELECT to_char(a.paid_day, 'YYYY-MM') AS month, sum(a.amount) AS amount FROM rm.goal_days a
       WHERE a.creator_id = g.creator_id AND a.paid_day >= (${firstMonth} || '-01')::date
         AND (${onlyMonth} IS NULL OR a.paid_day < ((${onlyMonth} || '-01')::date + interval '1 month')) AND ${counts}
       GROUP BY 1) AS months`;
    const fansByMonth = sql`
    SELECT jsonb_object_agg(month, fans) FROM (
      SELECT a.month, sum(CASE WHEN c.product_fans THEN a.payers ELSE a.sponsors END) AS fans FROM rm.goal_fan_days a
       WHERE a.creator_id = g.creator_id AND a.month >= ${firstMonth} AND (${onlyMonth} IS NULL OR a.month = ${onlyMonth})
         AND a.day <= ${day}
       GROUP BY a.month) AS months`;
    return sql<CountedRow>`
    SELECT g.goal_id, g.type, g.target, g.begin_at, g.end_at, g.description, g.hidden, g.set_at,
           coalesce(c.product_money, false) AS product_money, coalesce(c.product_fans, false) AS product_fans,
           coalesce(CASE g.type WHEN ${GOAL_TYPE.sponsor} THEN (${fansByMonth})
             WHEN ${GOAL_TYPE.money} THEN (${moneyByMonth}) ELSE (${inWindow}) END, '{}') AS values
      FROM rm.goals g LEFT JOIN rm.goal_counting c USING (creator_id)
     WHERE g.creator_id = ${creator_id} AND NOT g.deleted ORDER BY g.set`;
  },
);

interface FanMonth {
  creator_id: string;
  user_id: string;
  /** `YYYY-MM` */
  month: string;
}

/** A fan's payments to a creator in a business month, less refunds, fen: one row, or none. */
export const paidInMonth = query(models, ({ creator_id, user_id, month }: Params<FanMonth>) =>
  queriesOf(GOAL_FANS)
    .selectFrom('goal_fans')
    .select(['sponsored', 'bought'])
    .where('creator_id', '=', creator_id)
    .where('user_id', '=', user_id)
    .where('month', '=', month),
);
