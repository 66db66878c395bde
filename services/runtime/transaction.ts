import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { repeatedOnce } from './deadlock.ts';
import { turnsOf } from './turns.ts';

type Work<Result> = (client: PoolClient) => Promise<Result>;

/** The pool whose transaction the running code belongs to. */
const present = new AsyncLocalStorage<Pool>();
const turns = new WeakMap<Pool, ReturnType<typeof turnsOf>>();

/**
 * Half of a pool's connections are for transactions. The others serve statements that a transaction waits for, as a read
 * of the log: with all connections in transactions that wait, none would end.
 */
function turn(pool: Pool): Promise<() => void> {
  const { max, connectionTimeoutMillis } = pool.options;
  const own = turns.get(pool) ?? turnsOf(Math.max(1, Math.floor(max / 2)), connectionTimeoutMillis);
  turns.set(pool, own);
  return own.take();
}

/**
 * Runs `work` in a transaction; an error rolls it back. After a deadlock it runs once more: it changes nothing outside of
 * the transaction that a rollback leaves, unless `once` is true.
 */
export const inTransaction = <Result>(
  pool: Pool,
  work: Work<Result>,
  { once = false }: { once?: boolean } = {},
): Promise<Result> => (once ? transaction(pool, work) : repeatedOnce(() => transaction(pool, work)));

/** One inside of another one of the same pool does not wait for a turn: the outer one has it. */
async function transaction<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  if (present.getStore() === pool) return connected(pool, work);
  const end = await turn(pool);
  return present.run(pool, () => connected(pool, work)).finally(end);
}

async function connected<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
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
