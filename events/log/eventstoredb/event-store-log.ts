import type { Pool } from 'pg';
import type { EventLog } from '../log.ts';
import { type PostgresLogOptions, postgresLog } from '../postgres/postgres-log.ts';
import { type EventStore, openEventStore } from './event-store.ts';
import { follow } from './follow.ts';
import { requireUsable } from './require-usable.ts';
import { writeThrough } from './write-through.ts';

export interface EventStoreLogOptions extends Omit<PostgresLogOptions, 'flushing' | 'connections'> {
  /** Of the background reader; it continues. */
  onError?(error: unknown): void;
}

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
  const log = postgresLog(pool, { ...options, flushing: writeThrough(store) });
  const unfollow = follow(pool, store, onError);
  return {
    ...log,
    async close() {
      await unfollow();
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
    await requireUsable(url, store, pool, onProgress);
    return eventStoreLog(store, pool, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}
