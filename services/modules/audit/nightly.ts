import type { Pool } from 'pg';
import { addDays, type BusinessCalendar, HOUR_MS, type Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { sealNumbered } from './seals.ts';
import { NIGHTLY, type Verifications } from './verifications.ts';

/** Hours after midnight of the business day. */
const AT_HOURS = 4;

interface Parts {
  pool: Pool;
  clock: Clock;
  calendar: BusinessCalendar;
  verifications: Pick<Verifications, 'start' | 'newest'>;
}

/**
 * Verifies the whole log when a night has passed since the last verification, of the worker or of a person.
 * @returns the time of the next one; undefined before the first seal
 */
export async function verifyNightly({
  pool,
  clock,
  calendar,
  verifications,
}: Parts): Promise<Millis | undefined> {
  const last = (await verifications.newest())?.started_at ?? (await sealNumbered(pool, 1))?.sealed_at;
  if (last === undefined) return undefined;
  const hours = AT_HOURS * HOUR_MS;
  const due = calendar.startOf(addDays(calendar.dayOf(last - hours), 1)) + hours;
  if (clock.now() >= due) await verifications.start(NIGHTLY);
  return due;
}
