import { describe, expect } from 'vitest';
import { messageGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';

/** Every step of the messages of a sale that writes anything. */
const steps: Steps = [
  ['noting that a sale has messages', timerGate('INSERT', 'sale-notices')],
  ['telling the fan', messageGate('order_paid')],
  ['forgetting a sale', timerGate('DELETE', 'sale-notices')],
];

const on = shopWithWorker();

/** A fan buys one thing, and has one message of it. */
async function story(): Promise<void> {
  const order = await on.shop.order(await on.shop.sell(1));
  await on.shop.pay(order);
  await on.shop.becomes(order, ['OrderPlaced', 'OrderPaid']);
  const { pool } = on.shop.api.deps;
  const timers = async () => {
    const { rows } = await pool.query(`SELECT FROM runtime.timers WHERE process = 'sale-notices'`);
    return rows.length;
  };
  const sent = async () => {
    const { rows } = await pool.query(`SELECT FROM runtime.outbox WHERE message_key = $1`, [
      `order_paid ${order}`,
    ]);
    return rows.length;
  };
  await expect.poll(sent, { timeout: 60_000 }).toBe(1);
  await expect.poll(timers, { timeout: 60_000 }).toBe(0);
  expect(await sent()).toBe(1);
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);
});
