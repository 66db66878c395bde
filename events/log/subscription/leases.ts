import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';

const RETRY_MS = 1_000;
/** While another process holds any of them: what it did waits so long at most when it dies. */
const TAKEOVER_MS = 100;
/** If the database is silent for longer, another process has the leases or will get them. */
const MAX_SILENCE_MS = 5_000;

export interface LeaseOptions {
  pool: Pool;
  /** Leases of different kinds may have the same name. */
  kind: 'process' | 'read model projector' | 'relay';
  /** Work that one process does at a time. */
  names: readonly string[];
  /** Runs until the signal aborts; called again when the lease was lost and taken again. */
  work(name: string, signal: AbortSignal): Promise<void>;
  onError(name: string, error: unknown): void;
  /** Milliseconds between attempts to get a lease that another process holds. */
  retryMs?: number | undefined;
}

export interface Leases {
  held(): string[];
  /** Settles when all work has ended and the leases are released. */
  stop(): Promise<void>;
}

/**
 * Holds session locks on one connection: PostgreSQL releases them when the process dies, and the next process takes
 * over. A lease saves work; checkpoints ensure that nothing happens twice, also while two processes believe that they
 * hold it.
 */
export function holdLeases({ pool, kind, names, work, onError, retryMs = RETRY_MS }: LeaseOptions): Leases {
  const stopping = new AbortController();
  const working = new Map<string, Promise<void>>();

  const take = async (client: ClientBase, signal: AbortSignal): Promise<void> => {
    // With nothing to take, the query still shows whether the connection is alive.
    const missing = names.filter((name) => !working.has(name));
    const { rows } = await client.query<{ name: string }>({
      text: `SELECT name FROM (
         SELECT name, pg_try_advisory_lock(hashtextextended($1 || ' ' || name, 0)) AS held
         FROM unnest($2::text[]) AS name OFFSET 0) AS tried WHERE held`,
      values: [kind, missing],
      query_timeout: MAX_SILENCE_MS,
    });
    for (const { name } of rows) {
      working.set(
        name,
        work(name, signal).catch((error) => onError(name, error)),
      );
    }
  };

  /** The life of one connection. */
  const hold = async (): Promise<void> => {
    const client = await pool.connect();
    const lost = new AbortController();
    const lose = (error?: Error): void => lost.abort(error);
    client.on('error', lose);
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      while (!signal.aborted) {
        await take(client, signal);
        const wait_ms = working.size < names.length ? Math.min(retryMs, TAKEOVER_MS) : retryMs;
        await sleep(wait_ms, undefined, { signal }).catch(() => undefined);
      }
      if (lost.signal.aborted) throw new Error('the connection that held the leases was lost');
    } finally {
      lost.abort();
      await Promise.all(working.values());
      working.clear();
      const unlock = { text: 'SELECT pg_advisory_unlock_all()', query_timeout: MAX_SILENCE_MS };
      if (stopping.signal.aborted) await client.query(unlock).catch(() => undefined);
      client.off('error', lose);
      // Closing the connection releases the locks in every other case.
      client.release(true);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await hold();
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError('leases', error);
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const running = run();
  return {
    held: () => [...working.keys()],
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
