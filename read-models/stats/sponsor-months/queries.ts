import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type BusinessDay, type BusinessMonth, nextMonth } from '#events/time.ts';
import type { AsOf } from '../../engine/as-of.ts';
import { jsonList, type Params, queriesOf, single } from '../../engine/query.ts';
import { RECURRING_CHANGES, SPONSOR_CHANGES } from './tables.ts';

/** The sponsors of a month: new + kept + returned; money in fen (docs/domain/stats.md, Sponsors by month). */
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

export interface MonthRange {
  creator_id: string;
  from: BusinessMonth;
  /** The last day that counts, in the last month. */
  to: BusinessDay;
}

const db = queriesOf(SPONSOR_CHANGES, RECURRING_CHANGES);
const sum = (column: string) => sql<number>`sum(${sql.ref(column)})`;

/** Sums of the changes by month, through a day. */
const changesOf = single(['daily_stats'], ({ creator_id, to }: Params<MonthRange>) => {
  const month = sql<BusinessMonth>`to_char(day, 'YYYY-MM')`.as('month');
  const sponsors = db
    .selectFrom('sponsor_changes')
    .where('creator_id', '=', creator_id)
    .where('day', '<=', to)
    .select(['cohort', month, sum('sponsors_change').as('sponsors'), sum('kept_change').as('kept')])
    .groupBy(['cohort', 'month']);
  const recurring = db
    .selectFrom('recurring_changes')
    .where('creator_id', '=', creator_id)
    .where('day', '<=', to)
    .select([month, sum('recurring_change').as('recurring'), sum('memberships_change').as('memberships')])
    .groupBy('month');
  return db.selectNoFrom([jsonList(sponsors).as('sponsors'), jsonList(recurring).as('recurring')]);
});

/** The changes of a month and before, which are its numbers. */
const through = <Name extends string>(
  changes: readonly (Record<Name, number> & { month: BusinessMonth })[],
  name: Name,
  month: BusinessMonth,
): number => changes.reduce((sum, change) => (change.month <= month ? sum + change[name] : sum), 0);

/** Months, oldest first, each as it was on its last day, and the fans that first came in one of them. */
export async function sponsorMonths(
  pool: Pool,
  { creator_id, from, to }: MonthRange,
): Promise<{ months: SponsorMonth[]; cohorts: Cohort[]; as_of: AsOf }> {
  const { sponsors, recurring, as_of } = await changesOf(pool, { creator_id, from, to });
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
