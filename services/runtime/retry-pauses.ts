import type { Millis } from '#events/time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first, second, … failed sending of a message or notice; the last ends about a day after the first. */
export const RETRY_PAUSES: readonly Millis[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];
