import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { RecordedEvent } from '../../recorded-event.ts';
import { type LogBatch, newestOf } from './batch.ts';
import {
  alikeFailures,
  type Failure,
  failureOf,
  isGeneral,
  MAX_PER_CREATOR,
  type SetAsideRows,
} from './general-fault.ts';
import { CheckpointMoved } from './subscribe.ts';

/** Pauses between attempts for a single failed event; after the last one it is set aside. */
const PAUSES_MS: readonly number[] = [100, 300, 900];

export interface Taking {
  rows: SetAsideRows;
  /** Applies a batch and moves the checkpoint, both or neither. */
  take(batch: LogBatch): Promise<void>;
  /** Applies events as `take` does, then rolls back. */
  attempt(events: readonly RecordedEvent[], batch: LogBatch): Promise<void>;
  /** Whether the same events would fail the same way again. */
  failsAgain(error: unknown): boolean;
  /** The error that the failure comes from. */
  causeOf(error: unknown): unknown;
  /** Moves the checkpoint past a batch of one event and records the event. */
  setAside(batch: LogBatch, failure: Failure): Promise<void>;
  /** Called for failures of a creator: for each of the first ones, then for each hundredth. */
  onSetAside(failure: Failure): void;
  signal?: AbortSignal | undefined;
}

/** SQLSTATE classes that follow from the data alone: cardinality, value, constraint. */
const DATA_ALONE = /^2[123]/;

/** A temporary cause, such as a change of the tables. Other causes get no pause, because every event would wait. */
const canPass = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? !DATA_ALONE.test(error.code ?? '')
    : !(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError);

/**
 * Applies a batch. If it fails, it is halved until the failing event is alone. An event that fails repeatedly is set
 * aside, and the rest is applied. Temporary failures, such as a lost connection, and general faults are thrown. Of
 * failures of one kind, only the first in an hour gets pauses and further attempts.
 */
export async function takeSettingAside(taking: Taking, whole: LogBatch): Promise<void> {
  const { rows, signal } = taking;

  async function canHandle(event: RecordedEvent, after: number): Promise<boolean> {
    const before = whole.events.filter(
      ({ stream, position }) => stream === event.stream && position > after && position <= event.position,
    );
    try {
      await taking.attempt(before, { ...whole, after });
      return true;
    } catch (error) {
      if (!taking.failsAgain(error)) throw error;
      return false;
    }
  }

  async function settle(batch: LogBatch, event: RecordedEvent, error: unknown, tries: number): Promise<void> {
    const cause = taking.causeOf(error);
    const failure = await failureOf(rows.pool, event, cause);
    const alike = await alikeFailures(rows, failure);
    const pause = alike.since === null && canPass(cause) ? PAUSES_MS[tries] : undefined;
    if (pause !== undefined) {
      await sleep(pause, undefined, { signal });
      return take(batch, tries + 1);
    }
    const ahead = whole.events.filter(
      ({ type, position }) => type === event.type && position > event.position,
    );
    if (await isGeneral(rows, failure, alike, ahead, (later) => canHandle(later, batch.after))) throw cause;
    await taking.setAside(batch, failure);
    if (alike.of_creator < MAX_PER_CREATOR || alike.of_creator % 100 === 0) taking.onSetAside(failure);
  }

  async function take(batch: LogBatch, tries = 0): Promise<void> {
    const { events } = batch;
    const [first] = events;
    try {
      await taking.take(batch);
    } catch (error) {
      if (!first || error instanceof CheckpointMoved || !taking.failsAgain(error)) throw error;
      signal?.throwIfAborted();
      if (events.length === 1) return settle(batch, first, error, tries);
      const half = Math.floor(events.length / 2);
      const before = events.slice(0, half);
      const through = before.at(-1)?.position ?? batch.after;
      await take({ ...batch, through, true_at: newestOf(before), events: before });
      return take({ ...batch, after: through, events: events.slice(half) });
    }
  }

  return take(whole);
}

/** A cause in stored form. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .slice(0, 1_000)
    // PostgreSQL stores no NUL in texts.
    .replaceAll('\0', '');
