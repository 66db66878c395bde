import type { PoolClient } from 'pg';
import { AppendOutcomeUnknown, type AppendResult } from '../log.ts';
import { unreachableIfLost } from '../postgres/connection-loss.ts';
import { type Flushing, flush } from '../postgres/group-commit.ts';
import type { EventStore } from './event-store.ts';
import { catchUp, mirroredAfter } from './mirror.ts';
import { EventStoreProblem, eventOf, type Row } from './rows.ts';

/** A character has up to three bytes, and EventStoreDB takes appends of 1 MiB. */
const MOST_CHARACTERS = 250_000;
const MOST_ATTEMPTS = 3;
/** A process that stops in an append ends its transaction, and others continue. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 2000;
  SELECT pg_advisory_xact_lock(7420002); SELECT position FROM log.head`;

/** Begins a transaction that holds the lock of appends; returns the head of the tables. */
async function begin(client: PoolClient): Promise<number> {
  const answers: unknown = await client.query(BEGIN).catch(unreachableIfLost);
  return Number(Object(answers).at(-1).rows[0].position);
}

/**
 * Repeats an append whose outcome is unknown. It has the same ids and expected revision, so it is written once, and
 * only a wrong revision proves that no attempt is written later.
 */
async function send(
  client: PoolClient,
  store: EventStore,
  head: number,
  rows: readonly Row[],
): Promise<boolean> {
  const events = rows.map(eventOf);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.append(head, events);
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown) || attempt === MOST_ATTEMPTS) throw error;
      // Keeps the transaction from being idle.
      await client.query('SELECT 1').catch(() => Promise.reject(error));
    }
  }
}

/**
 * Appends to EventStoreDB inside the transaction that adds the same rows to the tables. The tables check versions and
 * repetitions; the expected revision proves that they had all events. A transaction that is not committed after all
 * changes nothing: `catchUp` adds its events from EventStoreDB.
 */
export function writeThrough(store: EventStore): Flushing {
  /** @returns undefined when the tables lacked events, and have them now */
  const attempt = async (
    client: PoolClient,
    ...[appends, query]: [Parameters<Flushing['flush']>[1], Parameters<Flushing['flush']>[2]]
  ): Promise<AppendResult[] | undefined> => {
    let head: number;
    try {
      head = await begin(client);
      const results = await flush(client, appends, query);
      const rows = await mirroredAfter(client, head);
      const known = rows.length > 0 ? await send(client, store, head, rows) : (await store.head()) === head;
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
    if ((await catchUp(client, store)) > head) return undefined;
    throw new EventStoreProblem('the tables have events that EventStoreDB does not have');
  };
  return {
    most: MOST_CHARACTERS,
    async flush(client, appends, query) {
      for (;;) {
        const results = await attempt(client, appends, query);
        if (results) return results;
      }
    },
  };
}
