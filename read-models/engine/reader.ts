import { AsyncLocalStorage } from 'node:async_hooks';

/** A reader who must see the own writes in every answer. */
export interface Reader {
  /** The session whose position other processes may have stored; null without one. */
  sid: string | null;
  /** The highest position known to this process; 0: none. */
  position: number;
  /** Waits until all of the models have reached a position, or the reader's time is over. */
  reach(models: readonly string[], position: number): Promise<void>;
}

/** The reader of the present request; none in programs without requests. */
export const reader = new AsyncLocalStorage<Reader>();
