import { windowPeriod } from '#events/goals.ts';
import { addDays, type BusinessCalendar, type BusinessDay } from '#events/time.ts';
import type { CountedRow } from '#read-models/goals/queries.ts';

const firstOfNext = (month: string): BusinessDay =>
  addDays(`${month}-28`, 4).slice(0, 8).concat('01') as BusinessDay;

/** The period of a goal on a day: its name, and its times in Unix milliseconds, the second not included. */
export function periodOf(
  { begin_at, end_at }: Pick<CountedRow, 'begin_at' | 'end_at'>,
  day: BusinessDay,
  calendar: BusinessCalendar,
): { name: string; from: number; to: number } {
  if (begin_at !== null && end_at !== null)
    return { name: windowPeriod({ begin_at, end_at }), from: begin_at, to: end_at };
  const name = day.slice(0, 7);
  return {
    name,
    from: calendar.startOf(`${name}-01` as BusinessDay),
    to: calendar.startOf(firstOfNext(name)),
  };
}

/** 0 to 1, four decimals, rounded down. */
export const percentOf = (value: number, target: number): number =>
  Math.min(1, Math.max(0, Math.floor((value * 10_000) / target) / 10_000));
