import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { insertRows } from './rows.ts';

const database = fixture(createTestDatabase);
beforeAll(async () => {
  await database.pool.query(
    'CREATE TABLE things (number integer, text text, on_day date, good boolean, data json)',
  );
});

const HARD = [
  '',
  'plain',
  'tab\tand\\slash',
  'line\nfeed\r',
  '\\N',
  '\\.',
  '"quoted" {a,b} NULL',
  '中文 ❤',
  null,
];

test.each([HARD.length, 1_000])('%d rows are read as they were written, by either way', async (count) => {
  await database.pool.query('TRUNCATE things');
  const rows = Array.from({ length: count }, (_, number) => ({
    number,
    text: HARD[number % HARD.length] ?? null,
    on_day: number % 3 === 0 ? null : '2026-02-28',
    good: number % 2 === 0,
    data: JSON.stringify({ text: HARD[number % HARD.length] }),
  }));
  const things = {
    name: 'things',
    columns: { number: 'integer', text: 'text', on_day: 'date', good: 'boolean', data: 'json' },
  };
  const client = await database.pool.connect();
  try {
    await insertRows(client, things, rows);
    await insertRows(client, things, []);
  } finally {
    client.release();
  }
  const { rows: found } = await database.pool.query(
    'SELECT number, text, on_day::text, good, data::text FROM things ORDER BY number',
  );
  expect(found).toEqual(rows);
});
