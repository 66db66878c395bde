import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { AppendOutcomeUnknown, type AppendResult, LogUnreachable } from '../log.ts';
import { unreachableIfLost } from '../postgres/connection-loss.ts';
import { type Flushing, flush } from '../postgres/group-commit.ts';
import { APPEND_MS, type EventStore } from './event-store.ts';
import { catchUp, mirroredAfter } from './mirror.ts';
import { eventOf, type Row } from './rows.ts';

/** A character has up to three bytes, and EventStoreDB takes appends of 1 MiB. */
const MAX_CHARACTERS = 250_000;
/** Limit of a flush, with its wait for other writers and its attempts. */
const FLUSH_MS = 2_500;
/** The same after a flush that failed: then commands wait already. */
const NEXT_FLUSH_MS = 1_000;
/** For fewer, no attempt is begun. */
const MIN_ATTEMPT_MS = 100;
const RETRY_MS = 100;

/**
 * Begins a transaction that holds the lock of appends; returns the head of the tables. A process that stops in an append
 * ends its transaction, and others continue.
 */
async function begin(client: PoolClient, ms: number): Promise<number> {
  const statements = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 2000;
    SET LOCAL lock_timeout = ${Math.ceil(ms)}; SELECT pg_advisory_xact_lock(7420002);
    SET LOCAL lock_timeout = 0; SELECT position FROM log.head`;
  const answers: unknown = await client.query(statements).catch(unreachableIfLost);
  return Number(Object(answers).at(-1).rows[0].position);
}

/** One flush, with what its attempts have in common. */
interface Flush {
  client: PoolClient;
  appends: Parameters<Flushing['flush']>[1];
  query: Parameters<Flushing['flush']>[2];
  /** Milliseconds that are left. */
  left(): number;
  /** An attempt had no answer, and may be written. */
  doubt: AppendOutcomeUnknown | undefined;
}

/**
 * Appends to EventStoreDB inside the transaction that adds the same rows to the tables. The tables check versions and
 * repetitions; the expected revision proves that they had all events. A transaction that is not committed after all
 * changes nothing: `catchUp` adds its events from EventStoreDB.
 * @param problemOf why no append would be taken now, as far as it is known
 */
export function writeThrough(
  store: EventStore,
  problemOf: () => Error | undefined = () => undefined,
): Flushing {
  let failing = false;

  /**
   * Repeats an append without an answer. It has the same ids and expected revision, so it is written once. EventStoreDB
   * does not answer a repetition while the first attempt is not replicated.
   */
  async function send(head: number, rows: readonly Row[], on: Flush): Promise<boolean> {
    const events = rows.map(eventOf);
    for (;;) {
      try {
        return await store.append(head, events, Math.min(APPEND_MS, on.left()));
      } catch (error) {
        if (error instanceof AppendOutcomeUnknown) on.doubt = error;
        else if (!(error instanceof LogUnreachable)) throw error;
        if (on.left() < RETRY_MS + MIN_ATTEMPT_MS) throw error;
        await pause(RETRY_MS);
        // Keeps the transaction from being idle.
        await on.client.query('SELECT 1').catch(() => Promise.reject(error));
      }
    }
  }

  /** @returns undefined when the tables lacked events, and have them now, or when a former leader answered */
  async function attempt(on: Flush): Promise<AppendResult[] | undefined> {
    const { client, appends, query } = on;
    let head: number;
    try {
      head = await begin(client, on.left());
      const results = await flush(client, appends, query);
      const rows = await mirroredAfter(client, head);
      const known = rows.length > 0 ? await send(head, rows, on) : (await store.head(on.left())) === head;
      if (known) {
        await client.query('COMMIT').catch((error: unknown) => {
          throw new AppendOutcomeUnknown('EventStoreDB has an append, the tables do not', { cause: error });
        });
        return results;
      }
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    await client.query('ROLLBACK').catch(unreachableIfLost);
    if ((await catchUp(client, store, { ms: APPEND_MS })) > head) return undefined;
    store.leaveLeader();
    if (on.left() < RETRY_MS + MIN_ATTEMPT_MS)
      throw new LogUnreachable(
        'this node of EventStoreDB lacks the newest events: it does not lead any more',
      );
    await pause(RETRY_MS);
    return undefined;
  }

  return {
    most: MAX_CHARACTERS,
    async flush(client, appends, query) {
      const problem = problemOf();
      if (problem) throw new LogUnreachable('EventStoreDB takes no appends now', { cause: problem });
      const until = performance.now() + (failing ? NEXT_FLUSH_MS : FLUSH_MS);
      const left = () => Math.max(until - performance.now(), 1);
      const on: Flush = { client, appends, query, left, doubt: undefined };
      try {
        let results: AppendResult[] | undefined;
        while (results === undefined) results = await attempt(on);
        failing = false;
        return results;
      } catch (error) {
        failing = error instanceof LogUnreachable || error instanceof AppendOutcomeUnknown;
        throw error instanceof LogUnreachable && on.doubt ? on.doubt : error;
      }
    },
  };
}
