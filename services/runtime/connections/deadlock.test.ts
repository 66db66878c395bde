import type { PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { createPool } from '../database.ts';
import { inTransaction } from '../transaction.ts';

const database = fixture(createPair);

async function createPair() {
  const made = await createTestDatabase();
  await made.pool.query('CREATE TABLE pair (id text PRIMARY KEY, count int NOT NULL)');
  await made.pool.query("INSERT INTO pair VALUES ('a', 0), ('b', 0)");
  return made;
}

const ADD = 'UPDATE pair SET count = count + 1 WHERE id = $1';
/** Takes `a` in one statement, and `b` after it. */
const ADD_BOTH = `
  WITH first AS MATERIALIZED (UPDATE pair SET count = count + 1 WHERE id = 'a' RETURNING id)
  UPDATE pair SET count = count + 1 FROM first WHERE pair.id = 'b'`;

const waits = () =>
  expect
    .poll(async () => {
      const { rowCount } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBe(1);

/** Runs a change that has `a` and waits for `b`, against somebody who has `b` and never looks for deadlocks. */
async function against<Result>(change: () => Promise<Result>): Promise<Result> {
  const { pool } = database;
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL deadlock_timeout = '1h'");
    await client.query(ADD, ['b']);
    const changed = change();
    changed.catch(() => undefined);
    await waits();
    await client.query(ADD, ['a']);
    await client.query('COMMIT');
    return await changed;
  } finally {
    client.release();
  }
}

const counts = async () => (await database.pool.query('SELECT count FROM pair ORDER BY id')).rows;

const both = async (client: PoolClient) => {
  await client.query(ADD, ['a']);
  await client.query(ADD, ['b']);
};

it('a transaction, and a statement alone, that a deadlock ends run once more', async () => {
  let runs = 0;
  await against(() =>
    inTransaction(database.pool, (client) => {
      runs += 1;
      return both(client);
    }),
  );
  expect(runs).toBe(2);
  expect(await counts()).toEqual([{ count: 2 }, { count: 2 }]);
  const own = createPool(database.url, { name: 'test' });
  await against(() => own.query(ADD_BOTH)).finally(() => own.end());
  expect(await counts()).toEqual([{ count: 4 }, { count: 4 }]);
});

it('a transaction that does more than write rows runs once', async () => {
  const before = await counts();
  await expect(against(() => inTransaction(database.pool, both, { once: true }))).rejects.toThrow(
    'deadlock detected',
  );
  expect(await counts()).toEqual(before.map(({ count }) => ({ count: count + 1 })));
});
