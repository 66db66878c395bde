import { sql } from 'kysely';
import type { Pool } from 'pg';
import { addDays, type BusinessCalendar, type BusinessDay } from '#events/time.ts';
import { entriesOver, lastBooked, type PositionRange } from '#read-models/books/ledger/period.ts';
import { positionBefore } from '#read-models/books/ledger/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import { query } from '#read-models/engine/query.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { inFuture, stateOfBooks } from './books-as-of.ts';

/** The content of a file: business days, as of one position. */
export interface BooksPeriod extends PositionRange {
  /** First day; undefined: from the beginning. */
  from: BusinessDay | undefined;
  /** The requested last day; undefined: all entries. */
  to: BusinessDay | undefined;
  /** The log position of the books; `until` is the end of the last day. */
  stood: number;
  /** The first and the last day of the file; no entry is outside of them. */
  opens_on: BusinessDay;
  closes_on: BusinessDay;
  as_of: AsOf;
}

export interface PeriodQuery {
  from?: string | undefined;
  to?: string | undefined;
  /** A position, Unix seconds or a business day; undefined: the present. */
  as_of?: string | undefined;
}

/** Which field is wrong, and how. */
export interface PeriodRefused {
  field: 'from' | 'to' | 'as_of';
  why: 'ends_before_begin' | 'in_future';
}

export interface PeriodParts {
  pool: Pool;
  calendar: BusinessCalendar;
  clock: Clock;
}

const checkpoint = query(['ledger'], () => sql`SELECT 1 AS one`);

/** The days on which the first and the last entry of a range were booked; undefined of none. */
async function bookedDays({ pool, calendar }: PeriodParts, until: number) {
  const [first, last] = await Promise.all([
    entriesOver(pool, { after: 0, until, limit: 1 }),
    lastBooked(pool, { until }),
  ]);
  const day = (entry: { booked_at: number } | undefined) => entry && calendar.dayOf(entry.booked_at);
  return { first: day(first.rows[0]), last: day(last.rows[0]) };
}

const latest = (first: BusinessDay, second: BusinessDay | undefined): BusinessDay =>
  second !== undefined && second > first ? second : first;

/**
 * Fixes the content of a file before its first line, so that later entries do not change it. Refuses an end before
 * the begin, and a future begin or `as_of`.
 */
export async function booksPeriod(
  parts: PeriodParts,
  { from, to, as_of: requested }: PeriodQuery,
): Promise<BooksPeriod | PeriodRefused> {
  const { pool, calendar, clock } = parts;
  if (from !== undefined && to !== undefined && to < from) return { field: 'to', why: 'ends_before_begin' };
  if (from !== undefined && inFuture(parts, from)) return { field: 'from', why: 'in_future' };
  const future = { field: 'as_of', why: 'in_future' } as const;
  const then = await stateOfBooks(parts, requested);
  if (then === 'in_future') return future;
  const { as_of: now } = await checkpoint(pool, {});
  // A position after the present one; a time was checked above.
  if (then.until === Number(requested) && Number(requested) > now.position) return future;
  const stood = Math.min(then.until ?? now.position, now.position);
  const before = (day: BusinessDay): Promise<number> => positionBefore(pool, calendar.startOf(day));
  const until = to === undefined ? stood : Math.min(stood, await before(addDays(to, 1)));
  const after = from === undefined ? 0 : Math.min(until, await before(from));
  const today = calendar.dayOf(clock.now());
  const { first, last } = await bookedDays(parts, until);
  const closes_on = latest(
    from ?? last ?? today,
    latest(last ?? '', to === undefined || to > today ? '' : to),
  );
  const opens_on = from ?? first ?? closes_on;
  return { from, to, after, until, stood, opens_on, closes_on, as_of: then.asOf(now) };
}
