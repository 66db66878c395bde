import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog, ExclusiveLog, StreamPageOptions, StreamRead } from '#events/log/log.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import { type Folded, foldRecorded, unwritten } from '../engine/stream-kind.ts';
import type { BatchStates } from './batch-states.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import type { Snapshots } from './snapshots.ts';
import type { StateCache } from './state-cache.ts';
import { kindOf } from './stream-kinds.ts';

/** Names found in one round may lead to further ones; more rounds than this are an error of the decider. */
const MAX_ROUNDS = 5;

export interface Loading {
  log: EventLog;
  snapshots: Snapshots;
  saving: SnapshotWriter;
  cache: StateCache;
}

export interface CaughtUp {
  /** Streams that had moved, as they are now. */
  moved: ReadonlyMap<string, Folded>;
  /** Events remain that were not read. */
  more: boolean;
  /** Reads of the log; the states after a single one are of one moment. */
  reads: number;
}

type Bases = Iterable<readonly [string, Folded]>;

/** In a turn a snapshot that takes longer is not waited for. */
const MAX_LOAD_MS = 20;

interface CatchingUp extends Omit<Loading, 'log' | 'snapshots'> {
  log: Pick<EventLog, 'readStreams'>;
  snapshots: Pick<Snapshots, 'load'>;
}

/**
 * Brings streams up to date with the log. For those with few new events one read is enough; for the others snapshots
 * are loaded, and later events are read page by page.
 */
export async function catchUp(
  bases: Bases,
  { log, snapshots, saving, cache }: CatchingUp,
  mostReads = Number.POSITIVE_INFINITY,
): Promise<CaughtUp> {
  const known = new Map(bases);
  const moved = new Map<string, Folded>();
  let rest: readonly StreamRead[] = [...known].map(([stream, { version }]) => ({ stream, after: version }));
  const foldOf = (stream: string): Folded =>
    moved.get(stream) ?? known.get(stream) ?? unwritten(kindOf(stream));
  const take = (stream: string, fold: Folded): void => {
    moved.set(stream, fold);
    cache.set(stream, fold);
  };
  const read = async (options?: StreamPageOptions): Promise<void> => {
    const page = await log.readStreams(rest, options);
    for (const [stream, events] of page.events) {
      if (events.length > 0) take(stream, foldRecorded(kindOf(stream), foldOf(stream), events));
    }
    rest = page.rest;
  };
  await read({ longest: saving.every });
  if (rest.length === 0) return { moved, more: false, reads: 1 };

  const long = rest.map(({ stream }) => stream);
  const none: ReadonlyMap<string, Folded> = new Map();
  // Without snapshots the streams are read from their known versions.
  const saved = await snapshots.load(long).catch(() => none);
  for (const [stream, fold] of saved) if (fold.version > foldOf(stream).version) take(stream, fold);
  rest = long.map((stream) => ({ stream, after: foldOf(stream).version }));
  let reads = 1;
  for (; rest.length > 0 && reads < mostReads; reads += 1) await read();
  for (const stream of long) {
    const fold = foldOf(stream);
    if (fold.version - (saved.get(stream)?.version ?? -1) >= saving.every) saving.consider(stream, fold);
  }
  return { moved, more: rest.length > 0, reads };
}

/** The same with at most two pages and no long wait, because others wait for the end of the turn. */
export const catchUpInTurn = (bases: Bases, turn: ExclusiveLog, loading: Loading): Promise<CaughtUp> => {
  const none: ReadonlyMap<string, Folded> = new Map();
  const load = (streams: readonly string[]) =>
    Promise.race([loading.snapshots.load(streams), pause(MAX_LOAD_MS, none, { ref: false })]);
  return catchUp(bases, { ...loading, log: turn, snapshots: { load } }, 2);
};

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
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const missing = states.missingFor(commands);
    if (missing.length === 0) return reads <= 1 && !remembered;
    const unknown: string[] = [];
    for (const stream of missing) {
      const known = loading.cache.get(stream) ?? (begun.has(stream) ? unwritten(kindOf(stream)) : undefined);
      if (known) states.add(stream, known);
      else unknown.push(stream);
    }
    if (unknown.length < missing.length) remembered = true;
    if (unknown.length === 0) continue;
    const folds = new Map(unknown.map((stream) => [stream, unwritten(kindOf(stream))]));
    const found = await catchUp(folds, loading);
    reads += found.reads;
    for (const [stream, fold] of folds) states.add(stream, found.moved.get(stream) ?? fold);
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
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const missing = states.missingFor(commands);
    if (missing.length === 0) return true;
    for (const stream of missing) {
      const known = cache.get(stream) ?? (begun.has(stream) ? unwritten(kindOf(stream)) : undefined);
      if (!known) return false;
      states.add(stream, known);
    }
  }
  return false;
}
