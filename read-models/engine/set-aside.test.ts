import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { MAX_PER_CREATOR, MAX_USERS } from '#events/log/subscription/general-fault.ts';
import { sponsors as sponsorRows } from '../memberships/sponsors/projection.ts';
import { orders } from '../orders/projection.ts';
import { type ReadModelDatabase, readModelDatabase, shanghai } from '../testing/database.ts';
import { type Fate, plainFate, stepsOf, write } from '../testing/history.ts';
import { checkEquality } from './equality.ts';
import { generationsOf } from './generations.ts';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { runProjections } from './runner.ts';

/** Pauses before another try of one event take a tenth of the time. */
const pauses = vi.hoisted((): number[] => []);
vi.mock(import('node:timers/promises'), async (original) => {
  const actual = await original();
  const shortened: typeof actual.setTimeout = (delay = 0, ...rest) => {
    if (new Error().stack?.includes('subscription/set-aside.ts')) pauses.push(delay);
    return actual.setTimeout(delay / 10, ...rest);
  };
  return { ...actual, setTimeout: shortened };
});

const orderRows = orders(shanghai);
/** Another one for each database: it remembers orders. */
let sponsors: Projection;
let database: ReadModelDatabase;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  pauses.length = 0;
  sponsors = sponsorRows();
  database = await readModelDatabase([orderRows, sponsors]);
  closing.push(() => database.drop());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function start(...projections: Projection[]) {
  const pool = openPool({ connectionString: database.url, max: 6 });
  const errors: string[] = [];
  const runner = runProjections({
    pool,
    log: database.log,
    projections,
    leaseRetryMs: 20,
    onError: (name, error) => errors.push(`${name}: ${error}`),
  });
  closing.push(() => runner.stop().then(() => pool.end()));
  return errors;
}

/** Fails on the events of some streams, as a projection with a mistake does. */
const failingOn = (
  projection: Projection,
  streams: readonly string[],
  error: Error = new TypeError('no such thing as its lines'),
): Projection => ({
  ...projection,
  async project(events, tx) {
    if (events.some(({ stream }) => streams.includes(stream))) throw error;
    return projection.project(events, tx);
  },
});

const buy = (...numbers: number[]) =>
  write(
    database.log,
    numbers.flatMap((number) => stepsOf(plainFate({ user: number, placedHour: number }), 'p', number)),
  );
let bought = 0;
/** Orders of different people. @returns their streams */
async function buyAs(count: number, fateOf: (n: number) => Partial<Fate>): Promise<string[]> {
  const steps = Array.from({ length: count }, (_, n) => {
    bought += 1;
    return stepsOf(plainFate({ placedHour: n, ...fateOf(n) }), 'p', 1_000 + bought);
  });
  await write(database.log, steps.flat());
  return steps.flatMap(([first]) => first?.stream ?? []);
}
const streamOf = async (nth: number): Promise<string> => {
  const { events } = await database.log.readAll(0, { limit: 1_000, types: ['OrderPlaced'] });
  return events[nth]?.stream ?? '';
};
const live = async ({ name }: Projection) => (await generationsOf(database.pool, name, 'live'))[0];
const atHead = async (...projections: Projection[]): Promise<void> => {
  const head = await database.log.head();
  for (const one of projections) {
    await expect.poll(async () => (await live(one))?.position).toBe(head);
  }
};
const countOf = async (table: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM rm.${table}`);
  return rows[0]?.n ?? -1;
};

describe('an event that a read model cannot take in', () => {
  test('is set aside with later events of its stream; everything else continues', async () => {
    await buy(1, 2, 3, 4, 5);
    const poison = await streamOf(2);
    const errors = start(failingOn(orderRows, [poison]), sponsors);
    await atHead(orderRows, sponsors);
    await buy(6, 7);
    await atHead(orderRows, sponsors);

    const placed = await database.log.readStream(poison);
    const { rows } = await database.pool.query(
      'SELECT name, stream, position, type, error FROM rm.set_aside',
    );
    expect(rows).toEqual([
      {
        name: 'orders',
        stream: poison,
        position: String(placed[0]?.position),
        type: 'OrderPlaced',
        error: 'TypeError: no such thing as its lines',
      },
    ]);
    expect(await countOf('orders')).toBe(6);
    expect((await live(sponsors))?.set_aside).toEqual([]);
    expect(errors).toEqual([
      expect.stringMatching(`orders: EventSetAside: orders leaves ${poison} out from`),
    ]);
    // Built again by a program without the mistake, it is complete.
    expect(await rebuild(database.pool, database.log, orderRows)).toMatchObject({ set_aside: [] });
    expect(await countOf('orders')).toBe(7);
    expect(await checkEquality(database.pool, database.log, orderRows)).toMatchObject({ equal: true });
  });

  test('is set aside in a rebuild too, which ends', async () => {
    await buy(1, 2, 3);
    const broken = failingOn(orderRows, [await streamOf(1)]);
    const messages: string[] = [];
    const onSetAside = (error: Error) => messages.push(error.message);
    const built = await rebuild(database.pool, database.log, broken, { onSetAside });
    expect(built).toMatchObject({ set_aside: [await streamOf(1)], state: 'live' });
    expect(messages).toHaveLength(1);
    expect(await countOf('orders')).toBe(2);
  });

  test('is set aside when its data cannot be read, and only where it is looked at', async () => {
    await buy(1, 2);
    await database.pool.query(
      `UPDATE log.events SET type = 'MonthSettled', schema_version = 1, data = 'null' WHERE position = 1`,
    );
    const reading: Projection = {
      ...sponsors,
      types: [...sponsors.types, 'MonthSettled'],
      project(events, tx) {
        for (const { data } of events) if (data === null) throw new Error('reached');
        return sponsors.project(events, tx);
      },
    };
    const errors = start(orderRows, reading);
    await buy(3);
    await atHead(reading);
    expect(errors.filter((error) => error.startsWith('log'))).toEqual([]);
    expect((await live(reading))?.set_aside).toHaveLength(1);
  });

  test('goes on beyond 20 streams of one creator, or of one fan, without a pause', async () => {
    await buyAs(25, (n) => ({ user: n + 200, creator: n + 200 }));
    const victims = await buyAs(30, (n) => ({ user: n, creator: 50 }));
    const spread = await buyAs(30, (n) => ({ user: 99, creator: n }));
    const errors = start(failingOn(orderRows, [...victims, ...spread]), sponsors);
    await atHead(orderRows, sponsors);
    expect((await live(orderRows))?.set_aside.toSorted()).toEqual([...victims, ...spread].toSorted());
    expect(await countOf('orders')).toBe(25);
    // Further ones of a creator and cause are counted, not logged.
    const ofVictims = errors.filter((error) => error.includes('creator pc50'));
    expect(ofVictims).toHaveLength(MAX_PER_CREATOR);
    expect(pauses).toEqual([]);
  });

  test('waits for a temporary cause, and only for the first of its kind', async () => {
    const streams = await buyAs(4, (n) => ({ user: n, creator: n }));
    start(failingOn(orderRows, streams, new Error('cannot be read')));
    await atHead(orderRows);
    expect((await live(orderRows))?.set_aside).toHaveLength(4);
    expect(pauses).toEqual([100, 300, 900]);
  });

  test('stops the read model if the events of most people and creators fail', async () => {
    await buyAs(MAX_USERS + 3, (n) => ({ user: n, creator: n }));
    const all: Projection = { ...orderRows, project: () => Promise.reject(new TypeError('a mistake')) };
    const errors = start(all, sponsors);
    await atHead(sponsors);
    const stopped = async () => {
      await expect.poll(async () => (await live(orderRows))?.set_aside.length).toBe(MAX_USERS);
      await expect.poll(() => errors.at(-1)).toBe('orders: TypeError: a mistake');
      expect((await live(orderRows))?.position).toBeLessThan(await database.log.head());
    };
    await stopped();
    // Events of others fail, too.
    await buyAs(10, (n) => ({ user: n + 200, creator: n + 200 }));
    await atHead(sponsors);
    await stopped();
  });

  test('the same error in all events of the only creator stops it, too', async () => {
    await buyAs(MAX_USERS + 3, (n) => ({ user: n }));
    start({ ...orderRows, project: () => Promise.reject(new TypeError('a mistake')) });
    await expect.poll(async () => (await live(orderRows))?.set_aside.length).toBe(MAX_USERS);
    await pause(500);
    expect((await live(orderRows))?.set_aside).toHaveLength(MAX_USERS);
  });

  test('stops it at most until events of others can be read', async () => {
    const attack = await buyAs(MAX_USERS + 5, (n) => ({ user: n, creator: n }));
    const errors = start(failingOn(orderRows, attack));
    await expect.poll(() => errors.at(-1)).toBe('orders: TypeError: no such thing as its lines');
    await buyAs(9, (n) => ({ user: n + 200, creator: n + 200 }));
    await atHead(orderRows);
    expect((await live(orderRows))?.set_aside).toHaveLength(attack.length);
    expect(await countOf('orders')).toBe(9);
  });
});

test.each(['53100', '40P01', '57014', '55P03', '08006', '40001'])(
  'SQLSTATE %s is temporary: nothing is set aside',
  async (code) => {
    await buy(1, 2);
    let failures = 6;
    const troubled: Projection = {
      ...orderRows,
      async project(events, tx) {
        failures -= 1;
        if (failures >= 0) await tx.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`);
        return orderRows.project(events, tx);
      },
    };
    start(troubled);
    await atHead(orderRows);
    expect(await live(orderRows)).toMatchObject({ set_aside: [] });
    expect(await countOf('orders')).toBe(2);
  },
);

describe('while tables of a new version are built', () => {
  /** Stops the rebuild until it is released; the same program follows with the active tables. */
  function slow(projection: Projection) {
    const gate = Promise.withResolvers<void>();
    const changed: Projection = {
      ...projection,
      version: projection.version + 1,
      async project(events, tx) {
        const { rows } = await tx.query<{ path: string }>(`SELECT current_setting('search_path') AS path`);
        if (rows[0]?.path.includes('_2')) await gate.promise;
        return projection.project(events, tx);
      },
    };
    return { changed, go: () => gate.resolve() };
  }

  test('the old ones follow, if they are the same tables', async () => {
    await buy(1, 2);
    await database.project();
    const { changed, go } = slow(orderRows);
    start(changed);
    await expect.poll(async () => (await generationsOf(database.pool, 'orders', 'building')).length).toBe(1);
    for (let number = 3; number < 8; number += 1) {
      await buy(number);
      await expect.poll(() => countOf('orders'), { interval: 20 }).toBe(number);
    }
    expect(await live(orderRows)).toMatchObject({ generation: 1 });
    go();
    await expect.poll(async () => (await live(orderRows))?.generation).toBe(2);
    await buy(8);
    await expect.poll(() => countOf('orders')).toBe(8);
    expect(await checkEquality(database.pool, database.log, changed)).toMatchObject({ equal: true });
  });

  test('tables with another definition stop, and nothing is written to them', async () => {
    await buy(1, 2);
    await database.project();
    const { changed, go } = slow({ ...orderRows, triggers: ';' });
    start(changed);
    await expect.poll(async () => (await generationsOf(database.pool, 'orders', 'building')).length).toBe(1);
    await buy(3);
    const before = (await live(orderRows))?.position;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await live(orderRows)).toMatchObject({ generation: 1, position: before });
    go();
    await expect.poll(() => countOf('orders')).toBe(3);
  });
});
