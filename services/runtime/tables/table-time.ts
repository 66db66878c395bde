import { isBusinessDay, type Millis, type WallClock } from '#events/time.ts';

/** `2026-01-31`, `2026/1/31`, `2026.1.31` or `2026年1月31日`, with or without a time. */
const WALL_CLOCK =
  /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日)(?:[T\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;
/** Unix seconds from 1973 to 2286; shorter and longer numbers are something else. */
const UNIX_SECONDS = /^\d{9,10}$/;
/** A spreadsheet's days since 1899-12-30: 1954 to 2173. */
const SERIAL_DAYS = /^[2-9]\d{4}(\.\d+)?$/;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

function offsetMinutes(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}

/** The instant at which clocks of a zone show this; undefined where a time without a zone means nothing. */
type InstantOf = (wall: WallClock) => Millis | undefined;

/** Of a table whose times are UTC. */
export const utcInstant: InstantOf = ({ year, month, day, hour, minute, second }) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

function ofSerial(days: number, instantOf: InstantOf): Millis | undefined {
  const at = new Date(SERIAL_ZERO + Math.round(days * 86_400) * 1000);
  return instantOf({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  });
}

/**
 * The instant of a cell: ISO 8601, with an offset or in the table's zone; a day with the year first, with or without
 * a time (a day alone is its beginning); a spreadsheet's serial number; or Unix seconds. undefined for anything else
 * and for invalid days.
 */
export function tableTime(written: string, instantOf: InstantOf): Millis | undefined {
  const text = written.normalize('NFKC').trim();
  if (UNIX_SECONDS.test(text)) return Number(text) * 1000;
  if (SERIAL_DAYS.test(text)) return ofSerial(Number(text), instantOf);
  const match = WALL_CLOCK.exec(text);
  if (!match) return undefined;
  const [, years, , monthOf, dateOf, chineseMonth, chineseDate, hours, minutes, seconds, offset] = match;
  const [year, month, date] = [years, monthOf ?? chineseMonth, dateOf ?? chineseDate].map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const [hour, minute, second] = [Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0)];
  const day = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  if (!isBusinessDay(day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (offset !== undefined && hours === undefined) return undefined;
  if (offset !== undefined) {
    return Date.UTC(year, month - 1, date, hour, minute, second) - offsetMinutes(offset) * 60_000;
  }
  return instantOf({ year, month, day: date, hour, minute, second });
}
