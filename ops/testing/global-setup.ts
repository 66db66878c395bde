import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { createPool } from '#services/runtime/database.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { startThrowawayServer } from './throwaway-server.ts';

const TEMPLATE = 'template_of_tests';

/** An empty migrated database. Copying it is much faster than migrating. */
async function makeTemplate(server: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  const pool = createPool(url.href, { name: 'template', max: 1 });
  await migrate(pool, allMigrations);
  await installReadModels(pool, allProjections(businessCalendar('Asia/Shanghai')));
  await pool.end();
}

/** Linux keeps these files in memory, where copying a database takes a third of the processor time. */
const MEMORY_FOLDER = '/dev/shm';
/** Tests use a few hundred megabytes of it at a time. */
const MEMORY_BYTES = 2e9;

function hasMemoryFolder(): boolean {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > MEMORY_BYTES && freemem() > 2 * MEMORY_BYTES;
  } catch {
    return false;
  }
}

/** One PostgreSQL for the whole test run; each file makes its own database in it (createTestDatabase). */
export default async function setup(): Promise<() => Promise<void>> {
  // Programs of ours that tests start and kill read their code from where ops/start.mjs keeps it: half the work.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/fanwatt', import.meta.url),
  );
  if (process.env.TMPDIR === undefined && hasMemoryFolder()) process.env.TMPDIR = MEMORY_FOLDER;
  const server = await startThrowawayServer();
  await makeTemplate(server.url);
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_DATABASE_TEMPLATE = TEMPLATE;
  const demo = await mkdtemp(join(tmpdir(), 'fanwatt-demo-'));
  await chmod(demo, 0o755);
  process.env.TEST_DEMO_FOLDER = demo;
  return async () => {
    await server.stop();
    // Servers that are just ending may still write there.
    await rm(demo, { recursive: true, force: true, maxRetries: 10 });
  };
}
