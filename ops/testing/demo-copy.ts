import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { startServer } from './run-server.ts';

const DEMO = 'demo_of_tests';
const UNFINISHED = 'demo_being_made';
/** A lock number without other users. */
const MAKING_LOCK = 7_800_001;

/** The demo as a server makes it on its first start, which is then stopped in order. */
async function makeDemo(client: Client, server: string, folder: string): Promise<void> {
  // Remains of a test file whose server did not start.
  await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
  await client.query(`CREATE DATABASE ${UNFINISHED}`);
  const url = new URL(server);
  url.pathname = `/${UNFINISHED}`;
  const running = await startServer({
    DATABASE_URL: url.href,
    DATA_DIR: folder,
    SANDBOX: '1',
    DEMO: '1',
    RATE_LIMITS: 'off',
  });
  await running.untilPrinted('Ctrl-C stops it');
  running.supervisor.kill('SIGTERM');
  await running.ended;
  await client.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${DEMO}`);
}

/**
 * A database with the demo, and its files and keys in the folder. The first caller of a test run creates the demo,
 * others wait; then each gets a copy.
 */
export async function copyOfDemo(folder: string): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEST_DEMO_FOLDER: shared } = process.env;
  if (server === undefined || shared === undefined)
    throw new Error('TEST_DEMO_FOLDER is not set: run the tests through vitest.config.ts');
  const made = join(shared, 'data');
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MAKING_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DEMO]);
    if (rowCount === 0) await makeDemo(client, server, made);
    await cp(made, folder, { recursive: true });
    return await createTestDatabase({ copyOf: DEMO });
  } finally {
    await client.end();
  }
}
