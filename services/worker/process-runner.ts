import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import { type Firing, fireTimers } from './firing.ts';
import type { Process } from './process.ts';
import { type Taking, takeBack, takeEvents } from './set-aside.ts';
import type { SkipPage } from './skip-page.ts';
import { CheckpointMoved, timerStore } from './timers.ts';

const EVENTS_PER_PAGE = 2_000;
const RETRY_MS = 1_000;

export interface ProcessCounts {
  /** Position up to which the log was followed; −1 before it is known. */
  position: number;
  followed: number;
  fired: number;
  failures: number;
}

export interface ProcessOptions {
  pool: Pool;
  log: Pick<EventLog, 'tail' | 'readAll'>;
  clock: MovableClock;
  process: Process;
  counts: ProcessCounts;
  /** Shared by the processes of a worker. */
  skipPage: SkipPage;
  onError(name: string, error: unknown): void;
}

async function follow(
  { log, process, counts }: ProcessOptions,
  taking: Taking,
  firing: Firing,
  signal: AbortSignal,
): Promise<void> {
  const { store } = taking;
  await takeBack(log, taking);
  let from = await store.checkpoint();
  // What somebody else followed up to here, be it a killed worker whose statement came through late, was committed
  // with its timers: they can be seen from now on, and maybe not when they were first looked for.
  firing.refresh();
  counts.position = from;
  const { types } = process;
  for await (const page of log.tail(from, { limit: EVENTS_PER_PAGE, types, signal })) {
    if (page.through <= from) continue;
    const events = page.events.filter(({ position }) => position > from);
    const changes = await takeEvents(taking, { from, through: page.through, events });
    from = page.through;
    counts.position = from;
    counts.followed += page.events.length;
    for (const change of changes) if ('set' in change) firing.expect(change.set.due_at);
  }
}

/**
 * Runs one process until the signal aborts: follows the log from its checkpoint and fires what is due.
 * A failure is reported and retried from the stored checkpoint.
 */
export async function followAndFire(options: ProcessOptions, signal: AbortSignal): Promise<void> {
  const { pool, clock, process, counts, skipPage: passOver } = options;
  const onError = (error: unknown): void => {
    counts.failures += 1;
    options.onError(process.name, error);
  };
  const store = timerStore(pool, process.name, passOver);
  const onFired = (count: number): void => {
    counts.fired += count;
  };
  const firing = fireTimers({ process, store, clock, onFired, onError });
  while (!signal.aborted) {
    try {
      await follow(options, { process, store, signal, onError }, firing, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof CheckpointMoved) firing.refresh();
      else onError(error);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  await firing.stop();
}
