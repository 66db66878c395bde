import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addRows, deleteRows, insertRows, upsertRows } from './rows.ts';
import { combining, writeLater, writeNow } from './writes.ts';

const database = fixture(createTestDatabase);

const tableOf = (name: string) => ({
  name,
  key: ['key' as const],
  columns: { key: 'text', amount: 'bigint' },
});
const TABLES = [tableOf('ones'), tableOf('others'), tableOf('more')] as const;
const [ones, others, more] = TABLES;
const row = (key: string, amount: number) => ({ key, amount });

let client: PoolClient;
let tx: PoolClient;
beforeEach(async () => {
  client = await database.pool.connect();
  for (const { name } of TABLES)
    await client.query(
      `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (key text PRIMARY KEY, amount bigint CHECK (amount < 100))`,
    );
  vi.spyOn(client, 'query');
  tx = combining(client);
});
afterEach(() => {
  vi.restoreAllMocks();
  client.release();
});

const statements = (): number => vi.mocked(client.query).mock.calls.length;

/** All rows, by a connection on which nothing waits. */
async function rows(): Promise<string> {
  const texts = TABLES.map(({ name }) => `SELECT '${name} ' || key || amount AS row FROM ${name}`);
  const all = await database.pool.query<{ row: string }>(`${texts.join(' UNION ALL ')} ORDER BY row`);
  return all.rows.map((one) => one.row).join(', ');
}

test('writes of several tables share one statement', async () => {
  await insertRows(tx, ones, [row('a', 1), row('b', 2)]);
  await upsertRows(tx, others, [row('c', 3)], { add: ['amount'] });
  await writeLater(tx, {
    table: 'more',
    text: 'INSERT INTO more VALUES ($1, $2), ($3, 6)',
    values: ['d', 5, 'e'],
  });
  expect(statements()).toBe(0);
  await writeNow(tx);
  await writeNow(tx);
  expect(statements()).toBe(1);
  expect(await rows()).toBe('more d5, more e6, ones a1, ones b2, others c3');
});

test('a query that names a table sees its writes; other queries leave them waiting', async () => {
  await insertRows(tx, ones, [row('a', 1)]);
  await insertRows(tx, others, [row('b', 2)]);
  await tx.query('SELECT key FROM more');
  expect(await rows()).toBe('');
  const { rows: found } = await tx.query('SELECT key FROM ones');
  expect(found).toEqual([{ key: 'a' }]);
  expect(await rows()).toBe('ones a1, others b2');
});

test('writes of one table keep their order', async () => {
  await insertRows(tx, ones, [row('a', 1)]);
  await upsertRows(tx, ones, [row('a', 2)], { add: ['amount'] });
  await addRows(tx, ones, [row('a', -3), row('b', 1)], ['amount']);
  await upsertRows(tx, ones, [row('b', 9)]);
  await deleteRows(tx, ones, [{ key: 'c' }]);
  await writeNow(tx);
  expect(await rows()).toBe('ones b9');
});

test('many rows, written by COPY, come after earlier writes of their table', async () => {
  await insertRows(tx, others, [row('z', 1)]);
  await insertRows(
    tx,
    others,
    Array.from({ length: 300 }, (_, at) => row(`k${at}`, 1)),
  );
  const { rows: counted } = await tx.query('SELECT count(*)::int AS count FROM others');
  expect(counted).toEqual([{ count: 301 }]);
});

test('when one write fails, none of them is kept or repeated', async () => {
  await insertRows(tx, ones, [row('a', 1)]);
  await insertRows(tx, more, [row('b', 100)]);
  await expect(writeNow(tx)).rejects.toThrow('more_amount_check');
  await writeNow(tx);
  expect(await rows()).toBe('');
});

test('above the limit of combinations, writes run one by one', async () => {
  for (let at = 0; at < 210; at += 1) {
    await writeLater(tx, { table: 'ones', text: `INSERT INTO ones VALUES ('${at}', $1)`, values: [1] });
    await insertRows(tx, others, [row(String(at), 1)]);
    await writeNow(tx);
  }
  const begun = statements();
  expect(begun).toBeLessThan(420);
  await writeLater(tx, { table: 'ones', text: `INSERT INTO ones VALUES ('last', $1)`, values: [1] });
  await insertRows(tx, others, [row('last', 1)]);
  await writeNow(tx);
  expect(statements() - begun).toBe(2);
});

test('on any other connection a write runs at once', async () => {
  await insertRows(client, ones, [row('a', 1)]);
  expect(await rows()).toBe('ones a1');
});
