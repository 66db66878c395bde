import { setTimeout as sleep } from 'node:timers/promises';
import type { LogBatch } from './batch.ts';
import type { SharedTail } from './shared-tail.ts';

/** Another process moved the checkpoint, so the known one is outdated. Nothing was written. */
export class CheckpointMoved extends Error {
  override name = 'CheckpointMoved';
}

export interface Subscriber {
  types: readonly string[];
  /** The position to continue after; read at the start and after each failure. */
  checkpoint(): Promise<number>;
  /** Applies a batch and moves the checkpoint, both or neither. Throws CheckpointMoved. */
  take(batch: LogBatch): Promise<void>;
  /** Called when all known events are applied. */
  atHead?(): void;
  /** Called for every failure; the subscription tries again. */
  onError(error: unknown): void;
}

export interface Subscription {
  /** Reads the checkpoint again, after the batch under way. */
  restart(): void;
  /** Settles after the abort, when the present batch is applied. */
  done: Promise<void>;
}

const MAX_EVENTS_AT_ONCE = 5_000;
const FIRST_RETRY_MS = 100;
export const LAST_RETRY_MS = 5_000;

/** Follows the log from a stored checkpoint until the signal aborts; continues after failures. */
export function subscribe(tail: SharedTail, subscriber: Subscriber, signal: AbortSignal): Subscription {
  const { types } = subscriber;
  let attempt = new AbortController();

  async function run(): Promise<void> {
    let retry = FIRST_RETRY_MS;
    while (!signal.aborted) {
      attempt = new AbortController();
      try {
        const from = await subscriber.checkpoint();
        const options = {
          limit: MAX_EVENTS_AT_ONCE,
          types,
          signal: AbortSignal.any([signal, attempt.signal]),
          atHead: () => subscriber.atHead?.(),
        };
        for await (const batch of tail.follow(from, options)) {
          await subscriber.take(batch);
          retry = FIRST_RETRY_MS;
        }
      } catch (error) {
        if (error instanceof CheckpointMoved || signal.aborted) continue;
        subscriber.onError(error);
        await sleep(retry, undefined, { signal }).catch(() => undefined);
        retry = Math.min(retry * 2, LAST_RETRY_MS);
      }
    }
  }

  return { restart: () => attempt.abort(), done: run() };
}
