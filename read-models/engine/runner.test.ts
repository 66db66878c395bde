import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventLog } from '#events/log/log.ts';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { allProjections } from '../all.ts';
import { type ReadModelDatabase, readModelDatabase, shanghai } from '../testing/database.ts';
import { plainFate, type Step, stepsOf, write } from '../testing/history.ts';
import { testNotifications } from '../testing/notifications.ts';
import { checkEquality } from './equality.ts';
import { generationsOf } from './generations.ts';
import { type ProgressListener, rebuild } from './rebuild.ts';
import { type Runner, runProjections } from './runner.ts';
import { type ReadModels, readModels } from './wait.ts';

let database: ReadModelDatabase;
let models: ReadModels;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await readModelDatabase();
  const notifications = await testNotifications(database.url);
  models = await readModels(database.pool, notifications, 20_000);
  closing.push(
    () => database.drop(),
    () => notifications.close(),
  );
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A runner with its own connections, as in a separate process. */
function start(
  projections = database.projections,
  onProgress?: ProgressListener,
  log: EventLog = database.log,
): Runner {
  const pool = openPool({ connectionString: database.url, max: 6, application_name: 'runner' });
  const runner = runProjections({
    pool,
    log,
    projections,
    leaseRetryMs: 20,
    onError: () => undefined,
    ...(onProgress && { onProgress }),
  });
  const stop = (): Promise<void> => (pool.ended ? Promise.resolve() : runner.stop().then(() => pool.end()));
  closing.push(stop);
  return { ...runner, stop };
}

let numbers = 0;
const paidOrders = (count: number): Step[] =>
  Array.from({ length: count }, () => {
    numbers += 1;
    return stepsOf(plainFate({ user: numbers % 5, placedHour: numbers }), 'w', numbers);
  }).flat();

async function reached(): Promise<void> {
  const head = await database.log.head();
  for (const { name } of database.projections)
    expect([name, await models.waitFor(name, head)]).toEqual([name, true]);
}

async function allEqual(): Promise<void> {
  for (const projection of database.projections) {
    expect(await checkEquality(database.pool, database.log, projection)).toMatchObject({ equal: true });
  }
}

test('of two runners each model is projected by one, and the other takes over when it is gone', async () => {
  const first = start();
  await write(database.log, paidOrders(20));
  await reached();
  expect(first.status()).toHaveLength(database.projections.length);
  const second = start();
  await write(database.log, paidOrders(20));
  await reached();
  expect(second.status()).toEqual([]);
  await first.stop();
  await write(database.log, paidOrders(20));
  await reached();
  expect(second.status()).toHaveLength(database.projections.length);
  await allEqual();
});

test('events written during the query of the head are not lost', async () => {
  await write(database.log, paidOrders(1));
  const caughtUp = Promise.withResolvers<void>();
  let queries = 0;
  // The first query is answered last, as over a slow connection: the log has grown by then.
  const late: EventLog = {
    ...database.log,
    async head() {
      queries += 1;
      if (queries === 1) await caughtUp.promise;
      return database.log.head();
    },
  };
  start(database.projections, undefined, late);
  await reached();
  await write(database.log, paidOrders(1));
  caughtUp.resolve();
  await reached();
});

test('losing all connections costs only time', async () => {
  start();
  for (let round = 0; round < 3; round += 1) {
    const writing = write(database.log, paidOrders(30));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'runner'`,
    );
    await writing;
    await reached();
  }
  await allEqual();
});

test('during a rebuild with writes every model ends equal, and answers never go back in time', async () => {
  start();
  await write(database.log, paidOrders(50));
  let writing = true;
  const writer = (async () => {
    // No faster than they are projected: the test is about order, not about load.
    for (; writing; await reached()) await write(database.log, paidOrders(5));
  })();
  let last = 0;
  const reader = (async () => {
    while (writing) {
      const { rows } = await database.pool.query<{ n: string; position: string }>(
        `SELECT (SELECT coalesce(sum(orders), 0) FROM rm.daily_stats WHERE plan_id = '') AS n,
                (SELECT position FROM rm.checkpoints WHERE name = 'daily_stats') AS position`,
      );
      expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(last);
      last = Number(rows[0]?.n);
    }
  })();
  try {
    for (const projection of database.projections) {
      const generation = await rebuild(database.pool, database.log, projection, { batch: 50 });
      expect(generation).toMatchObject({ state: 'live', generation: 2 });
    }
  } finally {
    writing = false;
    await Promise.all([writer, reader]);
  }
  await reached();
  await allEqual();
  const left = await database.pool.query(`SELECT 1 FROM pg_namespace WHERE nspname LIKE 'rm\\_%\\_1'`);
  expect(left.rowCount).toBe(0);
});

test('a killed rebuild continues at its position', async () => {
  await write(database.log, paidOrders(60));
  await database.project();
  const [projection] = database.projections.filter(({ name }) => name === 'orders');
  if (!projection) throw new Error('no orders');
  const abort = new AbortController();
  const killed = rebuild(database.pool, database.log, projection, {
    batch: 25,
    signal: abort.signal,
    onProgress: ({ position }) => {
      if (position >= 50) abort.abort();
    },
  });
  await expect(killed).rejects.toThrow();
  const [half] = await generationsOf(database.pool, 'orders', 'building');
  expect(half?.position).toBeGreaterThanOrEqual(50);
  const positions: number[] = [];
  const done = await rebuild(database.pool, database.log, projection, {
    batch: 25,
    onProgress: ({ position }) => positions.push(position),
  });
  expect(done.generation).toBe(half?.generation);
  expect(positions[0]).toBeGreaterThan(half?.position ?? Number.POSITIVE_INFINITY);
  await allEqual();
});

test('a projection of a higher version is built beside the old one, which is used until the swap', async () => {
  await write(database.log, paidOrders(30));
  await database.project();
  const raised = allProjections(shanghai).map((projection) => ({ ...projection, version: 99 }));
  const seen: number[] = [];
  const runner = start(raised, ({ position }) => seen.push(position));
  await write(database.log, paidOrders(30));
  await reached();
  // The old tables are followed until then.
  for (const { name } of raised) {
    const generation = async () => (await generationsOf(database.pool, name, 'live'))[0]?.generation;
    await expect.poll(generation).toBe(2);
  }
  await runner.stop();
  expect(seen.length).toBeGreaterThan(0);
  for (const projection of raised) {
    const [live] = await generationsOf(database.pool, projection.name, 'live');
    expect(live).toMatchObject({ generation: 2, fingerprint: expect.stringMatching(/^99/) });
    expect(await checkEquality(database.pool, database.log, projection)).toMatchObject({ equal: true });
  }
});

test('a wait for a position ends with success when it is reached, or else with a failure', async () => {
  const impatient = await readModels(database.pool, { on: async () => () => undefined }, 30);
  await write(database.log, paidOrders(1));
  const head = await database.log.head();
  expect(await impatient.waitFor('orders', head)).toBe(false);
  const waiting = models.waitFor('orders', head);
  start();
  expect(await waiting).toBe(true);
  expect((await models.checkpoints()).get('orders')).toBeGreaterThanOrEqual(head);
  expect(await impatient.waitFor('orders', head)).toBe(true);
});
