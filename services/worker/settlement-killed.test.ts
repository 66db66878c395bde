import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incomeMonthsOf, openMonths } from '#read-models/books/ledger/income.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { compareMonth } from '#services/settlement/compare.ts';
import { closeGate, type GateAt } from './testing/gate.ts';
import { type Program, startProgram } from './testing/program.ts';
import { openShop, type Shop } from './testing/shop.ts';

const MONTH = '2026-01';
const CREATORS = 12;
const PATIENCE_MS = 60_000;

/** Every step of a settlement that writes anything. */
const steps: [string, GateAt][] = [
  [
    'noting that a month will have to be settled',
    { table: 'runtime.timers', on: 'INSERT', when: `NEW.process = 'settlement'` },
  ],
  ['settling creators', { table: 'log.events', on: 'INSERT', when: `NEW.type = 'MonthSettled'` }],
  [
    'forgetting a month that is settled',
    { table: 'runtime.timers', on: 'DELETE', when: `OLD.process = 'settlement'` },
  ],
];

let shop: Shop;
let worker: Program;
let runs = 0;

beforeAll(async () => {
  shop = await openShop();
  worker = await startProgram('worker', shop.api);
});
afterAll(async () => {
  await worker.stop();
  await shop.close();
});

/** Creators who earned something in a month long over; each is settled once, to the fen. */
async function story(): Promise<void> {
  runs += 1;
  const prefix = `k${runs}n`;
  const { log, pool } = shop.api.deps;
  const steps = Array.from({ length: CREATORS }, (_, nth) =>
    stepsOf(plainFate({ total: 1_000 + nth }), `${prefix}${nth}`, nth),
  );
  await write(log, steps.flat());
  // Events about the past have a delay: here it has ended.
  await moveSandboxClock(pool, shop.clock.offset + 31_000);
  const users = Array.from({ length: CREATORS }, (_, nth) => `${prefix}${nth}c0`);
  for (const user of users) {
    await expect
      .poll(
        async () => (await incomeMonthsOf(pool, user)).rows.map(({ settled_at }) => settled_at !== null),
        {
          timeout: PATIENCE_MS,
        },
      )
      .toEqual([true]);
  }
  const { events } = await log.readAll(0, { limit: 100_000, types: ['MonthSettled', 'IncomeSettled'] });
  for (const user of users) {
    const mine = events.filter(({ metadata }) => metadata.creator_id === user).map(({ type }) => type);
    expect(mine.sort()).toEqual(['IncomeSettled', 'MonthSettled']);
  }
  expect((await openMonths(pool)).rows).toEqual([]);
  expect(await compareMonth(pool, MONTH)).toMatchObject({ differing: [] });
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
