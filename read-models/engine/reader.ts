import { AsyncLocalStorage } from 'node:async_hooks';

/** Somebody who has to see their own writes in every answer. */
export interface Reader {
  /** The session whose position other processes may have noted; null where there is none. */
  sid: string | null;
  /** The highest position that this process knows of; 0 when it knows of none. */
  position: number;
  /** Waits until all of the models have reached a position, or the reader's time is over. */
  reach(models: readonly string[], position: number): Promise<void>;
}

/** For whom the read models are asked; nobody in programs that serve no requests. */
export const reader = new AsyncLocalStorage<Reader>();
