import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client, type Pool } from 'pg';
import { openPool } from '../log/postgres/open-pool.ts';

/**
 * A separate database for one test file, on the server of the test run (`TEST_DATABASE_URL`, set by
 * ops/testing/global-setup.ts).
 */
export interface TestDatabase {
  url: string;
  pool: Pool;
  drop(): Promise<void>;
}

/**
 * Folders whose `*.sql` are applied in order, or a database of the same server to copy. `whole` is the migrated
 * template of the test run (`TEST_DATABASE_TEMPLATE`): all tables of all areas and read models, empty.
 */
type Filling = readonly URL[] | { copyOf: string } | 'whole';

function templateOf(filling: Filling): string | undefined {
  if (filling === 'whole') return process.env.TEST_DATABASE_TEMPLATE;
  return 'copyOf' in filling ? filling.copyOf : undefined;
}

export async function createTestDatabase(filling: Filling = []): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest.config.ts');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const administer = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const template = templateOf(filling);
  // Copied files take a third of the processor time of copied pages, on a server that never syncs.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template ?? 'template1'} STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // Dropping the database ends connections that are still saying goodbye; that is no test's failure.
  const pool = openPool({ connectionString: url.href, max: 10 });
  for (const folder of Array.isArray(filling) ? filling : []) {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files) await pool.query(await readFile(new URL(file, folder), 'utf8'));
  }
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
