import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { takeSettingAside } from '#events/log/subscription/set-aside.ts';
import type { SharedTail } from '#events/log/subscription/shared-tail.ts';
import { subscribe } from '#events/log/subscription/subscribe.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import { fireTimers } from './firing.ts';
import type { OwnRows, Process, TimerChange } from './process.ts';
import { takeBack, takingOf } from './set-aside.ts';
import type { SkipPage } from './skip-page.ts';
import { timerStore } from './timers.ts';

export interface ProcessCounts {
  /** Position up to which the log was followed; −1 before it is known. */
  position: number;
  followed: number;
  fired: number;
  failures: number;
}

export interface ProcessOptions {
  pool: Pool;
  log: Pick<EventLog, 'readAll'>;
  clock: MovableClock;
  process: Process | OwnRows;
  counts: ProcessCounts;
  /** Both are shared by the processes of a worker. */
  tail: SharedTail;
  skipPage: SkipPage;
  onError(name: string, error: unknown): void;
}

/** Runs one process until the signal aborts: follows the log from its checkpoint and fires due timers. */
export async function followAndFire(options: ProcessOptions, signal: AbortSignal): Promise<void> {
  const { pool, log, clock, process, counts, tail } = options;
  const onError = (error: unknown): void => {
    counts.failures += 1;
    options.onError(process.name, error);
  };
  const store = timerStore(pool, process, options.skipPage);
  const onFired = (count: number): void => {
    counts.fired += count;
  };
  const firing =
    'fire' in process
      ? fireTimers({ process, store, clock, onFired, onError })
      : process.act({ onFired, onError });
  const onChanges = (changes: readonly TimerChange[]): void => {
    for (const change of changes) if ('set' in change) firing.expect(change.set.due_at);
  };
  let tookBack = false;
  const taking = takingOf({ pool, process, store, signal, onChanges, onError });
  const { done } = subscribe(
    tail,
    {
      types: process.types,
      async checkpoint() {
        if (!tookBack) await takeBack(log, { process, store });
        tookBack = true;
        counts.position = await store.checkpoint();
        // Another process followed up to here and committed its timers. They are visible now, and may not have been
        // at the first query.
        firing.refresh();
        return counts.position;
      },
      async take(batch) {
        await takeSettingAside(taking, batch);
        counts.position = batch.through;
        counts.followed += batch.events.length;
      },
      onError,
    },
    signal,
  );
  await done;
  await firing.stop();
}
