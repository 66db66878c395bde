import type { Pool, PoolClient } from 'pg';

/** Runs `work` in a transaction; whatever it throws undoes all of it. */
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
    // A silent database is not waited for once more: the connection is closed.
    await client.query({ text: 'ROLLBACK', query_timeout: 5_000 }).catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
