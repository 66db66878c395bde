import type { Pool } from 'pg';
import { GOAL_TYPE, type GoalType } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

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
  product_money: boolean;
  product_fans: boolean;
  /** Fans or fen by period: `YYYY-MM`, or `window`. A period without payments is left out. */
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

const COUNTS = '(NOT a.product OR coalesce(c.product_money, false)) AND a.day <= $3::date';
const DAY_OF = (at: string): string => `(to_timestamp(${at} / 1000.0) AT TIME ZONE $2)::date`;
const MINUTE_OF_DAY = (day: string): string =>
  `(extract(epoch FROM (${day})::timestamp AT TIME ZONE $2) / 60)::int`;

/** Whole days by their rows, the days on which a window begins and ends by the minute. */
const IN_WINDOW = `
  SELECT jsonb_build_object('window', coalesce(sum(part.amount), 0)) FROM (
    SELECT ${DAY_OF('g.begin_at')} AS first, ${DAY_OF('g.end_at')} AS last) AS w
  CROSS JOIN LATERAL (
    SELECT a.amount FROM rm.goal_days a
     WHERE a.creator_id = g.creator_id AND a.paid_day > w.first AND a.paid_day < w.last AND ${COUNTS}
    UNION ALL
    SELECT a.amount FROM rm.goal_minutes a
     WHERE a.creator_id = g.creator_id AND a.paid_minute >= g.begin_at / 60000
       AND a.paid_minute < least(g.end_at / 60000, ${MINUTE_OF_DAY('w.first + 1')}) AND ${COUNTS}
    UNION ALL
    SELECT a.amount FROM rm.goal_minutes a
     WHERE w.last > w.first AND a.creator_id = g.creator_id AND a.paid_minute >= ${MINUTE_OF_DAY('w.last')}
       AND a.paid_minute < g.end_at / 60000 AND ${COUNTS}
  ) AS part`;

const FIRST_MONTH = `coalesce($4, to_char(${DAY_OF('g.set_at')}, 'YYYY-MM'))`;

const MONEY_BY_MONTH = `
  SELECT jsonb_object_agg(month, amount) FROM (
    SELECT to_char(a.paid_day, 'YYYY-MM') AS month, sum(a.amount) AS amount FROM rm.goal_days a
     WHERE a.creator_id = g.creator_id AND a.paid_day >= (${FIRST_MONTH} || '-01')::date
       AND ($4 IS NULL OR a.paid_day < (($4 || '-01')::date + interval '1 month')) AND ${COUNTS}
     GROUP BY 1) AS months`;

const FANS_BY_MONTH = `
  SELECT jsonb_object_agg(month, fans) FROM (
    SELECT a.month, sum(CASE WHEN c.product_fans THEN a.payers ELSE a.sponsors END) AS fans FROM rm.goal_fan_days a
     WHERE a.creator_id = g.creator_id AND a.month >= ${FIRST_MONTH} AND ($4 IS NULL OR a.month = $4)
       AND a.day <= $3::date
     GROUP BY a.month) AS months`;

const COUNTED: Query = {
  name: 'goals-counted',
  models,
  sql: `SELECT g.goal_id, g.type, g.target, g.begin_at, g.end_at, g.description, g.hidden,
               coalesce(c.product_money, false) AS product_money, coalesce(c.product_fans, false) AS product_fans,
               coalesce(CASE g.type WHEN ${GOAL_TYPE.sponsor} THEN (${FANS_BY_MONTH})
                 WHEN ${GOAL_TYPE.money} THEN (${MONEY_BY_MONTH}) ELSE (${IN_WINDOW}) END, '{}') AS values
          FROM rm.goals g LEFT JOIN rm.goal_counting c USING (creator_id)
         WHERE g.creator_id = $1 AND NOT g.deleted ORDER BY g.set`,
};

/** The goals of a creator in the order in which they were set, hidden ones too, each with what counts for it. */
export const countedGoals = (
  pool: Pool,
  { creator_id, timeZone, day, onlyMonth }: CountFor,
): Promise<Answer<CountedRow>> =>
  runQuery(pool, COUNTED, [creator_id, timeZone, day ?? '9999-12-31', onlyMonth ?? null]);

const PAID_IN_MONTH: Query = {
  name: 'goals-paid-in-month',
  models,
  sql: 'SELECT sponsored, bought FROM rm.goal_fans WHERE creator_id = $1 AND user_id = $2 AND month = $3',
};

/** What a fan paid a creator in a business month (`YYYY-MM`), less refunds, fen. */
export async function paidInMonth(
  pool: Pool,
  { creator_id, user_id, month }: { creator_id: string; user_id: string; month: string },
): Promise<{ sponsored: number; bought: number }> {
  type Paid = { sponsored: number; bought: number };
  const { rows } = await runQuery<Paid>(pool, PAID_IN_MONTH, [creator_id, user_id, month]);
  return rows[0] ?? { sponsored: 0, bought: 0 };
}
