import { type EventLog, type LogPage, PAGE_BYTES, type ReadAllOptions } from '../log.ts';
import { batchOf, type LogBatch } from './batch.ts';
import { byteBudget } from './byte-budget.ts';

export interface ReadRange extends ReadAllOptions {
  /** Position to stop at; by default the present head, so that writers cannot keep it running. */
  until?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** The budget of all pages that this process reads ahead or applies. */
const inMemory = byteBudget(24 * 1024 * 1024);

/** The log's events after a position. The next page is read while the present one is applied, if memory is free. */
export async function* readAhead(
  log: Pick<EventLog, 'head' | 'readAll'>,
  after: number,
  { until, signal, bytes = PAGE_BYTES, ...options }: ReadRange,
): AsyncGenerator<LogBatch> {
  const end = until ?? (await log.head());
  const types = options.types && new Set(options.types);
  const read = async (from: number, free: () => void): Promise<{ page: LogPage; free: () => void }> => {
    try {
      return { page: await log.readAll(from, { ...options, bytes }), free };
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
        const batch = batchOf(page, position, types, end);
        const room = batch.through < end ? inMemory.takeIfFree(bytes) : undefined;
        ahead = room && read(batch.through, room);
        // Its error is thrown when it is awaited; it is ignored if the reader stops earlier.
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
