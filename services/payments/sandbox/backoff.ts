import type { Millis } from '#events/time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, … sending that was not acknowledged; after the last the notice is given up. */
const PAUSES: readonly Millis[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

export const MOST_ATTEMPTS = PAUSES.length;

/** Who sends for the first time has until then to be acknowledged; afterwards anybody sends again. */
export const firstClaim = (now: Millis): Millis => now + (PAUSES[0] ?? SECOND);

/** PAUSES for SQL: `($n::bigint[])[attempts]` is the pause after that many attempts. */
export const pausesForSql = (): Millis[] => [...PAUSES];
