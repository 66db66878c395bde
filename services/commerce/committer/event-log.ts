import type { Pool } from 'pg';
import { type EventLog, LogUnreachable } from '#events/log/log.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { type Config, ConfigError } from '#services/runtime/config.ts';
import { recordLogKind, requireLogKind } from '#services/runtime/settings/identity.ts';

interface EventLogEvents {
  /** Of a background task, which continues. */
  onError?(error: unknown): void;
  /** Events read of those that the tables lack, at the start. */
  onProgress?(read: number, all: number): void;
}

/**
 * The log that this installation writes: the tables alone, or EventStoreDB and the tables. Programs that only read use
 * the tables. The first use records which. Throws a ConfigError of one line when EventStoreDB cannot be used, and when the
 * log is elsewhere.
 */
export async function openEventLog(
  config: Pick<Config, 'eventLog'>,
  pool: Pool,
  events: EventLogEvents = {},
): Promise<EventLog> {
  await requireLogKind(pool, config);
  const log = await openLog(config, pool, events);
  try {
    await recordLogKind(pool, config);
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function openLog(
  { eventLog }: Pick<Config, 'eventLog'>,
  pool: Pool,
  events: EventLogEvents,
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
