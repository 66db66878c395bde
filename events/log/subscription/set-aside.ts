import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '../../envelope.ts';
import { type LogBatch, newestOf } from './batch.ts';
import { CheckpointMoved } from './subscribe.ts';

/** Pauses between attempts for a single failed event; after the last one it is set aside. */
const PAUSES_MS: readonly number[] = [100, 300, 900];

export interface Taking {
  /** Applies a batch and moves the checkpoint, both or neither. */
  take(batch: LogBatch): Promise<void>;
  /** Whether the same events would fail the same way again. */
  failsAgain(error: unknown): boolean;
  /** Moves the checkpoint past a batch of one event and records the event. Throws when too many are set aside. */
  setAside(batch: LogBatch, event: RecordedEvent, cause: unknown): Promise<void>;
  signal?: AbortSignal | undefined;
}

/**
 * Applies a batch. If it fails, it is halved until the failing event is alone. An event that fails repeatedly is set
 * aside, and the rest is applied. Temporary failures, such as a lost connection, are thrown.
 */
export async function takeSettingAside(taking: Taking, batch: LogBatch, tries = 0): Promise<void> {
  const { signal } = taking;
  const { events } = batch;
  const [first] = events;
  try {
    await taking.take(batch);
  } catch (error) {
    if (!first || error instanceof CheckpointMoved || !taking.failsAgain(error)) throw error;
    signal?.throwIfAborted();
    if (events.length > 1) {
      const half = Math.floor(events.length / 2);
      const before = events.slice(0, half);
      const through = before.at(-1)?.position ?? batch.after;
      await takeSettingAside(taking, { ...batch, through, true_at: newestOf(before), events: before });
      return takeSettingAside(taking, { ...batch, after: through, events: events.slice(half) });
    }
    const pause = PAUSES_MS[tries];
    if (pause === undefined) return taking.setAside(batch, first, error);
    await sleep(pause, undefined, { signal });
    return takeSettingAside(taking, batch, tries + 1);
  }
}

/** A cause in stored form. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1_000);
