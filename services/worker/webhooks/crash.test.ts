import { afterAll, beforeAll, expect } from 'vitest';
import { rowGate } from '../testing/gate.ts';
import { killedAtEach } from '../testing/kills.ts';
import { type Program, startProgram } from '../testing/program.ts';
import { openHooks, type Receiver } from '../testing/webhooks.ts';

let on: Awaited<ReturnType<typeof openHooks>>;
let receiver: Receiver;
let worker: Program;
const restart = async (): Promise<void> => {
  worker = await startProgram('worker', on.api, { WEBHOOK_ALLOW_PRIVATE: '1' });
};
beforeAll(async () => {
  on = await openHooks();
  receiver = await on.receiver();
  await restart();
});
afterAll(async () => {
  await worker?.stop();
  await on?.close();
});

/** Every paid order arrives: once, or twice with the same id if the worker was killed after the call. */
async function story(): Promise<void> {
  const number = await on.buy();
  const calls = () => receiver.received.filter(({ data }) => data.order.out_trade_no === number);
  await expect.poll(() => calls().length, { timeout: 60_000 }).toBeGreaterThan(0);
  const waiting = async () => {
    const { rows } = await on.api.deps.pool.query(
      'SELECT FROM accounts.webhook_deliveries WHERE due_at IS NOT NULL',
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  expect(calls().length).toBeLessThanOrEqual(2);
  expect(new Set(calls().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
}

killedAtEach(
  [
    ['following a paid order', rowGate('INSERT', 'accounts.webhook_deliveries')],
    ['recording a call that was made', rowGate('UPDATE', 'accounts.webhook_deliveries')],
  ],
  async () => ({ api: on.api, story, kill: () => worker.kill(), restart }),
);
