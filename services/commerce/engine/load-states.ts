import type { EventLog, ExclusiveLog, StreamRead, StreamsPage } from '#events/log/log.ts';
import { pagesOfStreams } from '#events/log/stream-pages.ts';
import type { BatchStates } from './batch-states.ts';
import type { Command } from './command.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import type { Snapshots } from './snapshots.ts';
import { type Folded, foldRecorded, type StateCache, unwritten } from './state-cache.ts';

/** Names found in one round may lead to further ones; deeper than this is a decider gone wrong. */
const MOST_ROUNDS = 5;

export interface Loading {
  log: EventLog;
  snapshots: Snapshots;
  saving: SnapshotWriter;
  cache: StateCache;
}

interface Fetched {
  folds: Map<string, Folded>;
  /** Looks at the log that it took. */
  reads: number;
}

/**
 * Folds of streams in the log. Short streams need one read; for long ones snapshots are loaded, and later events are
 * read page by page.
 */
async function fetched(
  streams: readonly string[],
  { log, snapshots, saving }: Omit<Loading, 'cache'>,
): Promise<Fetched> {
  const folds = new Map(streams.map((stream) => [stream, unwritten(stream)]));
  const foldOf = (stream: string): Folded => folds.get(stream) ?? unwritten(stream);
  const take = ({ events }: StreamsPage): void => {
    for (const [stream, read] of events) folds.set(stream, foldRecorded(stream, foldOf(stream), read));
  };
  const first = await log.readStreams(
    streams.map((stream) => ({ stream, after: -1 })),
    { longest: saving.every },
  );
  take(first);
  if (first.rest.length === 0) return { folds, reads: 1 };

  const long = first.rest.map(({ stream }) => stream);
  const none: ReadonlyMap<string, Folded> = new Map();
  // Without snapshots the streams are read from their beginnings.
  const saved = await snapshots.load(long).catch(() => none);
  for (const [stream, fold] of saved) if (fold.version > foldOf(stream).version) folds.set(stream, fold);
  let reads = 1;
  let rest = long.map((stream) => ({ stream, after: foldOf(stream).version }));
  for (; rest.length > 0; reads += 1) {
    const page = await log.readStreams(rest);
    take(page);
    rest = [...page.rest];
  }
  for (const stream of long) {
    const fold = foldOf(stream);
    if (fold.version - (saved.get(stream)?.version ?? -1) >= saving.every) saving.consider(stream, fold);
  }
  return { folds, reads };
}

/**
 * Loads the streams of commands: from the cache, or all missing ones in one read. A stream that a command begins, and
 * that is not cached, counts as empty.
 * @returns whether all were read from the log now, at one moment
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
    const found = await fetched(unknown, loading);
    reads += found.reads;
    for (const [stream, folded] of found.folds) {
      states.add(stream, folded);
      // Random numbers are no streams and must not evict others.
      if (folded.version >= 0) loading.cache.set(stream, folded);
    }
  }
  throw new Error(
    `commands name further streams without end: ${commands.map(({ name }) => name).join(', ')}`,
  );
}

/**
 * Adds the commands' streams from the cache, or as empty if a command begins them, without a read.
 * @returns whether none is missing
 */
export function addKnown(
  states: BatchStates,
  commands: readonly Command<unknown>[],
  { cache }: Pick<Loading, 'cache'>,
): boolean {
  const begun = new Set(commands.flatMap(({ begins = [] }) => begins));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const missing = states.missingFor(commands);
    if (missing.length === 0) return true;
    for (const stream of missing) {
      const known = cache.get(stream) ?? (begun.has(stream) ? unwritten(stream) : undefined);
      if (!known) return false;
      states.add(stream, known);
    }
  }
  return false;
}

export interface CaughtUp {
  /** Streams that had moved, as they are now. */
  moved: ReadonlyMap<string, Folded>;
  /** One look at the log was enough, so that all of them are of one moment. */
  ofOneMoment: boolean;
}

type Bases = Iterable<readonly [string, Folded]>;

/** Folds a page on top of the known state, there and in the cache. */
function takePage(
  page: StreamsPage['events'],
  known: Map<string, Folded>,
  moved: Map<string, Folded>,
  cache: StateCache,
): void {
  for (const [stream, events] of page) {
    const before = known.get(stream);
    if (!before || events.length === 0) continue;
    const folded = foldRecorded(stream, before, events);
    known.set(stream, folded);
    moved.set(stream, folded);
    cache.set(stream, folded);
  }
}

const readsAfter = (bases: ReadonlyMap<string, Folded>): StreamRead[] =>
  [...bases].map(([stream, { version }]) => ({ stream, after: version }));

/** Brings states of streams, and the cache, up to date with the log. */
export async function catchUp(
  bases: Bases,
  { log, cache }: Pick<Loading, 'log' | 'cache'>,
): Promise<CaughtUp> {
  const known = new Map(bases);
  const moved = new Map<string, Folded>();
  let pages = 0;
  for await (const page of pagesOfStreams(log, readsAfter(known))) {
    takePage(page, known, moved, cache);
    pages += 1;
  }
  return { moved, ofOneMoment: pages <= 1 };
}

/**
 * The same for a single page, while others wait.
 * @returns undefined when there is more than a page
 */
export async function catchUpByOnePage(
  bases: Bases,
  { log, cache }: { log: ExclusiveLog; cache: StateCache },
): Promise<ReadonlyMap<string, Folded> | undefined> {
  const known = new Map(bases);
  const moved = new Map<string, Folded>();
  const page = await log.readStreams(readsAfter(known));
  takePage(page.events, known, moved, cache);
  return page.rest.length === 0 ? moved : undefined;
}
