import type { Pool, PoolClient } from 'pg';
import { repeatedOnce } from './deadlock.ts';

type Work<Result> = (client: PoolClient) => Promise<Result>;

/**
 * Runs `work` in a transaction; an error rolls it back. After a deadlock it runs once more: it changes nothing outside of
 * the transaction that a rollback leaves, unless `once` is true.
 */
export const inTransaction = <Result>(
  pool: Pool,
  work: Work<Result>,
  { once = false }: { once?: boolean } = {},
): Promise<Result> => (once ? transaction(pool, work) : repeatedOnce(() => transaction(pool, work)));

async function transaction<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // After a timeout the connection is closed, without another query.
    await client.query({ text: 'ROLLBACK', query_timeout: 5_000 }).catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

class TakenBack extends Error {}

/** Runs `work` in a transaction and takes it back. Throws what `work` throws. */
export async function tryInTransaction(
  pool: Pool,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<void> {
  try {
    await inTransaction(pool, async (client) => {
      await work(client);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}
