import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { repeatedOnce } from './connections/deadlock.ts';
import { turnsByKey, turnsOf } from './connections/turns.ts';

type Work<Result> = (client: PoolClient) => Promise<Result>;

/** The pool whose transaction the running code belongs to. */
const present = new AsyncLocalStorage<Pool>();
/** For whom the running code works: a person, or an address. None outside of requests. */
export const worksFor = new AsyncLocalStorage<string>();

interface Turns {
  ofAll: ReturnType<typeof turnsOf>;
  ofOne: ReturnType<typeof turnsByKey>;
}
const turns = new WeakMap<Pool, Turns>();

function turnsAt(pool: Pool): Turns {
  const known = turns.get(pool);
  if (known) return known;
  const { max, connectionTimeoutMillis: patience_ms } = pool.options;
  const most = Math.max(1, Math.floor(max / 2));
  const made = {
    ofAll: turnsOf(most, patience_ms),
    ofOne: turnsByKey(Math.max(1, Math.floor(most / 2)), patience_ms),
  };
  turns.set(pool, made);
  return made;
}

/**
 * Half of a pool's connections are for transactions. The others serve statements that a transaction waits for, as a read
 * of the log: with all connections in transactions that wait, none would end. One caller has half of these turns: many
 * changes of one row, which wait for each other, do not delay those of others.
 */
async function turn(pool: Pool): Promise<() => void> {
  const { ofAll, ofOne } = turnsAt(pool);
  const caller = worksFor.getStore();
  const endOwn = caller === undefined ? () => undefined : await ofOne.take(caller);
  try {
    const end = await ofAll.take();
    return () => {
      end();
      endOwn();
    };
  } catch (error) {
    endOwn();
    throw error;
  }
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
