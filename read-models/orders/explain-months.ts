import { type Expression, sql } from 'kysely';
import type { BusinessDay } from '#events/time.ts';
import { type PageRange, type Params, pageRow, valuesOf, withColumns } from '../engine/query.ts';
import { type Explanation, listOf } from './explained-list.ts';

export interface ExplainPeriod {
  creator_id: string;
  /** Of figures of a month: the fans' first month instead. */
  plan_id?: string | undefined;
  from: BusinessDay;
  /** Included. `sponsors` are those of the 31 days that end with it. */
  to: BusinessDay;
}
const { creator_id, plan_id, to } = valuesOf<ExplainPeriod>();

interface Spans {
  /** spans with equal days, their number `n` and what they add */
  groups: Expression<unknown>;
  /** orders of a range of the spans of a group `g`: the range comes first, so that no order of another span is read */
  ofGroup: (range: Expression<unknown>) => Expression<unknown>;
}

/** Stored counts of equal spans show where a page begins: the spans that began last come first. */
const spansPage =
  ({ groups, ofGroup }: Spans) =>
  ({ limit, offset }: Params<PageRange>): Expression<Explanation> => {
    const range = sql`LIMIT ${limit} OFFSET greatest(${offset} - (g.through - g.n), 0)`;
    const page = sql`
      SELECT part.*
        FROM groups g CROSS JOIN LATERAL (${ofGroup(range)}) AS part
       WHERE through > ${offset} AND through - n < ${offset} + ${limit}
       ORDER BY through, nth LIMIT ${limit}`;
    const total = (of: string) => sql<number>`(SELECT coalesce(sum(${sql.raw(of)}), 0) FROM groups)`;
    return sql<Explanation>`
      WITH groups AS (SELECT *, sum(n) OVER (ORDER BY g DESC) AS through FROM (${groups}) AS g)
      ${withColumns(pageRow(total('n'), listOf(page)), sql<{ value: number }>`${total('added')} AS value`)}`;
  };

/** Fans who are this on the last day. Each counts with the newest order until then. */
const fans = (...kinds: readonly ('new' | 'kept' | 'returned' | 'lost')[]) =>
  spansPage({
    groups: sql`
      SELECT from_day, until_day, kind, cohort, fans AS n, fans AS added FROM rm.span_fans
       WHERE creator_id = ${creator_id} AND kind IN (${sql.join(kinds)}) AND until_day > ${to}::date AND from_day <= ${to}::date
         AND (${plan_id}::text IS NULL OR cohort = ${plan_id})`,
    ofGroup: (range) => sql`
      SELECT o.*, user_id AS nth, 1 AS contribution
        FROM (SELECT user_id FROM rm.fan_spans s
               WHERE s.creator_id = ${creator_id} AND s.kind = g.kind AND s.until_day = g.until_day
                 AND s.from_day = g.from_day AND s.cohort = g.cohort
               ORDER BY user_id ${range}) AS fan
       CROSS JOIN LATERAL (
         SELECT o.out_trade_no, o.paid_at AS at FROM rm.orders o
          WHERE o.creator_id = ${creator_id} AND o.user_id = fan.user_id AND o.paid_day <= ${to}::date
            AND NOT o.imported
          ORDER BY o.paid_at DESC, o.out_trade_no DESC LIMIT 1) AS o`,
  });

/** The number of the last day in tables of memberships. */
const LAST = sql`(${to}::date - date '1970-01-01')`;

/** The figures of a month (docs/domain/stats.md, Sponsors by month), computed from orders and memberships. */
export const MONTH_PAGES = {
  month_sponsors: fans('new', 'kept', 'returned'),
  month_new: fans('new'),
  month_kept: fans('kept'),
  month_returned: fans('returned'),
  month_lost: fans('lost'),
  recurring: spansPage({
    groups: sql`
      SELECT from_day, until_day, spans AS n, recurring AS added FROM rm.recurring_spans
       WHERE creator_id = ${creator_id} AND until_day > ${LAST} AND from_day <= ${LAST}`,
    ofGroup: (range) => sql`
      SELECT out_trade_no, o.paid_at AS at, span AS nth, recurring AS contribution
        FROM (SELECT out_trade_no, span, recurring FROM rm.sponsor_spans s
               WHERE s.creator_id = ${creator_id} AND s.until_day = g.until_day AND s.from_day = g.from_day
                 AND s.recurring > 0
               ORDER BY span ${range}) AS part
        JOIN rm.orders o USING (out_trade_no)`,
  }),
} as const;
