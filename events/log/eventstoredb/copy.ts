import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { AppendOutcomeUnknown, LogUnreachable } from '../log.ts';
import type { EventStore } from './event-store.ts';
import { mirroredAfter, mirrorHead } from './mirror.ts';
import { EventStoreProblem, eventOf, type Row } from './rows.ts';

const MAX_EVENTS = 250;
/** EventStoreDB takes 1 MiB, its own additions included. */
const MAX_BYTES = 700_000;
const MAX_ATTEMPTS = 3;
const MAX_DIFFERENCES = 20;

/** Called with the position that is done. */
type Reached = (position: number) => void;

/** The first rows that one append can hold; at least one. */
function fitting(rows: readonly Row[]): readonly Row[] {
  let bytes = 0;
  const end = rows.findIndex(({ data, metadata }) => {
    bytes += Buffer.byteLength(data) + Buffer.byteLength(metadata);
    return bytes > MAX_BYTES;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(end, 1));
}

/**
 * Adds to EventStoreDB the events that only the tables have. It can be killed and repeated at any time: expected
 * revisions write each event once.
 */
export async function copyToEventStore(pool: Pool, store: EventStore, reached: Reached): Promise<void> {
  let attempts = 0;
  for (;;) {
    const head = await store.head();
    reached(head);
    const rows = fitting(await mirroredAfter(pool, head, MAX_EVENTS));
    if (rows.length === 0) return;
    try {
      await store.append(head, rows.map(eventOf));
      attempts = 0;
    } catch (error) {
      attempts += 1;
      if (error instanceof EventStoreProblem || attempts === MAX_ATTEMPTS) throw error;
      if (!(error instanceof AppendOutcomeUnknown || error instanceof LogUnreachable)) throw error;
    }
  }
}

/** Compares the tables and EventStoreDB event by event: position, id, bytes, time. @returns the first differences */
export async function differences(
  pool: Pool,
  store: Pick<EventStore, 'read' | 'head'>,
  reached: Reached = () => undefined,
): Promise<string[]> {
  const [ours, theirs] = [await mirrorHead(pool), await store.head()];
  const found = ours === theirs ? [] : [`the tables have ${ours} events, EventStoreDB has ${theirs}`];
  for (let after = 0; after < Math.min(ours, theirs) && found.length < MAX_DIFFERENCES; ) {
    const page = await store.read(after, MAX_EVENTS);
    const rows = await mirroredAfter(pool, after, page.length);
    for (const [at, row] of page.entries()) {
      if (!isDeepStrictEqual(row, rows[at])) found.push(`event ${after + at + 1} differs`);
    }
    after += page.length;
    reached(after);
  }
  return found;
}
