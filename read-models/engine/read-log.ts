import type { EventLog, LogPage } from '#events/log/log.ts';
import { type Batch, type Projection, projected } from './projection.ts';

/** A page of the log with the position that it follows on. */
export interface FollowingPage extends LogPage {
  after: number;
}

/** What a page holds for a projection that stands at `position`, at or after the page's beginning. */
export function batchOf(projection: Projection, position: number, page: LogPage): Batch {
  const types = new Set<string>(projection.types);
  let true_at = 0;
  for (const event of page.events) true_at = Math.max(true_at, event.recorded_at, event.metadata.at);
  const events = page.events.filter((event) => event.position > position && types.has(event.type));
  return { after: position, through: page.through, true_at, events: events.map(projected) };
}

/**
 * The log's batches for one projection from a position to the end, the next one being read while the
 * present one is written. Ends with the first batch that comes up short of `limit`; it may be empty.
 */
export async function* batchesOf(
  log: EventLog,
  projection: Projection,
  after: number,
  limit: number,
  signal?: AbortSignal,
): AsyncGenerator<Batch> {
  const read = (from: number): Promise<LogPage> => log.readAll(from, { limit, types: projection.types });
  let position = after;
  let next = read(position);
  for (;;) {
    const page = await next;
    signal?.throwIfAborted();
    const last = page.events.length < limit;
    if (!last) {
      next = read(page.through);
      // Its failing is met when it is awaited, or does not matter when the reader stops before.
      next.catch(() => undefined);
    }
    yield batchOf(projection, position, page);
    position = page.through;
    if (last) return;
  }
}
