import type { EventLog } from '#events/log/log.ts';
import type { BatchStates } from './batch-states.ts';
import type { Command } from './command.ts';
import type { Snapshots } from './snapshots.ts';
import { type Folded, foldRecorded, kindOf, type StateCache, unwritten } from './state-cache.ts';

/** An order's stream ends after a handful of events; the others may grow long. */
const isLong = (stream: string): boolean => kindOf(stream) !== 'order';

/** Names found in one round may lead to further ones; deeper than this is a decider gone wrong. */
const MOST_ROUNDS = 5;

export interface Loading {
  log: EventLog;
  snapshots: Snapshots;
  cache: StateCache;
}

async function fetched(
  streams: readonly string[],
  { log, snapshots }: Loading,
): Promise<Map<string, Folded>> {
  const long = streams.filter(isLong);
  const saved = long.length > 0 ? await snapshots.load(long) : new Map<string, Folded>();
  const reads = streams.map((stream) => ({ stream, after: saved.get(stream)?.version ?? -1 }));
  const events = await log.readStreams(reads);
  return new Map(
    streams.map((stream) => {
      const from = saved.get(stream) ?? unwritten(stream);
      return [stream, foldRecorded(stream, from, events.get(stream) ?? [])];
    }),
  );
}

/**
 * Loads what the commands name: from the cache, or all that is missing in one read of the log.
 * @returns the streams that were read from the log just now
 */
export async function loadStates(
  states: BatchStates,
  commands: readonly Command<unknown>[],
  loading: Loading,
): Promise<ReadonlySet<string>> {
  const fresh = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const missing = states.missingFor(commands);
    if (missing.length === 0) return fresh;
    const unknown: string[] = [];
    for (const stream of missing) {
      const cached = loading.cache.get(stream);
      if (cached) states.add(stream, cached);
      else unknown.push(stream);
    }
    if (unknown.length === 0) continue;
    for (const [stream, folded] of await fetched(unknown, loading)) {
      states.add(stream, folded);
      loading.cache.set(stream, folded);
      fresh.add(stream);
    }
  }
  throw new Error(
    `commands name further streams without end: ${commands.map(({ name }) => name).join(', ')}`,
  );
}

/**
 * Brings the cache's view of streams up to date with the log.
 * @returns whether any of them had moved
 */
export async function catchUp(
  streams: Iterable<[string, Folded]>,
  { log, cache }: Pick<Loading, 'log' | 'cache'>,
): Promise<boolean> {
  const known = new Map(streams);
  const reads = [...known].map(([stream, { version }]) => ({ stream, after: version }));
  let moved = false;
  for (const [stream, events] of await log.readStreams(reads)) {
    const before = known.get(stream);
    if (!before || events.length === 0) continue;
    cache.set(stream, foldRecorded(stream, before, events));
    moved = true;
  }
  return moved;
}
