import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { closeGate, type GateAt } from './testing/gate.ts';
import { goesThisWay, orderToSend, ship } from './testing/parcels.ts';
import { type Program, startProgram } from './testing/program.ts';
import { timersOf } from './testing/refunds.ts';
import { openShop, type Shop } from './testing/shop.ts';

/** Every step of the worker's that writes anything, on the way of a parcel. */
const steps: [string, GateAt][] = [
  [
    'following an order that was shipped',
    { table: 'runtime.timers', on: 'INSERT', when: "NEW.process = 'parcels'" },
  ],
  [
    'recording where the parcel is',
    { table: 'log.events', on: 'INSERT', when: "NEW.type = 'OrderDeliveryMoved'" },
  ],
  [
    'putting the next question off',
    { table: 'runtime.timers', on: 'UPDATE', when: "NEW.process = 'parcels'" },
  ],
  [
    'forgetting a parcel that was signed for',
    { table: 'runtime.timers', on: 'DELETE', when: "OLD.process = 'parcels'" },
  ],
];

let shop: Shop;
let worker: Program;
let parcels = 0;

beforeAll(async () => {
  shop = await openShop();
  worker = await startProgram('worker', shop.api);
});
afterAll(async () => {
  await worker?.stop();
  await shop?.close();
});

const pass = (hours: number) => moveSandboxClock(shop.api.deps.pool, shop.clock.offset + hours * 3_600_000);

/** A parcel goes its way, asked about once on it and once when it is there. */
async function story(): Promise<void> {
  parcels += 1;
  const number = `SF${parcels}-0`;
  const order = await orderToSend(shop);
  await ship(shop, order, number);
  const way = ['soliciting', 'on_the_way', 'in_delivery', 'signed'].map((state) => `${number} ${state}`);
  await pass(7);
  await goesThisWay(shop, order, way.slice(0, 2));
  await pass(30);
  await goesThisWay(shop, order, way);
  await expect.poll(() => timersOf(shop, order), { timeout: 30_000 }).toEqual([]);
  expect(await shop.history(order)).toHaveLength(3 + way.length);
}

describe.each(steps)('a worker that is killed while %s', (_, step) => {
  it.each([
    ['before the step was done', true],
    ['after it was done, not knowing it', false],
  ])(
    '%s',
    async (_when, undone) => {
      const { pool } = shop.api.deps;
      const gate = await closeGate(pool, shop.api.databaseUrl, step);
      const told = story();
      told.catch(() => undefined); // awaited below, after the killing
      const backend = await gate.reached(60_000);
      await worker.kill();
      if (undone) await pool.query('SELECT pg_terminate_backend($1, 5000)', [backend]);
      await gate.open();
      worker = await startProgram('worker', shop.api);
      await told;
    },
    120_000,
  );
});
