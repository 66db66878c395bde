import { isDeepStrictEqual } from 'node:util';
import type { EventLog, StreamWrite } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { appendDurably } from './durable-append.ts';

/** The events that the log has under the ids of some writes. */
export interface ReadBack {
  /** Of the last of them. */
  position: number;
  /** Type and data of each are those of the write. */
  same: boolean;
  /** Metadata, too: this process appended them, in an attempt whose answer was lost. */
  own: boolean;
  events: ReadonlyMap<string, readonly RecordedEvent[]>;
}

/** As it is after writing and reading: without what JSON leaves out. */
const asRead = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The last `count` events of a stream through a version. */
async function eventsThrough(
  log: EventLog,
  stream: string,
  version: number,
  count: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  while (events.length < count) {
    const after = version - count + events.length;
    const page = await log.readStream(stream, { after, limit: count - events.length });
    if (page.length === 0) break;
    events.push(...page);
  }
  return events;
}

/**
 * Reads what an append found in place of its writes.
 * @param found the answer of that append: the position, and of each write the last version of its events
 */
export async function readBack(
  log: EventLog,
  writes: readonly StreamWrite[],
  found: { position: number; versions: readonly number[] },
): Promise<ReadBack> {
  const events = new Map<string, readonly RecordedEvent[]>();
  let same = true;
  let own = true;
  for (const [at, { stream, events: written }] of writes.entries()) {
    if (written.length === 0) continue;
    const recorded = await eventsThrough(log, stream, found.versions[at] ?? -1, written.length);
    events.set(stream, recorded);
    for (const [nth, { id, type, data, metadata }] of written.entries()) {
      const one = recorded[nth];
      same &&= one?.id === id && one.type === type && isDeepStrictEqual(one.data, asRead(data));
      own &&= same && isDeepStrictEqual(one?.metadata, asRead(metadata));
    }
  }
  return { position: found.position, same, own, events };
}

/**
 * Reads the events with the ids of these writes, at any version. Called after an append that found some of the ids
 * and wrote nothing.
 * @returns undefined if only some exist, or in another order
 */
export async function readExisting(
  log: EventLog,
  writes: readonly StreamWrite[],
): Promise<ReadBack | undefined> {
  const anywhere = writes
    .filter(({ events }) => events.length > 0)
    .map((write): StreamWrite => ({ ...write, expected: 'any' }));
  const result = await appendDurably(log, anywhere);
  return result.ok ? readBack(log, anywhere, result) : undefined;
}
