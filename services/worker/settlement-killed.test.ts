import { describe, expect } from 'vitest';
import { incomeMonthsOf, openMonths } from '#read-models/books/ledger/income.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { compareMonth } from '#services/modules/income/compare.ts';
import { eventGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';

const MONTH = '2026-01';
const CREATORS = 12;
const TIMEOUT_MS = 60_000;

/** Every step of a settlement that writes anything. */
const steps: Steps = [
  ['noting that a month will have to be settled', timerGate('INSERT', 'settlement')],
  ['settling creators', eventGate('MonthSettled')],
  ['forgetting a month that is settled', timerGate('DELETE', 'settlement')],
];

let runs = 0;
const on = shopWithWorker();

/** Creators who earned something in a month long over; each is settled once, to the fen. */
async function story(): Promise<void> {
  runs += 1;
  const prefix = `k${runs}n`;
  const { log, pool } = on.shop.api.deps;
  const steps = Array.from({ length: CREATORS }, (_, nth) =>
    stepsOf(plainFate({ total: 1_000 + nth }), `${prefix}${nth}`, nth),
  );
  await write(log, steps.flat());
  // Events about the past have a delay: here it has ended.
  await on.shop.pass(31);
  const users = Array.from({ length: CREATORS }, (_, nth) => `${prefix}${nth}c0`);
  for (const user of users) {
    await expect
      .poll(
        async () =>
          (await incomeMonthsOf(pool, { user_id: user })).rows.map(({ settled_at }) => settled_at !== null),
        {
          timeout: TIMEOUT_MS,
        },
      )
      .toEqual([true]);
  }
  const { events } = await log.readAll(0, { limit: 100_000, types: ['MonthSettled', 'IncomeSettled'] });
  for (const user of users) {
    const mine = events.filter(({ metadata }) => metadata.creator_id === user).map(({ type }) => type);
    expect(mine.sort()).toEqual(['IncomeSettled', 'MonthSettled']);
  }
  expect((await openMonths(pool, {})).rows).toEqual([]);
  expect(await compareMonth(pool, MONTH)).toMatchObject({ differing: [] });
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);
});
