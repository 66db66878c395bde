import { addDays, type BusinessDay, daysBetween, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import type { InputError } from './refusals.ts';

/** Business days, both included. */
export interface Period {
  from: BusinessDay;
  to: BusinessDay;
}

/** The earlier of two days. */
export const earlierOf = (one: BusinessDay, other: BusinessDay): BusinessDay =>
  daysBetween(one, other) < 0 ? other : one;

/** More days are refused. */
const MAX_DAYS = 366;

const firstOfMonth = (day: BusinessDay): BusinessDay => `${day.slice(0, 7)}-01`;

/** The last days, today included. */
export const lastDays = (today: BusinessDay, days: number): Period => ({
  from: addDays(today, 1 - days),
  to: today,
});

export const monthOf = (month: string): Period => ({
  from: `${month}-01`,
  to: addDays(firstOfMonth(addDays(`${month}-01`, 31)), -1),
});

/** The period just before, of the same length. */
export function periodBefore({ from, to }: Period): Period {
  const before = addDays(from, -1);
  return { from: addDays(before, -daysBetween(from, to)), to: before };
}

/**
 * This month up to today, and the same days of the month before; where that month is too short it ends
 * with its last day.
 */
export function monthSoFar(today: BusinessDay): { now: Period; before: Period } {
  const from = firstOfMonth(today);
  const monthBefore = monthOf(addDays(from, -1).slice(0, 7));
  const sameDay = addDays(monthBefore.from, daysBetween(from, today));
  return {
    now: { from, to: today },
    before: { from: monthBefore.from, to: earlierOf(sameDay, monthBefore.to) },
  };
}

const required = (field: string): InputError => ({ field, message: { key: 'required' } });

/** A period by its two ends, or the errors of both. */
export function periodOf(from: BusinessDay | undefined, to: BusinessDay | undefined): Period | InputError {
  if (from === undefined) return required('from');
  if (to === undefined) return required('to');
  const longest = addDays(from, MAX_DAYS - 1);
  if (to < from || to > longest) {
    return { field: 'to', message: { key: 'out_of_range', min: from, max: longest } };
  }
  return { from, to };
}

interface StatInput {
  days?: number | undefined;
  from?: BusinessDay | undefined;
  to?: BusinessDay | undefined;
}

/** `from` and `to`, otherwise the last `days` (default 31). */
export function statPeriod({ days, from, to }: StatInput, today: BusinessDay): Period | InputError {
  if (from !== undefined || to !== undefined) return periodOf(from, to);
  return lastDays(today, days ?? STATISTICS_WINDOW_DAYS);
}

interface ExplainInput {
  date?: BusinessDay | undefined;
  month?: string | undefined;
  from?: BusinessDay | undefined;
  to?: BusinessDay | undefined;
}

/** One of `date`, `month`, or `from` and `to`. */
export function explainPeriod({ date, month, from, to }: ExplainInput): Period | InputError {
  const ways = [date, month, from ?? to].filter((way) => way !== undefined).length;
  if (ways === 0) return required('date');
  if (ways > 1) return { field: date === undefined ? 'month' : 'date', message: { key: 'malformed' } };
  if (date !== undefined) return { from: date, to: date };
  return month === undefined ? periodOf(from, to) : monthOf(month);
}

export const isRefused = (period: Period | InputError): period is InputError => 'field' in period;
