import type { EventLog, LogPage } from '#events/log/log.ts';
import { type Batch, type Projection, projected } from './projection.ts';

/** A page of the log with the position that it follows on. */
export interface FollowingPage extends LogPage {
  after: number;
}

/** What a page holds for a projection that stands at `position`, at or after the page's beginning. */
export function batchOf(
  projection: Projection,
  position: number,
  page: LogPage,
  until = Number.POSITIVE_INFINITY,
): Batch {
  const types = new Set<string>(projection.types);
  const through = Math.min(page.through, until);
  let true_at = 0;
  for (const event of page.events) true_at = Math.max(true_at, event.recorded_at, event.metadata.at);
  const events = page.events.filter(
    (event) => event.position > position && event.position <= through && types.has(event.type),
  );
  return { after: position, through, true_at, events: events.map(projected) };
}

export interface ReadRange {
  /** Events per batch. */
  limit: number;
  /** Position to stop at; the log's head as it is now unless given, so that writers cannot keep it going. */
  until?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The log's batches for one projection after a position, the next one being read while the present one is
 * written.
 */
export async function* batchesOf(
  log: EventLog,
  projection: Projection,
  after: number,
  { limit, until, signal }: ReadRange,
): AsyncGenerator<Batch> {
  const end = until ?? (await log.head());
  const read = (from: number): Promise<LogPage> => log.readAll(from, { limit, types: projection.types });
  let position = after;
  let next = position < end ? read(position) : undefined;
  while (next) {
    const page = await next;
    signal?.throwIfAborted();
    const batch = batchOf(projection, position, page, end);
    next = batch.through < end ? read(batch.through) : undefined;
    // Its failing is met when it is awaited, or does not matter when the reader stops before.
    next?.catch(() => undefined);
    yield batch;
    position = batch.through;
  }
}
