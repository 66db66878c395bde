import type { Pool } from 'pg';
import { type BusinessMonth, nextMonth } from '#events/business-month.ts';
import type { BusinessDay } from '#events/time.ts';
import { type AsOf, type Query, runQuery } from '../../engine/as-of.ts';

/** The sponsors of a month: new + kept + returned; money in fen (docs/domain.md, Sponsors by month). */
export interface SponsorMonth {
  month: BusinessMonth;
  sponsors: number;
  new: number;
  kept: number;
  returned: number;
  lost: number;
  recurring: number;
  memberships: number;
}

/** Fans whose first month is `month`, and how many of them counted in it and each later month. */
export interface Cohort {
  month: BusinessMonth;
  sponsors: number[];
}

interface Changes {
  sponsors: { cohort: BusinessMonth; month: BusinessMonth; sponsors: number; kept: number }[];
  recurring: { month: BusinessMonth; recurring: number; memberships: number }[];
}

const MONTH = `to_char(day, 'YYYY-MM')`;
const CHANGES: Query = {
  name: 'sponsor-month-changes',
  models: ['daily_stats'],
  sql: `
    SELECT (SELECT coalesce(json_agg(c), '[]') FROM (
              SELECT cohort, ${MONTH} AS month, sum(sponsors_change) AS sponsors, sum(kept_change) AS kept
                FROM rm.sponsor_changes WHERE creator_id = $1 AND day <= $2::date GROUP BY 1, 2) AS c) AS sponsors,
           (SELECT coalesce(json_agg(c), '[]') FROM (
              SELECT ${MONTH} AS month, sum(recurring_change) AS recurring, sum(memberships_change) AS memberships
                FROM rm.recurring_changes WHERE creator_id = $1 AND day <= $2::date GROUP BY 1) AS c) AS recurring`,
};

/** The changes of a month and before, which are its numbers. */
const through = <Name extends string>(
  changes: readonly (Record<Name, number> & { month: BusinessMonth })[],
  name: Name,
  month: BusinessMonth,
): number => changes.reduce((sum, change) => (change.month <= month ? sum + change[name] : sum), 0);

export interface MonthRange {
  creator_id: string;
  from: BusinessMonth;
  /** The last day that counts, in the last month. */
  to: BusinessDay;
}

/** Months, oldest first, each as it was on its last day, and the fans that first came in one of them. */
export async function sponsorMonths(
  pool: Pool,
  { creator_id, from, to }: MonthRange,
): Promise<{ months: SponsorMonth[]; cohorts: Cohort[]; as_of: AsOf }> {
  const { rows, as_of } = await runQuery<Changes>(pool, CHANGES, [creator_id, to]);
  const { sponsors, recurring } = rows[0] ?? { sponsors: [], recurring: [] };
  const ofCohort = Map.groupBy(sponsors, ({ cohort }) => cohort);
  const list: BusinessMonth[] = [];
  for (let month = from; month <= to.slice(0, 7); month = nextMonth(month)) list.push(month);
  const before = sponsors.filter(({ month }) => month < from);
  let last = before.reduce((sum, change) => sum + change.sponsors, 0);
  const months = list.map((month): SponsorMonth => {
    const all = through(sponsors, 'sponsors', month);
    const kept = through(sponsors, 'kept', month);
    const fresh = through(ofCohort.get(month) ?? [], 'sponsors', month);
    const row = { month, sponsors: all, new: fresh, kept, returned: all - kept - fresh, lost: last - kept };
    last = all;
    return {
      ...row,
      recurring: through(recurring, 'recurring', month),
      memberships: through(recurring, 'memberships', month),
    };
  });
  const cohorts = list.map((month) => ({
    month,
    sponsors: list
      .filter((one) => one >= month)
      .map((one) => through(ofCohort.get(month) ?? [], 'sponsors', one)),
  }));
  return { months, cohorts, as_of };
}
