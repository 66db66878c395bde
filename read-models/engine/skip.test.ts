import { expect, test } from 'vitest';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import { fixture } from '#events/testing/fixture.ts';
import { orders } from '../orders/projection.ts';
import { readModelDatabase, shanghai } from '../testing/database.ts';
import { plainFate, stepsOf, write } from '../testing/history.ts';
import { applyBatch } from './apply.ts';
import { checkEquality } from './equality.ts';
import { generationsOf } from './generations.ts';
import { rebuild } from './rebuild.ts';
import { runProjections } from './runner.ts';
import { skip, skippedBy, unskip } from './skip.ts';
import { pageTaker } from './take-page.ts';

const orderRows = orders(shanghai);
const database = fixture(() => readModelDatabase([orderRows]));
const steps = stepsOf(plainFate({ ending: 'refunded', refundTenths: [4, 4] }), 'p', 1);
const stream = steps[0]?.stream ?? '';
const decision = { stream, decider: 'Li', reason: 'damaged' };

const live = async () => {
  const [generation] = await generationsOf(database.pool, 'orders', 'live');
  if (!generation) throw new Error('no live tables');
  return generation;
};
const followed = async (): Promise<void> => {
  const head = await database.log.head();
  await expect.poll(async () => (await live()).position).toBe(head);
};
const statusOf = async () => {
  const { rows } = await database.pool.query<{ refunded: string }>(
    'SELECT refunded FROM rm.orders WHERE out_trade_no = $1',
    [stream.slice('order-'.length)],
  );
  return rows[0]?.refunded;
};
const whole = () => checkEquality(database.pool, database.log, orderRows);

test('a skipped stream is left out, also of rebuilt tables, until the decision ends; others are followed', async () => {
  const { pool, log } = database;
  const runner = runProjections({ pool, log, projections: [orderRows], leaseRetryMs: 20, onError: () => {} });
  try {
    const [placed, paid, ...refunds] = steps;
    await write(
      log,
      [placed, paid].flatMap((step) => step ?? []),
    );
    await followed();
    const from = (await log.head()) + 1;
    expect(await skip(pool, orderRows, decision)).toBe(from);
    expect(await skip(pool, orderRows, { ...decision, reason: 'again' })).toBeUndefined();
    expect(await skippedBy(pool, orderRows)).toMatchObject([{ ...decision, position: from }]);
    // The running projector did not know of it.
    await write(log, [...refunds, ...stepsOf(plainFate({ user: 2 }), 'p', 2)]);
    await followed();
    expect(await statusOf()).toBe('0');
    expect(await whole()).toMatchObject({ equal: true });
    await rebuild(pool, log, orderRows);
    expect([await statusOf(), (await live()).set_aside]).toEqual(['0', []]);

    // An earlier event of the stream failed when the tables were rebuilt.
    const row = 'rm.set_aside (name, generation, stream, position, type, error)';
    const { name, generation } = await live();
    const aside = [name, generation, stream, 1, 'OrderPlaced', 'failed'];
    await pool.query(`INSERT INTO ${row} VALUES ($1, $2, $3, $4, $5, $6)`, aside);
    expect(await unskip(pool, orderRows, stream)).toBe(true);
    expect(await unskip(pool, orderRows, stream)).toBe(false);
    await write(log, stepsOf(plainFate({ user: 3 }), 'p', 3));
    await followed();
    expect([await statusOf(), (await live()).set_aside]).toEqual(['0', [stream]]);
    await rebuild(pool, log, orderRows);
    expect((await live()).left_out.size).toBe(0);
    expect(await statusOf()).not.toBe('0');
    expect(await whole()).toMatchObject({ equal: true });
  } finally {
    await runner.stop();
  }
});

test('a projector that does not know of a decision cannot move the checkpoint', async () => {
  const { pool, log } = database;
  const { takePage, close } = pageTaker(pool);
  try {
    await write(log, stepsOf(plainFate({ user: 4 }), 'p', 4));
    const known = await live();
    expect(await skip(pool, orderRows, { ...decision, stream: 'order-po4' })).toBeGreaterThan(known.position);
    const batch = { after: known.position, through: known.position + 1, true_at: 0, events: [] };
    await expect(applyBatch(pool, orderRows, known, batch)).rejects.toThrow(CheckpointMoved);
    await expect(takePage({ projection: orderRows, generation: known, batch })).rejects.toThrow(
      CheckpointMoved,
    );
    expect(await applyBatch(pool, orderRows, await live(), batch)).toMatchObject({ position: batch.through });
  } finally {
    await close();
  }
});
