import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { closeGate, type GateAt } from './testing/gate.ts';
import { type Program, startProgram } from './testing/program.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { approve, askFor, payoutsOf, toldTo } from './testing/withdrawals.ts';

const PATIENCE_MS = 60_000;
const timers = (on: 'INSERT' | 'UPDATE' | 'DELETE'): GateAt => ({
  table: 'runtime.timers',
  on,
  when: `${on === 'DELETE' ? 'OLD' : 'NEW'}.process = 'payouts'`,
});
const event = (type: string): GateAt => ({
  table: 'log.events',
  on: 'INSERT',
  when: `NEW.type = '${type}'`,
});

/** Every step of the worker with a write, on the way of a payout with a lost answer. */
const steps: [string, GateAt][] = [
  ['following an approval', timers('INSERT')],
  ['noting that it sends a payout', event('PayoutSent')],
  ['having the provider pay', { table: 'sandbox.payouts', on: 'INSERT', when: 'true' }],
  ['noting that nobody answered', event('PayoutUnknown')],
  ['putting the next question off', timers('UPDATE')],
  ['recording that it was paid', event('PayoutSucceeded')],
  [
    'telling the creator',
    { table: 'runtime.outbox', on: 'INSERT', when: `NEW.template = 'withdrawal_paid'` },
  ],
  ['forgetting a payout', timers('DELETE')],
];

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

/** For any crash: sent once, paid once, reported once. */
async function story(): Promise<void> {
  const asked = await askFor(shop, 5_045);
  await approve(shop, asked);
  await expect.poll(() => payoutsOf(shop, asked), { timeout: PATIENCE_MS, interval: 20 }).toEqual(['w-1']);
  const { pool, log } = shop.api.deps;
  const fate = async () => {
    const { events } = await log.readAll(0, { limit: 100_000, types: ['PayoutUnknown', 'PayoutSucceeded'] });
    return events.some(({ metadata }) => metadata.creator_id === asked.user_id);
  };
  // Killed before it recorded the missing answer, it finds the payout in the provider's books: never unknown.
  await expect.poll(fate, { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
  await moveSandboxClock(pool, shop.clock.offset + 31_000);
  await expect.poll(() => toldTo(shop, asked), { timeout: PATIENCE_MS }).toEqual(['withdrawal_paid']);
  await expect
    .poll(
      async () => {
        const { rows } = await pool.query(`SELECT key FROM runtime.timers WHERE process = 'payouts'`);
        return rows;
      },
      { timeout: PATIENCE_MS },
    )
    .toEqual([]);
  const { events } = await log.readAll(0, { limit: 100_000 });
  const types = events
    .filter(({ metadata }) => metadata.creator_id === asked.user_id)
    .map(({ type }) => type)
    .filter((type) => type.startsWith('Payout') && type !== 'PayoutUnknown');
  expect(types).toEqual(['PayoutSent', 'PayoutSucceeded']);
  expect(await payoutsOf(shop, asked)).toEqual(['w-1']);
}

describe('a worker that is killed', { timeout: 120_000 }, () => {
  describe.each(steps)('while %s', (_, step) => {
    it.each([
      ['before the step was done', true],
      ['after it was done, not knowing it', false],
    ])('%s', async (_when, undone) => {
      const { pool } = shop.api.deps;
      const gate = await closeGate(pool, shop.api.databaseUrl, step);
      const told = story();
      told.catch(() => undefined); // awaited below, after the killing
      const backend = await gate.reached(PATIENCE_MS);
      await worker.kill();
      if (undone) await pool.query('SELECT pg_terminate_backend($1, 5000)', [backend]);
      await gate.open();
      worker = await startProgram('worker', shop.api);
      await told;
    });
  });
});
