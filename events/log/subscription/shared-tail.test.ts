import { expect, it, onTestFinished } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { newEventId } from '../../ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { EventLog } from '../log.ts';
import { logMigrations, postgresLog } from '../postgres/postgres-log.ts';
import { type SharedTail, sharedTail } from './shared-tail.ts';

const database = fixture(() => createTestDatabase([logMigrations]));
const log = fixture(() => postgresLog(database.pool));

type Type = 'SellingTermsChanged' | 'StockSold';
const BOTH: readonly Type[] = ['SellingTermsChanged', 'StockSold'];
const metadata = { creator_id: 'c', actor: 'process:test', at: 0 } as const;

/** Appends this many events of a type, one after the other. */
async function happen(type: Type, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const event = { id: newEventId(), type, data: {}, metadata };
    const result = await log.append([{ stream: `terms-${type}`, expected: 'any', events: [event] }]);
    if (!result.ok) throw new Error('not appended');
  }
}

/** A log that counts who reads of it, with a reader that can be made to fail. */
function counted() {
  const counts = { tails: 0, pages: 0, failures: 0 };
  const watched: Pick<EventLog, 'head' | 'readAll' | 'tail'> = {
    head: () => log.head(),
    readAll(after, options) {
      counts.pages += 1;
      return log.readAll(after, options);
    },
    async *tail(after, options) {
      counts.tails += 1;
      for await (const page of log.tail(after, options)) {
        yield page;
        if (counts.failures > 0) {
          counts.failures -= 1;
          throw new Error('the reader fails');
        }
      }
    },
  };
  return { counts, watched };
}

/** Subscribes from a position and keeps the positions that it receives. */
function follow(
  shared: SharedTail,
  {
    after = 0,
    types = BOTH,
    pause = async () => {},
  }: { after?: number; types?: readonly Type[]; pause?: () => Promise<void> } = {},
) {
  const stopping = new AbortController();
  const seen: number[] = [];
  const state = { through: after };
  const run = async (): Promise<void> => {
    for await (const page of shared.follow(after, { limit: 100, types, signal: stopping.signal })) {
      expect(page.through).toBeGreaterThan(state.through);
      seen.push(...page.events.map(({ position }) => position));
      state.through = page.through;
      await pause();
    }
  };
  const running = run();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  return { seen, state, stop };
}

const positions = async (after: number, ...types: Type[]): Promise<number[]> => {
  const { events } = await log.readAll(after, { limit: 10_000, types });
  return events.map(({ position }) => position);
};

const caughtUp = async (...followers: { state: { through: number } }[]): Promise<void> => {
  const head = await log.head();
  await expect.poll(() => followers.map(({ state }) => state.through)).toEqual(followers.map(() => head));
};

it('gives each subscriber every event of its types once, from any position, with one reader at the head', async () => {
  await happen('StockSold', 5);
  await happen('SellingTermsChanged', 5);
  const before = await log.head();
  const { counts, watched } = counted();
  const shared = sharedTail({ log: watched, types: BOTH, onError: () => undefined, pauseMs: () => 5 });
  const all = follow(shared);
  const terms = follow(shared, { after: 7, types: ['SellingTermsChanged'] });
  const follower = follow(shared, { after: before });
  await caughtUp(all, terms, follower);
  const pages = counts.pages;
  await happen('StockSold', 20);
  await happen('SellingTermsChanged', 3);
  await caughtUp(all, terms, follower);
  expect(all.seen).toEqual(await positions(0, ...BOTH));
  expect(terms.seen).toEqual(await positions(7, 'SellingTermsChanged'));
  expect(follower.seen).toEqual(await positions(before, ...BOTH));
  // Events after all readers reached the head were read once, for all of them.
  expect(counts).toMatchObject({ tails: 1, pages });
});

it('a slow subscriber reads again what it missed and does not block others', async () => {
  const { watched } = counted();
  const shared = sharedTail({ log: watched, types: BOTH, onError: () => undefined, pauseMs: () => 1 });
  const after = await log.head();
  const held = Promise.withResolvers<void>();
  const slow = follow(shared, { after, pause: () => held.promise });
  const quick = follow(shared, { after });
  for (let page = 0; page < 25; page += 1) {
    await happen('StockSold');
    await caughtUp(quick);
  }
  expect(slow.seen.length).toBeLessThan(25);
  held.resolve();
  await caughtUp(slow);
  expect(slow.seen).toEqual(await positions(after, ...BOTH));
});

it('continues after a failure, and after the last subscriber left and another joined', async () => {
  const { counts, watched } = counted();
  const errors: unknown[] = [];
  const shared = sharedTail({
    log: watched,
    types: BOTH,
    onError: (error) => errors.push(error),
    pauseMs: () => 1,
  });
  const after = await log.head();
  const first = follow(shared, { after });
  counts.failures = 1;
  // The reader may begin after the first of these.
  while (errors.length === 0) {
    await happen('StockSold');
    await caughtUp(first);
  }
  await happen('StockSold', 2);
  await caughtUp(first);
  await first.stop();
  await happen('StockSold', 2);
  const second = follow(shared, { after });
  await happen('StockSold', 2);
  await caughtUp(second);
  expect(second.seen).toEqual(await positions(after, ...BOTH));
});

it('can follow another one, which reads for both', async () => {
  const { counts, watched } = counted();
  const pages: number[] = [];
  const onError = () => undefined;
  const first = sharedTail({ log: watched, onError, pauseMs: () => 1 });
  const second = sharedTail({
    log: { ...watched, tail: first.follow },
    types: ['SellingTermsChanged'],
    onError,
    pauseMs: () => pages.push(0) && 1_000,
  });
  const after = await log.head();
  const all = follow(first, { after });
  const terms = follow(second, { after, types: ['SellingTermsChanged'] });
  for (let page = 0; page < 20; page += 1) {
    await happen('StockSold');
    await happen('SellingTermsChanged');
    await caughtUp(all);
  }
  await caughtUp(terms);
  expect(all.seen).toEqual(await positions(after, ...BOTH));
  expect(terms.seen).toEqual(await positions(after, 'SellingTermsChanged'));
  expect(counts.tails).toBe(1);
  // Its pages are fewer and larger.
  expect(pages.length).toBeLessThan(20);
});
