import type { Pool } from 'pg';
import type { EventStore } from './event-store.ts';
import { catchUp, mirrorHead } from './mirror.ts';
import { EventStoreProblem } from './rows.ts';

/** The writer of an event adds it to the tables itself, unless it was killed. */
const GRACE_MS = 200;
const RECONNECT_MS = 500;
/** Shorter interruptions are not reported: a subscription ends when its node is left, or when it is too slow. */
const REPORT_AFTER_MS = 5_000;

/**
 * Adds to the tables what their writers did not. A subscription announces new events; those that the tables still
 * lack after `GRACE_MS` are read.
 */
export function follow(
  pool: Pool,
  store: EventStore,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let closed = false;
  let unsubscribe = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let announced = 0;
  let lostSince: number | undefined;
  let reported = '';

  /** A problem that stays is reported once. */
  const report = (error: unknown): void => {
    lostSince ??= performance.now();
    const lasting = error instanceof EventStoreProblem || performance.now() - lostSince > REPORT_AFTER_MS;
    if (!lasting || String(error) === reported) return;
    reported = String(error);
    onError(error);
  };
  const recover = (): void => {
    lostSince = undefined;
    reported = '';
  };
  const after = (ms: number, work: () => Promise<void>): void => {
    timer = setTimeout(() => {
      timer = undefined;
      running = work();
    }, ms);
  };
  const look = async (): Promise<void> => {
    try {
      const head = await mirrorHead(pool);
      if (head >= announced) return;
      await catchUp(pool, store);
      recover();
    } catch (error) {
      report(error);
    }
    if (!closed && timer === undefined) after(GRACE_MS, look);
  };
  const subscribe = async (): Promise<void> => {
    let lost = false;
    const again = (error?: unknown): void => {
      if (lost || closed) return;
      lost = true;
      if (error) report(error);
      unsubscribe();
      clearTimeout(timer);
      after(RECONNECT_MS, subscribe);
    };
    try {
      announced = await catchUp(pool, store);
      recover();
      if (closed) return;
      unsubscribe = store.subscribe(announced, {
        event(position) {
          announced = position;
          if (timer === undefined && !lost) after(GRACE_MS, look);
        },
        ended: again,
      });
    } catch (error) {
      again(error);
    }
  };
  running = subscribe();
  return async () => {
    closed = true;
    clearTimeout(timer);
    unsubscribe();
    await running;
  };
}
