import type { OutTradeNo, PlanId } from '#events/ids.ts';
import { type BusinessCalendar, DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import type { Grant, Run } from './membership.ts';

/** A membership ends at most this many months ahead, unless it never ends. */
const MAX_MONTHS_AHEAD = 120;

export const isTooFar = (calendar: BusinessCalendar, until: Millis | null, now: Millis): boolean =>
  until !== null && until > calendar.addMonths(now, MAX_MONTHS_AHEAD);

type Timed = Pick<Grant, 'at' | 'months' | 'from' | 'until' | 'from_plan'>;
/** A run, or what will be one. */
type Begun<G> = Pick<Run, 'begin'> & { grants: readonly G[] };

/**
 * The grants of a run with the times that follow from their payments. Each end is the first day plus the months since,
 * so that ends keep the day of the month. A grant that was paid after the end of those before it starts the count again.
 * @returns also the first day of the last count
 */
function timed<G extends Timed>({ begin, grants }: Begun<G>, calendar: BusinessCalendar) {
  let first = begin;
  let months = 0;
  let end: Millis | null = begin;
  const list = grants.map((grant): G => {
    const { at, from_plan } = grant;
    const before = end ?? at;
    if (from_plan === null && at > before) {
      first = at;
      months = 0;
    }
    months += grant.months;
    const from = from_plan === null ? Math.max(at, before) : at;
    end = grant.until === null ? null : calendar.addMonths(first, months);
    return { ...grant, from, until: end };
  });
  return { list, first };
}

/** The grants of a run with another begin. */
export const regranted = <G extends Timed>(run: Begun<G>, calendar: BusinessCalendar): G[] =>
  timed(run, calendar).list;

interface NextGrant {
  months: number;
  permanent: boolean;
  /** The plan that it upgrades; null: it extends or begins the run. */
  from_plan: PlanId | null;
}

/** Begin and end of a grant that is paid now, at the end of a run or as the first of a new one. */
export function nextTimes(
  { begin, grants }: Begun<Timed>,
  { months, permanent, from_plan }: NextGrant,
  calendar: BusinessCalendar,
  now: Millis,
): { from: Millis; until: Millis | null } {
  const paid = { at: now, months, from: now, until: permanent ? null : now, from_plan };
  const { from, until } = timed({ begin, grants: [...grants, paid] }, calendar).list.at(-1) ?? paid;
  return { from, until };
}

/** Grants of a run without one of its orders: later ones move up. null: it cannot be removed. */
export function grantsWithout(run: Run, order: OutTradeNo, calendar: BusinessCalendar): Grant[] | null {
  const index = run.grants.findIndex(({ out_trade_no }) => out_trade_no === order);
  const later = run.grants.slice(index + 1);
  // An upgrade was priced by the plan before it: the later one must be refunded first.
  if (later.some(({ from_plan }) => from_plan !== null)) return null;
  if (later.length > 0 && run.grants[index]?.from_plan !== null) return null;
  return timed({ begin: run.begin, grants: run.grants.toSpliced(index, 1) }, calendar).list;
}

/** The rest of a run: its whole months after the present one, and the hours left of that. */
export interface TimeLeft {
  months: number;
  /** Rounded half up; in the last month at least 1. */
  hours: number;
  /** Hours of the present month. */
  of: number;
  /** Until the end, started ones included. */
  days: number;
}

/** The time that a running run has left now, by its months. */
export function timeLeft(run: Run, until: Millis, calendar: BusinessCalendar, now: Millis): TimeLeft {
  const { first } = timed(run, calendar);
  const startOf = (month: number): Millis => Math.min(calendar.addMonths(first, month), until);
  let month = 0;
  while (startOf(month + 1) <= now) month += 1;
  let months = 0;
  while (startOf(month + months + 1) < until) months += 1;
  const [begin, end] = [startOf(month), startOf(month + 1)];
  const hours = Math.round((end - now) / HOUR_MS);
  return {
    months,
    hours: months === 0 ? Math.max(hours, 1) : hours,
    of: Math.max(Math.round((end - begin) / HOUR_MS), 1),
    days: Math.ceil((until - now) / DAY_MS),
  };
}
