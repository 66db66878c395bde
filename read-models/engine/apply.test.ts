import type { ClientBase, Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import { fixture } from '#events/testing/fixture.ts';
import { orders } from '../orders/projection.ts';
import { dailyStats } from '../stats/daily-stats/projection.ts';
import { daysOf } from '../stats/daily-stats/queries.ts';
import { readModelDatabase, shanghai } from '../testing/database.ts';
import { interleave, plainFate, stepsOf, write } from '../testing/history.ts';
import { applyBatch, moveCheckpoint, OutOfOrder, ProjectionFailed } from './apply.ts';
import { checkEquality, hashTables } from './equality.ts';
import { type Generation, generationsOf, schemaOf } from './generations.ts';
import type { Projection } from './projection.ts';
import { batchesOf } from './read-log.ts';
import { inTransaction } from './transaction.ts';

/** Ends a connection from the server's side, as a crash of either end would. */
async function endConnection(pool: Pool, client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
}

/** The same projection, but every second time its connection dies after the rows are written. */
function dyingEverySecondTime(pool: Pool, projection: Projection): Projection {
  let times = 0;
  return {
    ...projection,
    async project(events, tx) {
      const moved = await projection.project(events, tx);
      times += 1;
      if (times % 2 === 1) await endConnection(pool, tx);
      return moved;
    },
  };
}

const PAID_ORDERS = 40;
const daily = dailyStats(shanghai);
const orderRows = orders(shanghai);

const database = fixture(() => readModelDatabase([daily, orderRows]));
beforeAll(async () => {
  const histories = Array.from({ length: PAID_ORDERS }, (_, number) =>
    stepsOf(plainFate({ user: number % 5, placedHour: number * 7 }), 'a', number),
  );
  await write(
    database.log,
    interleave(histories, (index) => index * 13),
  );
});

const live = async (projection: Projection): Promise<Generation> => {
  const [generation] = await generationsOf(database.pool, projection.name, 'live');
  if (!generation) throw new Error('not installed');
  return generation;
};

type Apply = (projection: Projection, generation: Generation, batch: LogBatch) => Promise<Generation>;

/** Applies events up to the head in small batches and restarts from the checkpoint after every failure. */
async function driveToHead(projection: Projection, apply: Apply): Promise<{ failures: number }> {
  const head = await database.log.head();
  let failures = 0;
  for (;;) {
    let generation = await live(projection);
    if (generation.position === head) return { failures };
    try {
      for await (const batch of batchesOf(database.log, projection, generation.position, { limit: 7 })) {
        generation = await apply(projection, generation, batch);
      }
    } catch {
      failures += 1;
    }
  }
}

async function countedOrders(): Promise<number> {
  const range = { creator_id: 'ac0', plan_id: '', from: '2026-01-01', to: '2026-02-28' };
  const { rows } = await daysOf(database.pool, range);
  return rows.reduce((sum, day) => sum + day.orders, 0);
}

const reset = async (): Promise<void> => {
  const generation = await live(daily);
  await database.pool.query(
    `TRUNCATE ${daily.tables.map(({ name }) => `${schemaOf(generation)}.${name}`).join(', ')}`,
  );
  await database.pool.query('UPDATE rm.generations SET position = 0 WHERE name = $1', [daily.name]);
};

describe('a connection that dies between the rows and the commit', () => {
  test('leaves every event counted once', async () => {
    await reset();
    const dying = dyingEverySecondTime(database.pool, daily);
    const { failures } = await driveToHead(dying, (projection, generation, batch) =>
      applyBatch(database.pool, projection, generation, batch),
    );
    expect(failures).toBeGreaterThan(5);
    expect(await countedOrders()).toBe(PAID_ORDERS);
    expect((await checkEquality(database.pool, database.log, daily)).equal).toBe(true);
  });

  test('negative control: with the checkpoint outside of the transaction it counts twice', async () => {
    await reset();
    let times = 0;
    const { failures } = await driveToHead(daily, async (projection, generation, batch) => {
      await inTransaction(database.pool, schemaOf(generation), (tx) => projection.project(batch.events, tx));
      times += 1;
      // Orders' facts can be inserted once only, so the crash comes where none is placed.
      const placesNone = batch.events.every((event) => event.type !== 'OrderPlaced');
      if (placesNone && times % 2 === 1) throw new Error('died between rows and checkpoint');
      await inTransaction(database.pool, schemaOf(generation), (tx) => moveCheckpoint(tx, generation, batch));
      return { ...generation, position: batch.through };
    });
    expect(failures).toBeGreaterThan(0);
    expect(await countedOrders()).toBeGreaterThan(PAID_ORDERS);
    expect((await checkEquality(database.pool, database.log, daily)).equal).toBe(false);
  });
});

describe('a batch that is not the next one', () => {
  async function refused(
    change: (batch: LogBatch) => LogBatch,
    error: new (text: string) => Error,
  ): Promise<void> {
    const generation = await live(orderRows);
    const before = await hashTables(database.pool, orderRows, generation);
    const batches = batchesOf(database.log, orderRows, generation.position, { limit: 1_000 });
    const { value: first } = await batches.next();
    if (!first) throw new Error('nothing to apply');
    const failure = await applyBatch(database.pool, orderRows, generation, change(first)).catch(
      (thrown) => thrown,
    );
    expect(failure instanceof ProjectionFailed ? failure.cause : failure).toBeInstanceOf(error);
    expect(await hashTables(database.pool, orderRows, generation)).toEqual(before);
    expect(await live(orderRows)).toEqual(generation);
  }

  test('after another position than the checkpoint', () =>
    refused(
      (batch) => ({ ...batch, after: batch.after + 1, events: batch.events.slice(1) }),
      CheckpointMoved,
    ));

  test('with positions out of order', () =>
    refused((batch) => ({ ...batch, events: batch.events.toReversed() }), OutOfOrder));

  test('with an event beyond its end', () =>
    refused((batch) => ({ ...batch, through: batch.through - 1 }), OutOfOrder));

  test('with a stream that lacks a version', () =>
    refused((batch) => {
      const gone = batch.events.findIndex((event) => event.version === 0);
      return { ...batch, events: batch.events.filter((_, index) => index !== gone) };
    }, OutOfOrder));
});

test('two projectors of the same tables take turns and lose nothing', async () => {
  await reset();
  const both = [0, 1].map(() =>
    driveToHead(daily, (projection, generation, batch) =>
      applyBatch(database.pool, projection, generation, batch),
    ),
  );
  await Promise.all(both);
  expect(await countedOrders()).toBe(PAID_ORDERS);
  expect((await checkEquality(database.pool, database.log, daily)).equal).toBe(true);
});
