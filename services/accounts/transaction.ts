import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { queriesOn } from '#services/runtime/queries.ts';
import type { AccountsTables } from './migrations/tables.gen.ts';

export const accountsOn = (on: Pool | PoolClient): Kysely<AccountsTables> => queriesOn<AccountsTables>(on);

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
