import { type BusinessCalendar, isBusinessDay, type Millis } from '#events/time.ts';

const WALL_CLOCK =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;
/** Unix seconds from 1973 to 2286; shorter and longer numbers are something else. */
const UNIX_SECONDS = /^\d{9,10}$/;

function offsetMinutes(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}

/**
 * The instant of a `paid_at`: ISO 8601, with an offset or in business time; `YYYY-MM-DD HH:mm[:ss]`; a day
 * alone, which is its beginning; or Unix seconds. undefined for anything else and for invalid days.
 */
export function paidAt(text: string, calendar: BusinessCalendar): Millis | undefined {
  if (UNIX_SECONDS.test(text)) return Number(text) * 1000;
  const match = WALL_CLOCK.exec(text);
  if (!match) return undefined;
  const [, day = '', hours, minutes, seconds, offset] = match;
  const [hour, minute, second] = [Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0)];
  if (!isBusinessDay(day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (offset !== undefined && hours === undefined) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (offset !== undefined) {
    return Date.UTC(year, month - 1, date, hour, minute, second) - offsetMinutes(offset) * 60_000;
  }
  return calendar.instantOf({ year, month, day: date, hour, minute, second });
}
