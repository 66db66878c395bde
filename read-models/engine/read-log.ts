import { type EventLog, type LogPage, PAGE_BYTES } from '#events/log/log.ts';
import { byteBudget } from './byte-budget.ts';
import { type Batch, type Projection, projected } from './projection.ts';

/** A page of the log with the position that it follows on. */
export interface FollowingPage extends LogPage {
  after: number;
}

/** What a page holds for a projection that stands at `position`, at or after the page's beginning. */
export function batchOf(
  projection: Projection,
  position: number,
  page: Pick<LogPage, 'events' | 'through'>,
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
  /** Bytes per batch; a single event may have more. */
  bytes?: number;
  /** Position to stop at; the log's head as it is now unless given, so that writers cannot keep it going. */
  until?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Over all batches that this process reads ahead or writes at one moment. */
const inMemory = byteBudget(24 * 1024 * 1024);

/**
 * The log's batches for one projection after a position, the next one being read while the present one is
 * written, if the memory for it is free.
 */
export async function* batchesOf(
  log: EventLog,
  projection: Projection,
  after: number,
  { limit, bytes = PAGE_BYTES, until, signal }: ReadRange,
): AsyncGenerator<Batch> {
  const end = until ?? (await log.head());
  const read = async (from: number, free: () => void): Promise<{ page: LogPage; free: () => void }> => {
    try {
      return { page: await log.readAll(from, { limit, bytes, types: projection.types }), free };
    } catch (error) {
      free();
      throw error;
    }
  };
  let position = after;
  let ahead: ReturnType<typeof read> | undefined;
  try {
    while (position < end) {
      const { page, free } = await (ahead ?? read(position, await inMemory.take(bytes)));
      ahead = undefined;
      try {
        signal?.throwIfAborted();
        const batch = batchOf(projection, position, page, end);
        const room = batch.through < end ? inMemory.takeIfFree(bytes) : undefined;
        ahead = room && read(batch.through, room);
        // Its failing is met when it is awaited, or does not matter when the reader stops before.
        ahead?.catch(() => undefined);
        yield batch;
        position = batch.through;
      } finally {
        free();
      }
    }
  } finally {
    ahead?.then(({ free }) => free()).catch(() => undefined);
  }
}
