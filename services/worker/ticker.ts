import type { MovableClock } from '#services/runtime/clock.ts';

/** Maximum pause: events without a notification are found then. */
const MAX_PAUSE_MS = 1_000;

export interface TickerOptions {
  clock: MovableClock;
  /** @returns when to act next, by the clock; undefined when nothing is known to come */
  act(): Promise<number | undefined>;
  /** Called for a failure; the work continues. */
  onError(error: unknown): void;
}

/** Acts again and again: when it is time, when the clock was moved, when nudged, and every second at least. */
export function ticker({ clock, act, onError }: TickerOptions) {
  let stopping = false;
  let nudged = false;
  let wake: () => void = () => undefined;

  const nudge = (): void => {
    nudged = true;
    wake();
  };

  const pauseUntil = async (next: number | undefined): Promise<void> => {
    const rest = next === undefined ? MAX_PAUSE_MS : next - clock.now();
    const pause = Math.max(0, Math.min(rest, MAX_PAUSE_MS));
    if (nudged || stopping) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, pause);
      wake = () => {
        clearTimeout(timeout);
        resolve();
      };
    });
  };

  const run = async (): Promise<void> => {
    while (!stopping) {
      nudged = false;
      let next: number | undefined;
      try {
        next = await act();
      } catch (error) {
        onError(error);
      }
      await pauseUntil(next);
    }
  };

  const unfollow = clock.onMove(nudge);
  const running = run();
  return {
    /** Acts now rather than later. */
    nudge,
    /** Settles when the present act is through. */
    async stop(): Promise<void> {
      stopping = true;
      unfollow();
      wake();
      await running;
    },
  };
}

export type Ticker = ReturnType<typeof ticker>;
