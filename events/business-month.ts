import type { BusinessCalendar, Millis } from './time.ts';

/** `YYYY-MM` in the business calendar; sorts as text. */
export type BusinessMonth = string;

export const monthAt = (calendar: BusinessCalendar, at: Millis): BusinessMonth =>
  calendar.dayOf(at).slice(0, 7);

/** `2026-12` → `2027-01`. */
export function nextMonth(month: BusinessMonth): BusinessMonth {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const after = number === 12 ? { year: year + 1, number: 1 } : { year, number: number + 1 };
  return `${String(after.year).padStart(4, '0')}-${String(after.number).padStart(2, '0')}`;
}
