import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { closeGate, type GateAt } from './testing/gate.ts';
import { type Program, startProgram } from './testing/program.ts';
import { messagesOf, refundsOf, timersOf } from './testing/refunds.ts';
import { openShop, PRICE, type Shop } from './testing/shop.ts';

const timers = (on: 'INSERT' | 'DELETE', process: string): GateAt => ({
  table: 'runtime.timers',
  on,
  when: `${on === 'INSERT' ? 'NEW' : 'OLD'}.process = '${process}'`,
});
const event = (type: string): GateAt => ({
  table: 'log.events',
  on: 'INSERT',
  when: `NEW.type = '${type}'`,
});

/** Every step of the worker's that writes anything, on the way of the two orders below. */
const steps: [string, GateAt][] = [
  ['following an order that was placed', timers('INSERT', 'expiry')],
  ['cancelling an expired order', event('OrderCancelled')],
  ['forgetting an expired order', timers('DELETE', 'expiry')],
  ['following a late payment', timers('INSERT', 'late-payment-refunds')],
  ['sending the money back', { table: 'sandbox.refunds', on: 'INSERT', when: 'true' }],
  ['recording that it was sent back', event('LatePaymentReturned')],
  [
    'telling the fan',
    { table: 'runtime.outbox', on: 'INSERT', when: `NEW.template = 'late_payment_returned'` },
  ],
  ['forgetting the late payment', timers('DELETE', 'late-payment-refunds')],
  ['recording a payment whose notice got lost', event('OrderPaid')],
  ['forgetting a paid order', timers('DELETE', 'charge-follow-up')],
];

let shop: Shop;
let worker: Program;

beforeAll(async () => {
  shop = await openShop();
  worker = await startProgram('worker', shop.api);
});
afterAll(async () => {
  await worker.stop();
  await shop.close();
});

const pass = (seconds: number) => moveSandboxClock(shop.api.deps.pool, shop.clock.offset + seconds * 1_000);

/**
 * One unit, two fans. The first does not pay in time; the second gets the unit; then the first pays after
 * all and must have the money back, while the notice of the second one's payment gets lost.
 */
async function story(): Promise<void> {
  const sku = await shop.sell(1);
  const first = await shop.order(sku);
  await pass(900);
  await shop.becomes(first, ['OrderPlaced', 'OrderCancelled']);
  const second = await shop.order(sku);
  await shop.pay(first, { copies: 2 });
  await shop.becomes(first, ['OrderPlaced', 'OrderCancelled', 'LatePaymentReceived', 'LatePaymentReturned']);
  await shop.pay(second, { lost: true });
  await pass(20);
  await shop.becomes(second, ['OrderPlaced', 'OrderPaid']);

  await expect.poll(() => timersOf(shop, first), { timeout: 10_000 }).not.toContain('late-payment-refunds');
  await expect.poll(() => timersOf(shop, second), { timeout: 10_000 }).toEqual([]);
  expect(await shop.history(first)).toHaveLength(4);
  expect(await refundsOf(shop, first)).toEqual([PRICE]);
  expect(await refundsOf(shop, second)).toEqual([]);
  expect(await messagesOf(shop, first)).toBe(1);
  expect(await shop.left(sku)).toBe(0);
}

describe('a worker that is killed', () => {
  describe.each(steps)('while %s', (_, step) => {
    it.each([
      ['before the step was done', true],
      ['after it was done, not knowing it', false],
    ])('%s', async (_when, undone) => {
      const { pool } = shop.api.deps;
      const gate = await closeGate(pool, shop.api.databaseUrl, step);
      const told = story();
      told.catch(() => undefined); // awaited below, after the killing
      const backend = await gate.reached();
      await worker.kill();
      if (undone) await pool.query('SELECT pg_terminate_backend($1, 5000)', [backend]);
      await gate.open();
      worker = await startProgram('worker', shop.api);
      await told;
    });
  });

  it('leaves its work to another that waits', async () => {
    const other = await startProgram('worker', shop.api);
    await worker.kill();
    worker = other;
    await story();
  });

  it('stops in order on request', async () => {
    expect(await worker.stop()).toBe(0);
    worker = await startProgram('worker', shop.api);
  });
});
