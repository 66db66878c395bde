import type { Pool, PoolClient } from 'pg';

/** Runs `work` in a transaction; an error rolls it back. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
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
