import type { Pool } from 'pg';
import { type EventLog, PAGE_BYTES } from '#events/log/log.ts';
import { applyBatchIn, ProjectionFailed } from './apply.ts';
import { noticeText } from './checkpoint-notice.ts';
import {
  createGeneration,
  dropGenerations,
  type Generation,
  type GenerationState,
  generationsOf,
  isLockTrouble,
  schemaOf,
  showViews,
} from './generations.ts';
import { fingerprintOf, indexesOf, type Projection } from './projection.ts';
import { batchesOf } from './read-log.ts';
import { type ApplyOptions, applySettingAside } from './set-aside.ts';
import { inTransaction, withConnection } from './transaction.ts';

export interface Progress {
  name: string;
  position: number;
  /** Last position of the log when the rebuild looked last. */
  head: number;
  /** Positions per second since this run began. */
  rate: number;
  /** Seconds left at that rate; undefined before it is known. */
  remaining: number | undefined;
}

export type ProgressListener = (progress: Progress) => void;

export interface RebuildOptions {
  onProgress?: ProgressListener | undefined;
  signal?: AbortSignal | undefined;
  /** Events per transaction; large, because no reader waits for a rebuild. */
  batch?: number;
  /** Stop at this position instead of the log's head. */
  upTo?: number;
  onSetAside?: ApplyOptions['onSetAside'];
}

/** Another process is building the same projection. */
export class RebuildUnderWay extends Error {}

const EVENTS_PER_BATCH = 20_000;
const BYTES_PER_BATCH = 2 * PAGE_BYTES;
const MAX_SWAPS = 20;

/** Runs while no other process builds this projection. Throws RebuildUnderWay when one does. */
export function asOnlyBuilder<Result>(
  pool: Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return withConnection(pool, async (client) => {
    const key = `read model builder ${name}`;
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
      [key],
    );
    if (rows[0]?.held !== true) {
      throw new RebuildUnderWay(`${name} is being built by another process: wait for it to finish`);
    }
    try {
      return await work();
    } finally {
      // If this fails, the connection is broken and the lock is released.
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(() => undefined);
    }
  });
}

/** The tables of an interrupted rebuild, or new ones. Tables of an older program are dropped. */
export async function unfinishedOrNew(
  pool: Pool,
  projection: Projection,
  state: GenerationState,
): Promise<Generation> {
  const left = await generationsOf(pool, projection.name, state);
  const [one] = left;
  // A rebuild tries events that were set aside again.
  const goesOn =
    left.length === 1 && one?.set_aside.length === 0 && one.fingerprint === fingerprintOf(projection);
  if (one && goesOn) return one;
  await dropGenerations(pool, projection.name, state);
  return inTransaction(pool, 'rm', (tx) => createGeneration(tx, projection, state));
}

/** Applies the log to tables that are not in use yet, in large batches. */
export async function load(
  pool: Pool,
  log: EventLog,
  projection: Projection,
  from: Generation,
  { onProgress, signal, batch = EVENTS_PER_BATCH, upTo, onSetAside }: RebuildOptions,
): Promise<Generation> {
  let generation = from;
  let head = upTo ?? (await log.head());
  const began = performance.now();
  const range = { limit: batch, bytes: BYTES_PER_BATCH, until: upTo, signal };
  for await (const next of batchesOf(log, projection, from.position, range)) {
    generation = await applySettingAside({ pool, projection, onSetAside, signal }, generation, next);
    if (generation.position > head) head = await log.head();
    const rate = ((generation.position - from.position) / Math.max(1, performance.now() - began)) * 1000;
    const remaining = rate > 0 ? (head - generation.position) / rate : undefined;
    onProgress?.({ name: projection.name, position: generation.position, head, rate, remaining });
  }
  return generation;
}

/** Shows the new tables instead of the old ones in one short transaction, true through the same position. */
async function swap(
  pool: Pool,
  log: EventLog,
  projection: Projection,
  built: Generation,
): Promise<Generation> {
  return inTransaction(pool, schemaOf(built), async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = '2s'; SET LOCAL client_min_messages = warning`);
    const [live] = await generationsOf(tx, projection.name, 'live', 'lock');
    let { position } = built;
    for await (const rest of batchesOf(log, projection, position, { limit: EVENTS_PER_BATCH })) {
      await applyBatchIn(tx, projection, { ...built, position }, rest);
      position = rest.through;
    }
    if (live) {
      await tx.query(`UPDATE rm.generations SET state = 'retired' WHERE name = $1 AND generation = $2`, [
        live.name,
        live.generation,
      ]);
    }
    await tx.query(`UPDATE rm.generations SET state = 'live' WHERE name = $1 AND generation = $2`, [
      built.name,
      built.generation,
    ]);
    await showViews(tx, projection, built.generation);
    const everybody = { creators: new Set<string>(), users: new Set<string>() };
    await tx.query(`SELECT pg_notify('read_model_moved', $1)`, [
      noticeText(projection.name, position, everybody),
    ]);
    return { ...built, state: 'live', position };
  });
}

async function swapPatiently(
  pool: Pool,
  log: EventLog,
  projection: Projection,
  loaded: Generation,
  options: RebuildOptions,
): Promise<Generation> {
  let built = loaded;
  for (let tries = 1; ; tries += 1) {
    try {
      return await swap(pool, log, projection, built);
    } catch (error) {
      if (tries === MAX_SWAPS) throw error;
      // One of the newer events fails: it is found and set aside without blocking anybody.
      if (error instanceof ProjectionFailed) built = await load(pool, log, projection, built, options);
      else if (!isLockTrouble(error)) throw error;
    }
  }
}

/**
 * Rebuilds a projection's tables beside the active ones, which keep following the log, then swaps them. Continues
 * after a crash. Throws RebuildUnderWay.
 */
export function rebuild(
  pool: Pool,
  log: EventLog,
  projection: Projection,
  options: RebuildOptions = {},
): Promise<Generation> {
  return asOnlyBuilder(pool, projection.name, async () => {
    await dropGenerations(pool, projection.name, 'retired');
    const begun = await unfinishedOrNew(pool, projection, 'building');
    const loaded = await load(pool, log, projection, begun, options);
    await inTransaction(pool, schemaOf(loaded), async (tx) => {
      await tx.query(indexesOf(projection));
      await tx.query(projection.tables.map(({ name }) => `ANALYZE ${name};`).join(' '));
    });
    const caughtUp = await load(pool, log, projection, loaded, options);
    const live = await swapPatiently(pool, log, projection, caughtUp, options);
    await dropGenerations(pool, projection.name, 'retired');
    return live;
  });
}
