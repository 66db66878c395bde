import type { BusinessCalendar, Millis } from '#events/time.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** Unix seconds as `2026-05-01 19:30` in the business calendar; empty for no time. */
export function timeText(calendar: BusinessCalendar, seconds: number | null): string {
  if (seconds === null) return '';
  const { year, month, day, hour, minute } = calendar.partsOf(seconds * 1000);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** Unix seconds, as the wire has times. */
export const secondsOf = (at: Millis): number => Math.floor(at / 1000);
