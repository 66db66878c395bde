import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { generatePast } from '#ops/bench/generated-log.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';

const RECOMPUTE = fileURLToPath(new URL('recompute.mjs', import.meta.url));
const ORDERS = 60_000;
/** Node's memory limit; keeping each order, or each line of an open month, exceeds it. */
const HEAP_MB = 16;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.pool, allMigrations);
  const past = { orders: ORDERS, creators: ['one', 'two'], fans: 100, days: 20, events: 'orders' as const };
  await generatePast(database.pool, { ...past, until: Date.UTC(2026, 9, 30) });
  const log = postgresLog(database.pool);
  const books = ledger(businessCalendar(DEFAULT_TIME_ZONE));
  await installReadModels(database.pool, [books]);
  await rebuild(database.pool, log, books);
  await log.close();
}, 120_000);
afterAll(() => database.drop());

test('needs no more memory for many orders', { timeout: 60_000 }, async () => {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, RECOMPUTE],
    { env },
  );
  expect(stdout).toContain(`${2 * ORDERS} events, ${ORDERS} orders, 0 settlements`);
  expect(stdout).toContain('every account equals its events');
});
