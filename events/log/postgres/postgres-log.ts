import { Pool } from 'pg';
import { type EventLog, LogUnreachable } from '../log.ts';
import { listenForAppends } from './announcements.ts';
import { deadlineOf } from './connection-loss.ts';
import { exclusiveTurns } from './exclusive-turns.ts';
import { type Flushing, groupCommit, TABLES } from './group-commit.ts';
import { openPool } from './open-pool.ts';
import { readAll, readStreams, sharedHead } from './reads.ts';

/** The folder of the log's tables and functions. */
export const logMigrations = new URL('./migrations/', import.meta.url);

export interface PostgresLogOptions {
  /** Interval at which a waiting reader polls, in case a notification is lost. */
  safetyPollMs?: number;
  /** A turn of `exclusively` without progress for this long ends. */
  stoppedAfterMs?: number;
  /** Connections, when the log makes its own pool. */
  connections?: number;
  /** How appends are written; by default to the tables alone. */
  flushing?: Flushing;
}

/** A tail survives a restart of the server: it reads again after a notification or at its next poll. */
function nothingWhileUnreachable(error: unknown): undefined {
  if (!(error instanceof LogUnreachable)) throw error;
}

/**
 * The log on PostgreSQL. Appends are atomic over all their streams.
 * @param database a connection string, or a pool, which stays the caller's to end
 */
export function postgresLog(
  database: Pool | string,
  {
    safetyPollMs = 1_000,
    connections = 4,
    stoppedAfterMs = 2_000,
    flushing = TABLES,
  }: PostgresLogOptions = {},
): EventLog {
  const pool =
    database instanceof Pool ? database : openPool({ connectionString: database, max: connections });
  // A pool without a listener ends the process when an idle connection breaks; the next query opens another.
  if (pool.listenerCount('error') === 0) pool.on('error', () => undefined);
  const appends = groupCommit(pool, flushing);
  const announcements = listenForAppends(pool.options);
  const turns = exclusiveTurns(
    { ...pool.options, query_timeout: deadlineOf(pool) },
    stoppedAfterMs,
    flushing,
  );

  return {
    atomicity: 'all_streams',
    append: (writes, order) => appends.append(writes, order),
    exclusively: (work) => turns.take(work),
    async readStream(stream, { after = -1, limit } = {}) {
      const { events } = await readStreams(pool, [{ stream, after }], limit === undefined ? {} : { limit });
      return events.get(stream) ?? [];
    },
    readStreams: (reads, options) => readStreams(pool, reads, options),
    readAll: (after, options) => readAll(pool, after, options),
    async *tail(after, { signal, ...options }) {
      let through = after;
      while (!signal.aborted) {
        const page = await readAll(pool, through, options).catch(nothingWhileUnreachable);
        if (page && page.through > through) {
          through = page.through;
          yield page;
        } else {
          await announcements.waitBeyond(through, safetyPollMs, signal);
        }
      }
    },
    // Its reads and appends use the same connections.
    problem: () => undefined,
    head: sharedHead(pool),
    async close() {
      await appends.close();
      await turns.close();
      await announcements.close();
      if (pool !== database) await pool.end();
    },
  };
}
