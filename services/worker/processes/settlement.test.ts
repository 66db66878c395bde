import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import { openMonths } from '#read-models/books/ledger/income.ts';
import { readModelDatabase } from '#read-models/testing/database.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { systemClock } from '#services/runtime/clock.ts';
import type { Fired, Timer } from '../process.ts';
import { settlement } from './settlement.ts';

const MONTH = '2026-01';

const loaded: string[] = [];
const database = fixture(readModelDatabase);

/** Records the requested settlements, and leaves their months open. */
const committer: Pick<Committer, 'submit'> = {
  async submit(command) {
    loaded.push(...command.streams);
    return { accepted: false, refusal: { code: 'state_does_not_allow' } };
  },
};

const process = () =>
  settlement({
    pool: database.pool,
    log: database.log,
    committer,
    calendar: businessCalendar('Asia/Shanghai'),
    clock: systemClock,
  });

/** A creator earns something in a month long over. @returns the timer that this sets */
async function earned(nth: number): Promise<Timer> {
  await write(database.log, stepsOf(plainFate({}), `s${nth}n`, nth));
  const { events } = await database.log.readAll(0, { limit: 1_000, types: ['OrderPaid'] });
  const change = process().timerFor(events.at(-1)!);
  if (change === undefined || !('set' in change)) throw new Error('no timer');
  return { key: change.key, attempts: 0, ...change.set };
}

const fired = async (one: ReturnType<typeof process>, timer: Timer): Promise<'done' | 'again'> => {
  const outcome: Fired = await one.fire(timer, 0);
  return outcome === 'done' ? 'done' : 'again';
};

test('set again by a later event, it waits until the books include that one, too', async () => {
  const one = process();
  const first = await earned(1);
  expect(first.key).toBe(MONTH);
  expect(await fired(one, first)).toBe('again');
  await database.project();
  const later = await earned(2);
  // The books contain the earlier event, and not yet the later one.
  expect(await fired(one, later)).toBe('again');
  expect(loaded).toEqual([]);
  await database.project();
  expect((await openMonths(database.pool, {})).rows).toMatchObject([{ month: MONTH, creators: 2 }]);
  expect(await fired(one, later)).toBe('done');
  expect(loaded).not.toEqual([]);
});

test('later events while the books catch up do not delay it further', async () => {
  const one = process();
  const timer = await earned(3);
  expect(await fired(one, timer)).toBe('again');
  await database.project();
  await earned(4);
  // It was not set again: its position is in the books.
  expect(await fired(one, timer)).toBe('done');
});
