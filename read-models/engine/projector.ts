import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type EventLog, PAGE_BYTES } from '#events/log/log.ts';
import { applyBatch, CheckpointMoved } from './apply.ts';
import { type Generation, generationsOf, hashOfTables, installReadModels } from './generations.ts';
import { type Batch, fingerprintOf, type Projection } from './projection.ts';
import { batchesOf, batchOf, type FollowingPage } from './read-log.ts';
import { type ProgressListener, rebuild } from './rebuild.ts';
import { applySettingAside } from './set-aside.ts';
import type { SkipPage } from './skip-page.ts';

export interface ProjectorOptions {
  pool: Pool;
  log: EventLog;
  projection: Projection;
  signal: AbortSignal;
  /** Told of every failure; the projector goes on trying. */
  onError(name: string, error: unknown): void;
  /** Runs one rebuild at a time: each holds connections while it waits for others. */
  inTurn<Result>(build: () => Promise<Result>): Promise<Result>;
  /** Shared by all projectors of the process. */
  skipPage: SkipPage;
  /** Called during a rebuild of a changed projection. */
  onProgress?: ProgressListener | undefined;
}

export interface Projector {
  /** Hands over the next page of the shared tail. Never waits: what does not fit is read again later. */
  offer(page: FollowingPage): void;
  /** Position of the live tables; −1 before it is known. */
  position(): number;
  failing(): boolean;
  /** What the newest batch took, in ms. */
  tookMs(): number;
  /** Settles after the signal has aborted and the batch under way is through. */
  done: Promise<void>;
}

const MOST_WAITING_PAGES = 16;
const MOST_WAITING_BYTES = 2 * PAGE_BYTES;
const MOST_EVENTS_AT_ONCE = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Keeps one read model's live tables at the head of the log, whatever happens in between. */
export function startProjector(options: ProjectorOptions): Projector {
  const { pool, log, projection, signal, onError, skipPage: passOver } = options;
  const waiting: FollowingPage[] = [];
  let wake: () => void = () => undefined;
  let generation: Generation | undefined;
  let failing = false;
  let tookMs = 0;
  let building: Promise<void> | undefined;
  /** The tables that serve may be others now. */
  let lookAgain = false;
  const onSetAside = (error: Error): void => onError(projection.name, error);
  let retry = FIRST_RETRY_MS;

  /** Builds the tables of this version beside those that serve, one rebuild at a time; settles when it is over. */
  function build(): Promise<void> {
    const { onProgress } = options;
    building ??= options
      .inTurn(() => rebuild(pool, log, projection, { signal, onProgress, onSetAside }))
      .catch(async (error) => {
        if (signal.aborted) return;
        failing = true;
        onError(projection.name, error);
        await sleep(LAST_RETRY_MS, undefined, { signal }).catch(() => undefined);
      })
      .then(() => {
        building = undefined;
        lookAgain = true;
        wake();
      });
    return building;
  }

  /**
   * The tables to follow. While those of another version serve and this version's are built, the old ones are followed
   * if they are the same tables; otherwise only the program that made them could follow them, and they stand still.
   */
  async function liveGeneration(): Promise<Generation> {
    signal.throwIfAborted();
    lookAgain = false;
    await installReadModels(pool, [projection]);
    const [live] = await generationsOf(pool, projection.name, 'live');
    if (live?.fingerprint === fingerprintOf(projection)) return live;
    const built = build();
    if (live?.tables_hash === hashOfTables(projection)) return live;
    await built;
    return liveGeneration();
  }

  /** What the old tables cannot take in is not set aside: they are about to be replaced. */
  const apply = (at: Generation, batch: Batch): Promise<Generation> =>
    at.fingerprint === fingerprintOf(projection)
      ? applySettingAside({ pool, projection, onSetAside, signal }, at, batch)
      : applyBatch(pool, projection, at, batch);

  async function catchUp(from: Generation): Promise<Generation> {
    let at = from;
    const range = { limit: MOST_EVENTS_AT_ONCE, signal };
    for await (const batch of batchesOf(log, projection, at.position, range)) {
      at = await apply(at, batch);
      generation = at;
    }
    generation = at;
    return at;
  }

  /** The next page, with those that follow on it: many small commits become one. */
  async function nextPage(): Promise<FollowingPage | undefined> {
    while (waiting.length === 0 && !signal.aborted && !lookAgain) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const first = lookAgain ? undefined : waiting.shift();
    if (!first) return undefined;
    const events = [...first.events];
    let { through, bytes } = first;
    for (let next = waiting[0]; next?.after === through; next = waiting[0]) {
      if (events.length >= MOST_EVENTS_AT_ONCE || bytes + next.bytes > PAGE_BYTES) break;
      waiting.shift();
      events.push(...next.events);
      ({ through } = next);
      bytes += next.bytes;
    }
    return { ...first, through, events, bytes };
  }

  async function follow(): Promise<void> {
    let at = await catchUp(await liveGeneration());
    failing = false;
    for (let page = await nextPage(); page; page = await nextPage()) {
      if (page.through <= at.position) continue;
      if (page.after > at.position) at = await catchUp(at);
      if (page.through > at.position) {
        const batch = batchOf(projection, at.position, page);
        const idle = batch.events.length === 0;
        const began = performance.now();
        at = await (idle ? passOver(at, batch) : apply(at, batch));
        tookMs = performance.now() - began;
      }
      generation = at;
      retry = FIRST_RETRY_MS;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (error instanceof CheckpointMoved || signal.aborted) continue;
        failing = true;
        onError(projection.name, error);
        await sleep(retry, undefined, { signal }).catch(() => undefined);
        retry = Math.min(retry * 2, LAST_RETRY_MS);
      }
    }
    await building;
  }

  signal.addEventListener('abort', () => wake(), { once: true });
  return {
    offer(page) {
      const bytes = waiting.reduce((sum, one) => sum + one.bytes, page.bytes);
      if (waiting.length >= MOST_WAITING_PAGES || bytes > MOST_WAITING_BYTES) waiting.length = 0;
      waiting.push(page);
      wake();
    },
    position: () => generation?.position ?? -1,
    failing: () => failing,
    tookMs: () => tookMs,
    done: run(),
  };
}
