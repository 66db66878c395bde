import { expect, it } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { createPool } from '../database.ts';
import { inTransaction } from '../transaction.ts';
import { turnsOf } from './turns.ts';

const database = fixture(createTestDatabase);

it('many transactions that each need another connection all end', async () => {
  const pool = createPool(database.url, { name: 'test', max: 4 });
  const started = performance.now();
  const read = () => pool.query('SELECT pg_sleep(0.01)');
  const nested = () => inTransaction(pool, (client) => client.query('SELECT 1'));
  const work = () => inTransaction(pool, () => Promise.all([read(), nested()]));
  await Promise.all(Array.from({ length: 40 }, work)).finally(() => pool.end());
  // The pool gives up after ten seconds.
  expect(performance.now() - started).toBeLessThan(8_000);
});

it('the oldest wait is served first, and one that takes too long ends', async () => {
  const turns = turnsOf(1, 50);
  const first = await turns.take();
  const order: number[] = [];
  const taken = async (number: number) => {
    const end = await turns.take();
    order.push(number);
    return end;
  };
  const [second, third] = [taken(2), taken(3)];
  first();
  first();
  (await second)();
  const end = await third;
  expect(order).toEqual([2, 3]);
  await expect(turns.take()).rejects.toThrow('timeout exceeded when trying to connect');
  end();
  (await turns.take())();
});
