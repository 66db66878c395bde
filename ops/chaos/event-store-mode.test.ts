import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { held, write } from '#events/log/contract/sample-events.ts';
import { openEventStore } from '#events/log/eventstoredb/event-store.ts';
import { openEventStoreLog } from '#events/log/eventstoredb/event-store-log.ts';
import { logMigrations } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { keepRunning } from '#ops/start/child.ts';
import { stopsInReverse } from '#ops/start/stops.ts';
import { eventStoreMode, mirrorFaults } from './event-store-mode.ts';

const folder = temporaryFolder();
const database = fixture(() => createTestDatabase([logMigrations]));
const stops = fixture(() => ({ ...stopsInReverse(), close: () => stops.run() }));

test('the stand-in keeps its events when it is killed and cut off, and a changed mirror is found', async () => {
  const { pool } = database;
  const mode = await eventStoreMode({
    dataDir: folder.path,
    async launch(options) {
      const child = keepRunning({ ...options, log: 2, tell: () => undefined, onUnstable: () => undefined });
      await stops.add(() => child.stop());
      return child;
    },
  });
  const url = mode.env.EVENT_LOG ?? '';
  const answers = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch(() => pause(100).then(() => answers(work)));
  const log = await answers(() => openEventStoreLog(url, pool));
  await stops.add(() => log.close());
  const append = (stream: string) => log.append([write(stream, 'any', held(), held())]);
  expect(await append('stock-a')).toMatchObject({ ok: true, position: 2 });

  for (const target of mode.targets) {
    if ('strike' in target) expect(await target.strike(Object())).toBe(true);
    else process.kill((await target.pid(Object())) ?? 0, 'SIGKILL');
    const written = write(`stock-after-${target.name}`, 'any', held());
    expect(await answers(() => log.append([written]))).toMatchObject({ ok: true });
  }
  expect(await mode.check(pool, [])).toEqual([
    { name: 'EventStoreDB and its mirror', faults: [] },
    { name: expect.stringMatching(/^silent leaders: 0/), faults: [] },
  ]);

  const store = openEventStore(url);
  await stops.add(() => store.close());
  await pool.query(
    `ALTER TABLE log.events DISABLE TRIGGER ALL; UPDATE log.events SET data = '{"a": 1}' WHERE position = 2`,
  );
  expect(await mirrorFaults(pool, store)).toEqual(['event 2 differs']);
  const more = { ...store, head: async () => (await store.head()) - 1 };
  expect(await mirrorFaults(pool, more)).toEqual([
    'the tables have 5 events, EventStoreDB has 4',
    'event 2 differs',
  ]);
});
