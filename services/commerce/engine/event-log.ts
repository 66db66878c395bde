import type { Pool } from 'pg';
import { type EventLog, LogUnreachable } from '#events/log/log.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { type Config, ConfigError } from '#services/runtime/config.ts';

interface EventLogEvents {
  /** Of a background task, which continues. */
  onError?(error: unknown): void;
  /** Events read of those that the tables lack, at the start. */
  onProgress?(read: number, all: number): void;
}

/**
 * The log that this installation writes: the tables alone, or EventStoreDB and the tables. Programs that only read use
 * the tables. Throws a ConfigError of one line when EventStoreDB cannot be used.
 */
export async function openEventLog(
  { eventLog }: Pick<Config, 'eventLog'>,
  pool: Pool,
  events: EventLogEvents = {},
): Promise<EventLog> {
  if (eventLog === undefined) return postgresLog(pool);
  // Loaded only here: the client needs memory in every process.
  const { openEventStoreLog } = await import('#events/log/eventstoredb/event-store-log.ts');
  try {
    return await openEventStoreLog(eventLog, pool, events);
  } catch (error) {
    if (error instanceof LogUnreachable) throw new ConfigError(`EVENT_LOG: ${error.message}`);
    throw error;
  }
}
