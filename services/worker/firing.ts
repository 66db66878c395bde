import type { Millis } from '#events/time.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Fired, Firing, Process, Timer } from './process.ts';
import { ticker } from './ticker.ts';
import type { TimerStore } from './timers.ts';

const MAX_AT_ONCE = 500;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 3_600_000;

export interface FiringOptions {
  process: Process;
  store: TimerStore;
  clock: MovableClock;
  onFired(count: number): void;
  onError(error: unknown): void;
}

/** Pause after a timer failed for the n-th time: doubled each time, an hour at most. */
const retryAfter = (attempts: number): Millis =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 30), LAST_RETRY_MS);

/** Fires a process's due timers concurrently, so that their commands share commits. */
export function fireTimers({ process, store, clock, onFired, onError }: FiringOptions): Firing {
  /** Earliest known timer; Infinity when there is none, undefined when the store must be read. */
  let next: Millis | undefined;
  /** Earliest timer announced since the last read of the store, which can have missed it. */
  let announced = Number.POSITIVE_INFINITY;

  /** Set during a query of the store, whose answer would be outdated. */
  let refreshed = false;

  const earliest = async (): Promise<Millis> => {
    if (refreshed) next = undefined;
    refreshed = false;
    if (next !== undefined) return Math.min(next, announced);
    announced = Number.POSITIVE_INFINITY;
    const stored = (await store.nextDue()) ?? Number.POSITIVE_INFINITY;
    return Math.min(stored, announced);
  };

  const fire = async (timer: Timer, now: Millis): Promise<{ timer: Timer; outcome: Fired }> => {
    try {
      return { timer, outcome: await process.fire(timer, now) };
    } catch (error) {
      onError(error);
      return { timer, outcome: { again_at: clock.now() + retryAfter(timer.attempts) } };
    }
  };

  const act = async (): Promise<Millis | undefined> => {
    next = await earliest();
    const now = clock.now();
    if (next > now) return next;
    // Queried again after this round: the rest, and new timers.
    next = undefined;
    const timers = await store.due(now, MAX_AT_ONCE);
    const fired = await Promise.all(timers.map((timer) => fire(timer, now)));
    if (fired.length > 0) await store.settle(fired);
    onFired(fired.length);
    return now;
  };

  const ticking = ticker({ clock, act, onError });
  return {
    ...ticking,
    expect(due_at) {
      announced = Math.min(announced, due_at);
      if (next !== undefined && due_at < next) ticking.nudge();
    },
    refresh() {
      refreshed = true;
      ticking.nudge();
    },
  };
}
