import type { Millis } from '#events/time.ts';

/**
 * The next planned check after now, or undefined. Only the event's time counts: checks that fail during an outage are
 * repeated, and use up no later ones.
 * @param delays from the event on, ascending
 */
export const nextCheck = (since: Millis, delays: readonly Millis[], now: Millis): Millis | undefined =>
  delays.map((delay) => since + delay).find((at) => at > now);
