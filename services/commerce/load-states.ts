import type { EventLog } from '#events/log/log.ts';
import type { BatchStates } from './batch-states.ts';
import type { Command } from './command.ts';
import type { Snapshots } from './snapshots.ts';
import { type Folded, foldRecorded, mayGrowLong, type StateCache, unwritten } from './state-cache.ts';

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
  const long = streams.filter(mayGrowLong);
  const none: ReadonlyMap<string, Folded> = new Map();
  // Without snapshots the streams are read from their beginnings.
  const saved = long.length > 0 ? await snapshots.load(long).catch(() => none) : none;
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
 * Loads what the commands name: from the cache, or all that is missing in one read of the log. What a command
 * begins, and is not in the cache, is taken to have no events.
 * @returns whether all of it was read from the log just now, and at one moment
 */
export async function loadStates(
  states: BatchStates,
  commands: readonly Command<unknown>[],
  loading: Loading,
): Promise<boolean> {
  const begun = new Set(commands.flatMap(({ begins = [] }) => begins));
  let reads = 0;
  let remembered = false;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const missing = states.missingFor(commands);
    if (missing.length === 0) return reads <= 1 && !remembered;
    const unknown: string[] = [];
    for (const stream of missing) {
      const known = loading.cache.get(stream) ?? (begun.has(stream) ? unwritten(stream) : undefined);
      if (known) states.add(stream, known);
      else unknown.push(stream);
    }
    if (unknown.length < missing.length) remembered = true;
    if (unknown.length === 0) continue;
    reads += 1;
    for (const [stream, folded] of await fetched(unknown, loading)) {
      states.add(stream, folded);
      loading.cache.set(stream, folded);
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
