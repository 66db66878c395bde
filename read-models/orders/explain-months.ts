import { type Expression, sql } from 'kysely';
import type { BusinessDay } from '#events/time.ts';
import { valuesOf } from '../engine/query.ts';

export interface ExplainPeriod {
  creator_id: string;
  /** Of figures of a month: the fans' first month instead. */
  plan_id?: string | undefined;
  from: BusinessDay;
  /** Included. `sponsors` are those of the 31 days that end with it. */
  to: BusinessDay;
}
const { creator_id, plan_id, from, to } = valuesOf<ExplainPeriod>();
type Day = Expression<unknown>;

/** The number of a day in `rm.sponsor_spans`. */
const NUMBER = (day: Day) => sql`((${day}) - date '1970-01-01')`;

const MEMBER = (day: Day) => sql`
  s.creator_id = ${creator_id} AND s.from_day <= ${NUMBER(day)} AND (s.until_day IS NULL OR s.until_day > ${NUMBER(day)})`;

/** Fans who paid from the first to the last day, or were members at the end of the last one. */
const sponsors = (from: Day, to: Day) => sql`
  SELECT o.user_id FROM rm.orders o WHERE o.creator_id = ${creator_id} AND o.paid_day BETWEEN ${from} AND ${to}
   UNION SELECT s.user_id FROM rm.sponsor_spans s WHERE ${MEMBER(to)}`;

const FIRST = sql`${from}::date`;
const LAST_DAY = sql`${to}::date`;
const THIS = sponsors(FIRST, LAST_DAY);
const LAST = sponsors(sql`(${FIRST} - interval '1 month')::date`, sql`${FIRST} - 1`);
/** Fans who paid or were members before the month. */
const EARLIER = sql`
  SELECT o.user_id FROM rm.orders o WHERE o.creator_id = ${creator_id} AND o.paid_day < ${FIRST}
   UNION SELECT s.user_id FROM rm.sponsor_spans s WHERE s.creator_id = ${creator_id} AND s.from_day < ${NUMBER(FIRST)}`;
/** Fans whose first payment or membership was in the cohort's month; without one all. */
const OF_COHORT = sql`
  SELECT f.user_id FROM (${THIS}) AS f
   WHERE ${plan_id}::text IS NULL
      OR ${plan_id} = (SELECT to_char(least(
                        (SELECT min(o.paid_day) FROM rm.orders o WHERE o.creator_id = ${creator_id} AND o.user_id = f.user_id),
                        (SELECT date '1970-01-01' + min(s.from_day) FROM rm.sponsor_spans s
                          WHERE s.creator_id = ${creator_id} AND s.user_id = f.user_id)), 'YYYY-MM'))`;

/** A fan counts with the newest order until the last day. */
const fans = (who: Expression<unknown>) => sql`
  SELECT o.out_trade_no, o.paid_at AS at, 1 AS contribution FROM (${who}) AS fan
   CROSS JOIN LATERAL (
     SELECT o.out_trade_no, o.paid_at FROM rm.orders o
      WHERE o.creator_id = ${creator_id} AND o.user_id = fan.user_id AND o.paid_day <= ${LAST_DAY}
      ORDER BY o.paid_at DESC, o.out_trade_no DESC LIMIT 1) AS o`;

/** The figures of a month (docs/domain.md, Sponsors by month), computed from orders and memberships. */
export const MONTH_PARTS = {
  month_sponsors: fans(OF_COHORT),
  month_new: fans(sql`(${THIS}) EXCEPT (${EARLIER})`),
  month_kept: fans(sql`(${THIS}) INTERSECT (${LAST})`),
  month_returned: fans(sql`((${THIS}) INTERSECT (${EARLIER})) EXCEPT (${LAST})`),
  month_lost: fans(sql`(${LAST}) EXCEPT (${THIS})`),
  recurring: sql`
    SELECT s.out_trade_no, o.paid_at AS at, s.recurring AS contribution
      FROM rm.sponsor_spans s JOIN rm.orders o USING (out_trade_no)
     WHERE ${MEMBER(LAST_DAY)} AND s.recurring > 0`,
} as const;
