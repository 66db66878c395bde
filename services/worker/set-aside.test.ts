import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newEventId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { MAX_USERS } from '#events/log/subscription/general-fault.ts';
import { takeSettingAside } from '#events/log/subscription/set-aside.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import type { Follower } from './process.ts';
import { takingOf } from './set-aside.ts';
import { pageSkipper } from './skip-page.ts';
import { timerStore } from './timers.ts';

const database = fixture(() => createTestDatabase(allMigrations.map(({ folder }) => folder)));
const log = fixture(() => postgresLog(database.pool));

interface Happening {
  creator: number;
  person: number;
  fails: boolean;
}

let runs = 0;

/**
 * A process follows these events in batches of a size; the worker tries a stopped batch again.
 * @returns the events with a timer and those set aside, by their index; whether it stopped in the end
 */
async function follow(happenings: readonly Happening[], size: number) {
  runs += 1;
  const name = `process-${runs}`;
  const from = await log.head();
  const metadata = { actor: 'process:test', at: 0 } as const;
  const events = happenings.map(({ creator, person }) => ({
    id: newEventId(),
    type: 'AgreementEnded' as const,
    data: { user_id: `${name}-f${person}` },
    metadata: { ...metadata, creator_id: `${name}-c${creator}` },
  }));
  await log.append([{ stream: `agreement-${name}`, expected: 'any', events }]);
  const { events: recorded } = await log.readAll(from, { limit: events.length });
  const indexOf = ({ position }: Pick<RecordedEvent, 'position'>): number => position - from - 1;
  const follower: Follower = {
    name,
    types: ['AgreementEnded'],
    timerFor(event) {
      if (happenings[indexOf(event)]?.fails) throw new TypeError('no such field');
      return { key: String(indexOf(event)), set: { due_at: 0, data: {} } };
    },
  };
  const { pool } = database;
  const store = timerStore(pool, follower, pageSkipper(pool));
  await store.checkpoint();
  await store.follow(0, from, [{ key: 'none', clear: true }]);
  const { signal } = new AbortController();
  const parts = { pool, process: follower, store, signal, onChanges: () => {}, onError: () => {} };
  let stops = 0;
  for (;;) {
    const after = await store.checkpoint();
    const batch = recorded.filter(({ position }) => position > after).slice(0, size);
    const through = batch.at(-1)?.position;
    if (through === undefined || stops === 3) break;
    await takeSettingAside(takingOf(parts), { after, through, true_at: 0, events: batch }).catch((error) => {
      expect(error).toBeInstanceOf(TypeError);
      stops += 1;
      // The next page is larger: it has what was written meanwhile.
      size += 100;
    });
  }
  const numbers = async (sql: string): Promise<number[]> =>
    (await pool.query<{ n: number }>(sql, [name])).rows.map(({ n }) => n).toSorted((a, b) => a - b);
  const aside = await numbers('SELECT position::int AS n FROM runtime.set_aside WHERE process = $1');
  return {
    timers: await numbers('SELECT key::int AS n FROM runtime.timers WHERE process = $1'),
    aside: aside.map((position) => indexOf({ position })),
    stopped: (await store.checkpoint()) < from + events.length,
  };
}

/** Creators and people by number; those from 1,000 on have no failures. */
const honest = fc.record({
  creator: fc.integer({ min: 1_000, max: 1_060 }),
  person: fc.integer({ min: 1_000, max: 1_060 }),
  fails: fc.constant(false),
});
const failing = (creators: number, people: number) =>
  fc.record({
    creator: fc.integer({ min: 1, max: creators }),
    person: fc.integer({ min: 1, max: people }),
    fails: fc.constant(true),
  });
const mixed = (creators: number, people: number) =>
  fc.array(fc.oneof(honest, { arbitrary: failing(creators, people), weight: 3 }), {
    minLength: 60,
    maxLength: 160,
  });
const size = fc.integer({ min: 1, max: 200 });

it.each([
  ['one creator and many people', 1, 60],
  ['one person and many creators', 60, 1],
  ['twenty people and many creators', 60, MAX_USERS],
])(
  'goes on whatever %s do, and handles all events of others',
  async (_, creators, people) => {
    const all = mixed(creators, people).map((some) => [
      ...some,
      // One creator with failures is most of a shop without others.
      ...[1, 2, 3].map((n) => ({ creator: 2_000 + n, person: 2_000 + n, fails: false })),
    ]);
    await fc.assert(
      fc.asyncProperty(all, size, async (happenings, batch) => {
        const { timers, aside, stopped } = await follow(happenings, batch);
        const wanted = (fails: boolean) => happenings.flatMap((one, at) => (one.fails === fails ? [at] : []));
        expect(stopped).toBe(false);
        expect(timers).toEqual(wanted(false));
        expect(aside).toEqual(wanted(true));
      }),
      { numRuns: 15 },
    );
  },
  120_000,
);

it('stops when the events of nearly everybody fail, and sets few aside', async () => {
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  const everybody = fc
    .shuffledSubarray(numbers, { minLength: 50 })
    .map((people) => people.map((person) => ({ creator: person % 40, person, fails: true })));
  await fc.assert(
    fc.asyncProperty(everybody, size, async (happenings, batch) => {
      const { aside, stopped } = await follow(happenings, batch);
      const people = new Set(aside.map((at) => happenings[at]?.person));
      expect(stopped).toBe(true);
      expect(people.size).toBeGreaterThanOrEqual(MAX_USERS);
      // Their creators are at most as many.
      expect(people.size).toBeLessThan(50);
    }),
    { numRuns: 15 },
  );
}, 120_000);
