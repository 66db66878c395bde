import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';

const RETRY_MS = 1_000;
/** A database that is silent for longer has given the leases to somebody else, or will. */
const LONGEST_SILENCE_MS = 5_000;

export interface LeaseOptions {
  pool: Pool;
  /** What is done by one process at a time. */
  names: readonly string[];
  /** Does it until the signal aborts; called again when the lease was lost and acquired again. */
  work(name: string, signal: AbortSignal): Promise<void>;
  onError(name: string, error: unknown): void;
}

export interface Leases {
  held(): string[];
  /** Settles when all work is through and the leases are given back. */
  stop(): Promise<void>;
}

/**
 * Holds session locks on one connection: PostgreSQL gives them back the moment the process dies, and
 * a waiting worker takes over. A lease saves work; the checkpoints ensure that nothing happens twice.
 */
export function holdLeases({ pool, names, work, onError }: LeaseOptions): Leases {
  const stopping = new AbortController();
  const working = new Map<string, Promise<void>>();

  const take = async (client: ClientBase, signal: AbortSignal): Promise<void> => {
    const missing = names.filter((name) => !working.has(name));
    if (missing.length === 0) {
      // Nothing to ask for; the question shows whether the connection still stands.
      await client.query({ text: 'SELECT 1', query_timeout: LONGEST_SILENCE_MS });
      return;
    }
    const { rows } = await client.query<{ name: string }>({
      text: `SELECT name FROM (
         SELECT name, pg_try_advisory_lock(hashtextextended('process ' || name, 0)) AS held
         FROM unnest($1::text[]) AS name OFFSET 0) AS tried WHERE held`,
      values: [missing],
      query_timeout: LONGEST_SILENCE_MS,
    });
    for (const { name } of rows) {
      working.set(
        name,
        work(name, signal).catch((error) => onError(name, error)),
      );
    }
  };

  const lead = async (): Promise<void> => {
    const client = await pool.connect();
    const lost = new AbortController();
    const lose = (error?: Error): void => lost.abort(error);
    client.on('error', lose);
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      while (!signal.aborted) {
        await take(client, signal);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      lost.abort();
      await Promise.all(working.values());
      working.clear();
      client.off('error', lose);
      // Closing the connection is what gives the locks back.
      client.release(true);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await lead();
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
