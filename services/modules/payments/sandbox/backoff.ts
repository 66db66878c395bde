import type { Millis } from '#events/time.ts';
import { RETRY_PAUSES } from '#services/runtime/retry-pauses.ts';

const DAY = 24 * 3_600_000;

/** Pauses after each unacknowledged attempt; after the last the notice is given up. */
const PAUSES: readonly Millis[] = [...RETRY_PAUSES, DAY];

export const MAX_ATTEMPTS = PAUSES.length;

/** The first sender has this time for an acknowledgement; then any process sends again. */
export const firstClaim = (now: Millis): Millis => now + (PAUSES[0] ?? 0);

/** PAUSES for SQL: `($n::bigint[])[attempts]` is the pause after that many attempts. */
export const pausesForSql = (): Millis[] => [...PAUSES];
