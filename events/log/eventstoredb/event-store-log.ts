import type { Pool } from 'pg';
import type { EventLog } from '../log.ts';
import { type PostgresLogOptions, postgresLog } from '../postgres/postgres-log.ts';
import { watchAvailability } from './availability.ts';
import { type EventStore, openEventStore } from './event-store.ts';
import { follow } from './follow.ts';
import { requireUsable } from './require-usable.ts';
import { writeThrough } from './write-through.ts';

export interface EventStoreLogOptions extends Omit<PostgresLogOptions, 'flushing' | 'connections'> {
  /** Of the background reader, if it does not recover by itself; it continues. */
  onError?(error: unknown): void;
}

/** How long an append waits for the end of an outage before it fails. */
const TIMEOUT_MS = 1_000;

interface OpenOptions extends EventStoreLogOptions {
  /** Its name, if the address has none. */
  stream?: string | undefined;
  /** Events read of those that the tables lack. */
  onProgress?(read: number, all: number): void;
}

/** The log in EventStoreDB, read from the tables that mirror it. Closes the store at its end, not the pool. */
export function eventStoreLog(
  store: EventStore,
  pool: Pool,
  { onError = () => undefined, ...options }: EventStoreLogOptions = {},
): EventLog {
  const availability = watchAvailability(store);
  const log = postgresLog(pool, { ...options, flushing: writeThrough(store, availability.problem) });
  const unfollow = follow(pool, store, onError);
  return {
    ...log,
    async append(writes, order) {
      await availability.wait(TIMEOUT_MS);
      return log.append(writes, order);
    },
    async exclusively(work) {
      await availability.wait(TIMEOUT_MS);
      return log.exclusively(work);
    },
    problem: availability.problem,
    async close() {
      await unfollow();
      await availability.close();
      await log.close();
      await store.close();
    },
  };
}

/**
 * Opens the log at an address `esdb://…`, and brings the tables to its head. Throws an EventStoreProblem of one line.
 */
export async function openEventStoreLog(
  url: string,
  pool: Pool,
  { stream, onProgress = () => undefined, ...options }: OpenOptions = {},
): Promise<EventLog> {
  const store = openEventStore(url, stream);
  try {
    await requireUsable(store, pool, onProgress);
    return eventStoreLog(store, pool, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}
