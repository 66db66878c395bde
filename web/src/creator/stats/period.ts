import { isDay } from '../../shell/search.ts'; /** Business days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The choices of the period picker (docs/ui, Creator); `custom` has its days in the address. */
export const PERIODS = ['7', '31', '90', 'month', 'year', 'custom'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = '31';
/** The maximum of days per query. */
const MAX_DAYS = 366;

const DAY_MS = 86_400_000;
const millisOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The business day this many days later (earlier if negative). */
export const dayPlus = (day: string, days: number): string =>
  new Date(millisOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The days of a business month until today. */
export function daysOfMonth(month: string, today: string): Days {
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
  const days = [dayPlus(next.toISOString().slice(0, 10), -1), today];
  return { from: `${month}-01`, to: days.toSorted()[0] ?? today };
}

/** How many business days, both ends included. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((millisOf(to) - millisOf(from)) / DAY_MS) + 1;

/** At most 366 days ending with `to`, sorted. */
export function bounded(one: string, other: string): Days {
  const [from, to] = one <= other ? [one, other] : [other, one];
  return lengthOf({ from, to }) > MAX_DAYS ? { from: dayPlus(to, 1 - MAX_DAYS), to } : { from, to };
}

/** The days of a period; `today` is the business day now. */
export function daysOf(period: Period, today: string, custom: Partial<Days>): Days {
  switch (period) {
    case '7':
    case '31':
    case '90':
      return { from: dayPlus(today, 1 - Number(period)), to: today };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'year':
      return { from: `${today.slice(0, 5)}01-01`, to: today };
    case 'custom':
      return isDay(custom.from) && isDay(custom.to)
        ? bounded(custom.from, custom.to)
        : { from: dayPlus(today, -30), to: today };
    default:
      return period satisfies never;
  }
}

/** The period before, of equal length. */
export const daysBefore = (days: Days): Days => ({
  from: dayPlus(days.from, -lengthOf(days)),
  to: dayPlus(days.from, -1),
});

/** An hour of the day as `08:00`; 24 is its end. */
export const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
