import { afterEach, expect, test } from 'vitest';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../testing/database.ts';
import { testNotifications } from '../testing/notifications.ts';
import { type Generation, generationsOf, schemaOf } from './generations.ts';
import type { Projection } from './projection.ts';
import { pageTaker } from './take-page.ts';
import { readModels } from './wait.ts';
import { writeLater } from './writes.ts';

const database = fixture(readModelDatabase);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function taker() {
  const { takePage, close } = pageTaker(database.pool);
  closing.push(close);
  return takePage;
}

const projection = (name: string): Projection => {
  const found = database.projections.find((one) => one.name === name);
  if (!found) throw new Error(`no projection ${name}`);
  return found;
};
const live = async (name: string): Promise<Generation> => {
  const [generation] = await generationsOf(database.pool, name, 'live');
  if (!generation) throw new Error('not installed');
  return generation;
};
const nothing = (after: number, through: number): LogBatch => ({
  after,
  through,
  true_at: through,
  events: [],
});
/** One event, whose content no projection of these tests reads. */
const something = (after: number, through: number): LogBatch => ({
  ...nothing(after, through),
  events: [{ position: through, stream: 'order-1', version: 1 } as RecordedEvent],
});

/** A model whose projection writes its name into a table of its schema, or does something else. */
async function writing(name: string, project?: Projection['project']) {
  const generation = await live(name);
  const table = `of_${name}`;
  await database.pool.query(`DROP TABLE IF EXISTS ${schemaOf(generation)}.${table};
    CREATE TABLE ${schemaOf(generation)}.${table} (name text)`);
  const made: Projection = {
    ...projection(name),
    async project(events, tx) {
      await tx.query('SELECT $1::text', [name]);
      await writeLater(tx, { table, text: `INSERT INTO ${table} VALUES ($1)`, values: [name] });
      return (await project?.(events, tx)) ?? { creators: new Set([name]), users: new Set() };
    },
  };
  const written = async (): Promise<number> => {
    const { rowCount } = await database.pool.query(`SELECT FROM ${schemaOf(generation)}.${table}`);
    return rowCount ?? 0;
  };
  return { projection: made, generation, written };
}

test('without events it moves every checkpoint that is where expected, and notifies waiting readers', async () => {
  const notifications = await testNotifications(database.url);
  const models = await readModels(database.pool, notifications, 20_000);
  closing.push(async () => models.close(), notifications.close);
  const takePage = taker();
  const [stock, orders, sponsors] = [await live('stock'), await live('orders'), await live('sponsors')];
  const waiting = [models.waitFor('stock', 7), models.waitFor('orders', 9)];
  const [moved, other, late] = await Promise.allSettled([
    takePage({ projection: projection('stock'), generation: stock, batch: nothing(0, 7) }),
    takePage({ projection: projection('orders'), generation: orders, batch: nothing(0, 9) }),
    takePage({
      projection: projection('sponsors'),
      generation: { ...sponsors, position: 3 },
      batch: nothing(3, 7),
    }),
  ]);
  expect(moved).toEqual({ status: 'fulfilled', value: { ...stock, position: 7 } });
  expect(other).toEqual({ status: 'fulfilled', value: { ...orders, position: 9 } });
  expect(late).toMatchObject({ status: 'rejected', reason: expect.any(CheckpointMoved) });
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect((await live('sponsors')).position).toBe(0);
  // A repeated move with the old position changes nothing.
  const again = takePage({ projection: projection('stock'), generation: stock, batch: nothing(0, 7) });
  await expect(again).rejects.toThrow(CheckpointMoved);
});

test('parts with events share one transaction with those without; one that is elsewhere is left out', async () => {
  const takePage = taker();
  const transactions: unknown[] = [];
  const seeing: Projection['project'] = async (_events, tx) => {
    const { rows } = await tx.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    transactions.push(rows[0]?.id);
    return { creators: new Set(), users: new Set() };
  };
  const [goals, redeem, replies] = [
    await writing('goals', seeing),
    await writing('redeem', seeing),
    await writing('replies'),
  ];
  // Nothing is awaited once the first part is on its way: a rejection would have no handler.
  const tickets = { projection: projection('tickets'), generation: await live('tickets') };
  const [first, second, late, empty] = await Promise.allSettled([
    takePage({ ...goals, batch: something(0, 5) }),
    takePage({ ...redeem, batch: something(0, 5) }),
    takePage({ ...replies, batch: something(2, 5) }),
    takePage({ ...tickets, batch: nothing(0, 5) }),
  ]);
  expect(first).toMatchObject({ status: 'fulfilled', value: { name: 'goals', position: 5 } });
  expect(second).toMatchObject({ status: 'fulfilled', value: { name: 'redeem', position: 5 } });
  expect(late).toMatchObject({ status: 'rejected', reason: expect.any(CheckpointMoved) });
  expect(empty).toMatchObject({ status: 'fulfilled', value: { name: 'tickets', position: 5 } });
  expect([await goals.written(), await redeem.written(), await replies.written()]).toEqual([1, 1, 0]);
  expect(transactions).toHaveLength(2);
  expect(new Set(transactions).size).toBe(1);
});

test('after one fails nothing of any is kept, and each must be applied alone', async () => {
  const takePage = taker();
  const slow = await writing('memberships', async (_events, tx) => {
    await tx.query('SELECT pg_sleep(0.1)');
    await writeLater(tx, {
      table: 'of_memberships',
      text: `INSERT INTO of_memberships VALUES ($1)`,
      values: ['late'],
    });
    return { creators: new Set(), users: new Set() };
  });
  const broken = await writing('agreements', () => Promise.reject(new TypeError('cannot')));
  const parts = [slow, broken].map((one) => takePage({ ...one, batch: something(0, 5) }));
  expect(await Promise.all(parts)).toEqual([undefined, undefined]);
  expect([await slow.written(), await broken.written()]).toEqual([0, 0]);
  expect([(await live('memberships')).position, (await live('agreements')).position]).toEqual([0, 0]);
  // The next page starts with a new connection.
  const fine = await writing('memberships');
  expect(await takePage({ ...fine, batch: something(0, 5) })).toMatchObject({ position: 5 });
});

test('a large part, and one of older tables, must be applied alone', async () => {
  const takePage = taker();
  const withdrawals = await writing('withdrawals');
  const events = Array.from({ length: 1_001 }, (_, at) => ({
    ...(something(0, at + 1).events[0] as RecordedEvent),
    version: at + 1,
  }));
  expect(await takePage({ ...withdrawals, batch: { ...nothing(0, 1_001), events } })).toBeUndefined();
  const generation = { ...withdrawals.generation, fingerprint: 'older' };
  expect(await takePage({ ...withdrawals, generation, batch: something(0, 1) })).toBeUndefined();
  expect(await withdrawals.written()).toBe(0);
});
