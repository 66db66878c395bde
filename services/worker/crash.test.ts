import { describe, expect, it } from 'vitest';
import { eventGate, messageGate, rowGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';
import { startProgram } from './testing/program.ts';
import { messagesOf, refundsOf, timersOf } from './testing/refunds.ts';
import { PRICE } from './testing/shop.ts';

/** Every step of the worker's that writes anything, on the way of the two orders below. */
const steps: Steps = [
  ['following an order that was placed', timerGate('INSERT', 'expiry')],
  ['cancelling an expired order', eventGate('OrderCancelled')],
  ['forgetting an expired order', timerGate('DELETE', 'expiry')],
  ['following a late payment', timerGate('INSERT', 'late-payment-refunds')],
  ['sending the money back', rowGate('INSERT', 'sandbox.refunds')],
  ['recording that it was sent back', eventGate('LatePaymentReturned')],
  ['telling the fan', messageGate('late_payment_returned')],
  ['forgetting the late payment', timerGate('DELETE', 'late-payment-refunds')],
  ['recording a payment whose notice got lost', eventGate('OrderPaid')],
  ['forgetting a paid order', timerGate('DELETE', 'charge-follow-up')],
];

const on = shopWithWorker();

/**
 * One unit, two fans. The first does not pay in time; the second gets the unit; then the first pays after
 * all and must have the money back, while the notice of the second one's payment gets lost.
 */
async function story(): Promise<void> {
  const sku = await on.shop.sell(1);
  const first = await on.shop.order(sku);
  await on.shop.pass(900);
  await on.shop.becomes(first, ['OrderPlaced', 'OrderCancelled']);
  const second = await on.shop.order(sku);
  await on.shop.pay(first, { copies: 2 });
  await on.shop.becomes(first, [
    'OrderPlaced',
    'OrderCancelled',
    'LatePaymentReceived',
    'LatePaymentReturned',
  ]);
  await on.shop.pay(second, { lost: true });
  await on.shop.pass(20);
  await on.shop.becomes(second, ['OrderPlaced', 'OrderPaid']);

  await expect.poll(() => timersOf(on.shop, first)).not.toContain('late-payment-refunds');
  await expect.poll(() => timersOf(on.shop, second)).toEqual([]);
  expect(await on.shop.history(first)).toHaveLength(4);
  expect(await refundsOf(on.shop, first)).toEqual([PRICE]);
  expect(await refundsOf(on.shop, second)).toEqual([]);
  expect(await messagesOf(on.shop, first)).toBe(1);
  expect(await on.shop.left(sku)).toBe(0);
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);

  it('leaves its work to another that waits', async () => {
    const other = await startProgram('worker', on.shop.api);
    await on.worker.kill();
    on.worker = other;
    await story();
  });

  it('stops in order on request', async () => {
    expect(await on.worker.stop()).toBe(0);
    await on.restart();
  });
});
