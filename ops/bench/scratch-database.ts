import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { type MigrationFolder, migrate } from '#services/runtime/migrate.ts';

async function administer(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Runs `work` with a fresh, migrated database, which is dropped afterwards. */
export async function withScratchDatabase<Result>(
  server: string,
  migrations: readonly MigrationFolder[],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    const pool = new Pool({ connectionString: url.href, max: 1 });
    pool.on('error', () => undefined);
    try {
      await migrate(pool, migrations);
    } finally {
      await pool.end();
    }
    return await work(url.href);
  } finally {
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}
