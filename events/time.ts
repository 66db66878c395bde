import { z } from 'zod';

/**
 * The business calendar. Instants are UTC milliseconds; a business day, month or "the 1st at 10:00" is
 * read in the business time zone (config BUSINESS_TIME_ZONE, Asia/Shanghai unless set).
 */
export const millis = z.int();
export type Millis = z.infer<typeof millis>;

/** `YYYY-MM-DD` in the business calendar; sorts as text. */
export type BusinessDay = string;

const QUARTER_HOUR = 900_000;
const CACHED_QUARTERS = 20_000;
/** The business time zone unless the configuration names another. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** Days in "the last 31 days": today and the 30 before it. */
export const STATISTICS_WINDOW_DAYS = 31;

export interface BusinessCalendar {
  readonly timeZone: string;
  dayOf(at: Millis): BusinessDay;
  startOf(day: BusinessDay): Millis;
  /** Wall clock parts of an instant, for rules that name a time of day. */
  partsOf(at: Millis): WallClock;
  /** The instant of a wall clock time; of two (clocks turned back) the first, of none (skipped) that much later. */
  instantOf(wall: WallClock): Millis;
  /** Same day of a later month at the same time of day; a day that the month lacks becomes its last. */
  addMonths(at: Millis, months: number): Millis;
}

export interface WallClock {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

export function addDays(day: BusinessDay, days: number): BusinessDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of the week of a day. */
export const mondayOf = (day: BusinessDay): BusinessDay =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Days since 1970-01-01: cheaper than the text where days are compared and summed. */
export const dayNumber = (day: BusinessDay): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayOfNumber = (number: number): BusinessDay =>
  new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Whole days from one business day to another; negative when `to` is earlier. */
export function daysBetween(from: BusinessDay, to: BusinessDay): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** True for a real calendar day written `YYYY-MM-DD`. */
export function isBusinessDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Throws a RangeError for an unknown time zone. */
export function businessCalendar(timeZone: string): BusinessCalendar {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Every zone's offset and every day's border fall on a quarter of an hour, so one lookup serves them all.
  const offsets = new Map<number, number>();

  const offsetAt = (at: Millis): number => {
    const quarter = Math.floor(at / QUARTER_HOUR);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * QUARTER_HOUR;
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(start)) part[type] = Number(value);
    const wall = Date.UTC(
      part.year ?? 0,
      (part.month ?? 1) - 1,
      part.day ?? 1,
      part.hour ?? 0,
      part.minute ?? 0,
      part.second ?? 0,
    );
    if (offsets.size >= CACHED_QUARTERS) offsets.clear();
    offsets.set(quarter, wall - start);
    return wall - start;
  };

  const instantAtWall = (wall: number): Millis => {
    const before = wall - offsetAt(wall - DAY_MS);
    if (before + offsetAt(before) === wall) return before;
    const after = wall - offsetAt(wall + DAY_MS);
    // A wall time that the clocks skipped is moved by the length of the skip. A day without midnight begins with its
    // first instant.
    return after + offsetAt(after) === wall ? after : before;
  };

  const partsOf = (at: Millis): WallClock => {
    const local = new Date(at + offsetAt(at));
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
    };
  };

  const instantOf = (wall: WallClock): Millis =>
    instantAtWall(Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second));

  return {
    timeZone,
    partsOf,
    instantOf,
    dayOf: (at) => new Date(at + offsetAt(at)).toISOString().slice(0, 10),
    startOf: (day) => instantAtWall(Date.parse(`${day}T00:00:00Z`)),
    addMonths(at, months) {
      const wall = partsOf(at);
      const target = wall.year * 12 + (wall.month - 1) + months;
      const year = Math.floor(target / 12);
      const month = (target % 12) + 1;
      const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
      return instantOf({ ...wall, year, month, day: Math.min(wall.day, lastDay) });
    },
  };
}

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
