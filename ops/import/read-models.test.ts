import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUserId } from '#events/ids.ts';
import { type EventLog, LogUnreachable } from '#events/log/log.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';
import { openOffers } from './offers.ts';
import { openStats } from './read-models.ts';

const calendar = businessCalendar('Asia/Shanghai');
const database = fixture(() => createTestDatabase('whole'));
let pool: ReturnType<typeof createPool>;
let log: EventLog;

beforeAll(async () => {
  pool = createPool(database.url, { name: 'test', max: 8 });
  log = postgresLog(pool);
});
afterAll(async () => {
  await log.close();
  await pool.end();
});

/**
 * A plan with a SKU, written by a separate committer.
 * @returns the log's head
 */
async function writeSomething(): Promise<number> {
  const committer = startCommitter({ log, clock: systemClock, pool });
  await (await openOffers(pool, committer, newUserId())).ensure('Prints', [{ name: 'A3', price: 500 }]);
  await committer.close();
  return log.head();
}

it('a failure that passes is waited for', async () => {
  let failures = 0;
  const shaky: EventLog = {
    ...log,
    async head() {
      failures += 1;
      if (failures <= 3) throw new LogUnreachable('away for a moment');
      return log.head();
    },
  };
  const stats = await openStats(pool, shaky, calendar);
  await stats.reach(await writeSomething());
  expect(failures).toBeGreaterThan(3);
  await stats.close();
});

it('a read model that cannot be built is named, with the reason', async () => {
  const stats = await openStats(pool, log, calendar, 300);
  await stats.reach(await log.head());
  await pool.query('ALTER SCHEMA rm_catalog_1 RENAME TO rm_catalog_lost');
  await expect(stats.reach(await writeSomething())).rejects.toThrow('catalog cannot be built');
  await stats.close();
  await pool.query('ALTER SCHEMA rm_catalog_lost RENAME TO rm_catalog_1');
  const again = await openStats(pool, log, calendar);
  await again.reach(await log.head());
  await again.close();
});
