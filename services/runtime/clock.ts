import type { Millis } from '#events/time.ts';

/** The product's time. The sandbox can move it forward, for all processes. */
export interface Clock {
  now(): Millis;
}

/** Moves only forward: expired items stay expired. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the machine's clock. */
  readonly offset: Millis;
  /** Ignores an offset below the present one. */
  setOffset(offset: Millis): void;
  /** Called after each move. Returns a function that ends the subscription. */
  onMove(listener: () => void): () => void;
}

export const systemClock: Clock = { now: () => Date.now() };

export function movableClock(): MovableClock {
  let offset = 0;
  const listeners = new Set<() => void>();
  return {
    now: () => Date.now() + offset,
    get offset() {
      return offset;
    },
    setOffset(next) {
      if (next <= offset) return;
      offset = next;
      for (const listener of listeners) listener();
    },
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
