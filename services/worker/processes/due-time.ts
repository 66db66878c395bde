import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Millis } from '#events/time.ts';

/** An event this much older than its record was written about the past: by the demo, or a move of books. */
const BACKDATED_MS = 60_000;
/** Time for a writer of past events to write the next ones, before we act on missing ones. */
const GRACE_MS = 30_000;

/** The due time of a timer set by this event; an event about the past gets a delay. */
export function dueTimeOf({ metadata, recorded_at }: RecordedEvent, wished: Millis): Millis {
  const backdated = metadata.at < recorded_at - BACKDATED_MS;
  return backdated ? Math.max(wished, recorded_at + GRACE_MS) : wished;
}
