import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import { closeGate, type GateAt } from './testing/gate.ts';
import { type Program, startProgram } from './testing/program.ts';
import { refundsOf } from './testing/refunds.ts';
import { openShop, PRICE, type Shop } from './testing/shop.ts';

const timers = (on: 'INSERT' | 'DELETE'): GateAt => ({
  table: 'runtime.timers',
  on,
  when: `${on === 'INSERT' ? 'NEW' : 'OLD'}.process = 'refunds'`,
});

/** Every step of the worker's that writes anything, on the way of a refund's money. */
const steps: [string, GateAt][] = [
  ['following a refund that was decided', timers('INSERT')],
  ['having the provider send the money', { table: 'sandbox.refunds', on: 'INSERT', when: 'true' }],
  ['recording that it was sent', { table: 'log.events', on: 'INSERT', when: "NEW.type = 'RefundSent'" }],
  ['telling the fan', { table: 'runtime.outbox', on: 'INSERT', when: "NEW.template = 'order_refunded'" }],
  ['forgetting a refund that was sent', timers('DELETE')],
];

const PATIENCE_MS = 60_000;
let shop: Shop;
let worker: Program;

beforeAll(async () => {
  shop = await openShop();
  worker = await startProgram('worker', shop.api);
});
afterAll(async () => {
  await worker?.stop();
  await shop?.close();
});

const typesOf = (order: OutTradeNo) => expect.poll(() => shop.history(order), { timeout: PATIENCE_MS });

async function paid(): Promise<OutTradeNo> {
  const order = await shop.order(await shop.sell(1));
  await shop.pay(order);
  await typesOf(order).toEqual(['OrderPlaced', 'OrderPaid']);
  return order;
}

async function refund(order: OutTradeNo, refund_id: string, amount: number): Promise<void> {
  const { committer } = shop.api.deps;
  const stream = orderStream(order);
  const state = await committer.read([stream], (states) => states.get('order', stream));
  if (state.phase !== 'paid') throw new Error('not paid');
  const by = { kind: 'creator' as const, user_id: state.placed.creator_id };
  const outcome = await committer.submit(
    refundOrder({
      ...{ out_trade_no: order, by, refund_id, amount: fenOf(amount) },
      ...{ units: [], ticket_ids: [], reason: '' },
    }),
  );
  expect(outcome).toMatchObject({ accepted: true });
}

const count = async (sql: string, value: string): Promise<number> => {
  const { rows } = await shop.api.deps.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${sql} LIKE $1`,
    [value],
  );
  return rows[0]?.n ?? 0;
};
const messages = (order: OutTradeNo) =>
  count('runtime.outbox WHERE message_key', `order_refunded ${order} %`);
const timersLeft = (order: OutTradeNo) =>
  count("runtime.timers WHERE process = 'refunds' AND key", `${order} %`);

/** Two refunds of one order: a part, and the rest. Each is sent once, recorded once, told once. */
async function story(order: OutTradeNo): Promise<void> {
  await refund(order, 'a', 1);
  await refund(order, 'b', PRICE - 1);
  await expect
    .poll(async () => (await shop.history(order)).filter((type) => type === 'RefundSent').length, {
      timeout: PATIENCE_MS,
    })
    .toBe(2);
  await expect.poll(() => timersLeft(order), { timeout: PATIENCE_MS }).toBe(0);
  expect((await shop.history(order)).toSorted()).toEqual([
    'OrderPaid',
    'OrderPlaced',
    ...['OrderRefunded', 'OrderRefunded', 'RefundSent', 'RefundSent'],
  ]);
  expect((await refundsOf(shop, order)).toSorted((a, b) => a - b)).toEqual([1, PRICE - 1]);
  expect(await messages(order)).toBe(2);
}

describe.each(steps)('a worker that is killed while %s', (_, step) => {
  it.each([
    ['before the step was done', true],
    ['after it was done, not knowing it', false],
  ])(
    '%s',
    async (_when, undone) => {
      const { pool } = shop.api.deps;
      const order = await paid();
      const gate = await closeGate(pool, shop.api.databaseUrl, step);
      const told = story(order);
      told.catch(() => undefined); // awaited below, after the killing
      const backend = await gate.reached(PATIENCE_MS);
      await worker.kill();
      if (undone) await pool.query('SELECT pg_terminate_backend($1, 5000)', [backend]);
      await gate.open();
      worker = await startProgram('worker', shop.api);
      await told;
    },
    180_000,
  );
});
