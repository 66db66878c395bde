import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import type { SharedTail } from '#events/log/subscription/shared-tail.ts';
import { LAST_RETRY_MS, subscribe } from '#events/log/subscription/subscribe.ts';
import { applyBatch } from './apply.ts';
import { type Generation, generationsOf, hashOfTables, installReadModels } from './generations.ts';
import { fingerprintOf, type Projection } from './projection.ts';
import { type ProgressListener, rebuild } from './rebuild.ts';
import { applySettingAside } from './set-aside.ts';
import type { TakePage } from './take-page.ts';

export interface ProjectorOptions {
  pool: Pool;
  log: EventLog;
  /** Shared by all projectors of the process. */
  tail: SharedTail;
  projection: Projection;
  signal: AbortSignal;
  /** Called for every failure; the projector continues. */
  onError(name: string, error: unknown): void;
  /** Runs one rebuild at a time: each holds connections while it waits for others. */
  inTurn<Result>(build: () => Promise<Result>): Promise<Result>;
  /** Shared by all projectors of the process. */
  takePage: TakePage;
  /** Called during a rebuild of a changed projection. */
  onProgress?: ProgressListener | undefined;
}

/** Keeps one read model's live tables at the head of the log; continues after failures. */
export function startProjector(options: ProjectorOptions) {
  const { pool, log, tail, projection, signal, onError, takePage } = options;
  const { name } = projection;
  let generation: Generation | undefined;
  let failing = false;
  let tookMs = 0;
  let building: Promise<void> | undefined;
  const onSetAside = (error: Error): void => onError(name, error);
  const fail = (error: unknown): void => {
    failing = true;
    onError(name, error);
  };

  /** Builds the tables of this version beside the active ones, one rebuild at a time; settles at its end. */
  function build(): Promise<void> {
    const { onProgress } = options;
    building ??= options
      .inTurn(() => rebuild(pool, log, projection, { signal, onProgress, onSetAside }))
      .catch(async (error) => {
        if (signal.aborted) return;
        fail(error);
        await sleep(LAST_RETRY_MS, undefined, { signal }).catch(() => undefined);
      })
      .then(() => {
        building = undefined;
        // The active tables may have changed.
        subscription.restart();
      });
    return building;
  }

  /**
   * The tables to follow. While those of another version serve and this version's are built, the old ones are followed
   * if they are the same tables; otherwise only the program that made them could follow them, and they do not move.
   */
  async function liveGeneration(): Promise<Generation> {
    signal.throwIfAborted();
    await installReadModels(pool, [projection]);
    const [live] = await generationsOf(pool, name, 'live');
    if (live?.fingerprint === fingerprintOf(projection)) return live;
    const built = build();
    if (live?.tables_hash === hashOfTables(projection)) return live;
    await built;
    return liveGeneration();
  }

  /** Events that the old tables cannot apply are not set aside: the tables will be replaced. */
  async function apply(at: Generation, batch: LogBatch): Promise<Generation> {
    const taken = await takePage({ projection, generation: at, batch });
    if (taken) return taken;
    return at.fingerprint === fingerprintOf(projection)
      ? applySettingAside({ pool, projection, onSetAside, signal }, at, batch)
      : applyBatch(pool, projection, at, batch);
  }

  const subscription = subscribe(
    tail,
    {
      types: projection.types,
      async checkpoint() {
        generation = await liveGeneration();
        return generation.position;
      },
      async take(batch) {
        const began = performance.now();
        generation = await apply(generation ?? (await liveGeneration()), batch);
        tookMs = performance.now() - began;
      },
      atHead() {
        failing = false;
      },
      onError: fail,
    },
    signal,
  );
  return {
    /** Position of the live tables; −1 before it is known. */
    position: (): number => generation?.position ?? -1,
    failing: (): boolean => failing,
    /** The duration of the newest batch, in ms. */
    tookMs: (): number => tookMs,
    /** Settles after the signal has aborted and the batch under way is through. */
    done: subscription.done.then(() => building),
  };
}

export type Projector = ReturnType<typeof startProjector>;
