import type { EventLog } from '#events/log/log.ts';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import { type ReadRange, readAhead } from '#events/log/subscription/read-ahead.ts';
import type { Projection } from './projection.ts';

/** The log's batches for one projection after a position. */
export async function* batchesOf(
  log: EventLog,
  { types }: Projection,
  after: number,
  range: ReadRange,
): AsyncGenerator<LogBatch> {
  for await (const batch of readAhead(log, after, { ...range, types })) yield batch;
}
