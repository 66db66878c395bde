import { describe, expect } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { eventGate, messageGate, rowGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';
import { refundsOf } from './testing/refunds.ts';
import { PRICE } from './testing/shop.ts';

const TIMEOUT_MS = 60_000;
/** Every step of the worker's that writes anything, on the way of a refund's money. */
const steps: Steps = [
  ['following a refund that was decided', timerGate('INSERT', 'refunds')],
  ['having the provider send the money', rowGate('INSERT', 'sandbox.refunds')],
  ['recording that it was sent', eventGate('RefundSent')],
  ['telling the fan', messageGate('order_refunded')],
  ['forgetting a refund that was sent', timerGate('DELETE', 'refunds')],
];

const on = shopWithWorker();

const typesOf = (order: OutTradeNo) => expect.poll(() => on.shop.history(order), { timeout: TIMEOUT_MS });

async function paid(): Promise<OutTradeNo> {
  const order = await on.shop.order(await on.shop.sell(1));
  await on.shop.pay(order);
  await typesOf(order).toEqual(['OrderPlaced', 'OrderPaid']);
  return order;
}

const count = async (sql: string, value: string): Promise<number> => {
  const { rows } = await on.shop.api.deps.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${sql} LIKE $1`,
    [value],
  );
  return rows[0]?.n ?? 0;
};
const messages = (order: OutTradeNo) =>
  count('runtime.outbox WHERE message_key', `order_refunded ${order} %`);
const timersLeft = (order: OutTradeNo) =>
  count("runtime.timers WHERE process = 'refunds' AND key", `${order} %`);

/** Two partial refunds of one order. Each is sent, recorded and notified once. */
async function story(order: OutTradeNo): Promise<void> {
  await on.shop.refund(order, 'a', 1);
  await on.shop.refund(order, 'b', PRICE - 1);
  await expect
    .poll(async () => (await on.shop.history(order)).filter((type) => type === 'RefundSent').length, {
      timeout: TIMEOUT_MS,
    })
    .toBe(2);
  await expect.poll(() => timersLeft(order), { timeout: TIMEOUT_MS }).toBe(0);
  expect((await on.shop.history(order)).toSorted()).toEqual([
    'OrderPaid',
    'OrderPlaced',
    'OrderRefunded',
    'OrderRefunded',
    'RefundSent',
    'RefundSent',
  ]);
  expect((await refundsOf(on.shop, order)).toSorted((a, b) => a - b)).toEqual([1, PRICE - 1]);
  expect(await messages(order)).toBe(2);
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => {
    const order = await paid();
    return () => story(order);
  });
});
