import type { Pool } from 'pg';
import type { BusinessCalendar } from '#events/time.ts';
import { addDays, isBusinessDay } from '#events/time.ts';
import { decidedBefore, timeAt } from '#read-models/books/ledger/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Clock } from '#services/runtime/clock.ts';

/** Numbers from here on are times: no log is that long, and no business that old. */
const FIRST_TIME = 1_000_000_000;

/** A past state of the books: events after `until` are ignored. */
export interface BooksAsOf {
  /** undefined: the present. */
  until: number | undefined;
  /** The `as_of` of an answer at the current position of the books. */
  asOf(now: AsOf): AsOf;
}

const endOfDay = (calendar: BusinessCalendar, day: string): number => calendar.startOf(addDays(day, 1)) - 1;

interface Times {
  calendar: BusinessCalendar;
  clock: Clock;
}

/** A day after today, or a time after now; of positions it is not known. */
export function inFuture({ calendar, clock }: Times, as_of: string): boolean {
  if (isBusinessDay(as_of)) return as_of > calendar.dayOf(clock.now());
  return Number(as_of) >= FIRST_TIME && Number(as_of) * 1000 > clock.now();
}

/**
 * Reads `as_of` of a request: a position, Unix seconds, or a business day; the present when it is left out.
 */
export async function stateOfBooks(
  parts: Times & { pool: Pool },
  as_of: string | undefined,
): Promise<BooksAsOf | 'in_future'> {
  if (as_of === undefined) return { until: undefined, asOf: (now) => now };
  if (inFuture(parts, as_of)) return 'in_future';
  const { pool, calendar } = parts;
  const number = Number(as_of);
  if (!isBusinessDay(as_of) && number < FIRST_TIME) {
    const time = await timeAt(pool, number);
    return {
      until: number,
      asOf: (now) => (number >= now.position ? now : { position: number, time }),
    };
  }
  const instant = isBusinessDay(as_of) ? endOfDay(calendar, as_of) : number * 1000;
  const until = await decidedBefore(pool, instant + 1);
  return { until, asOf: () => ({ position: until, time: Math.floor(instant / 1000) }) };
}
