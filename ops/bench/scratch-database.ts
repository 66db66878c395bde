import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { type MigrationFolder, migrate } from '#services/runtime/migrate.ts';

const LOOKS_BEFORE_FORCE = 100;
const LOOK_EVERY_MS = 50;

/** Connections close shortly after their pool has ended; an interrupted one would end this program. */
async function drop(admin: Client, name: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_BEFORE_FORCE; looks += 1) {
    const { rowCount } = await admin.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rowCount === 0) break;
    await pause(LOOK_EVERY_MS);
  }
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Runs `work` with a fresh, migrated database, which is dropped afterwards. */
export async function withScratchDatabase<Result>(
  server: string,
  migrations: readonly MigrationFolder[],
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    try {
      const pool = new Pool({ connectionString: url.href, max: 1 });
      try {
        await migrate(pool, migrations);
      } finally {
        await pool.end();
      }
      return await work(url.href);
    } finally {
      await drop(admin, name);
    }
  } finally {
    await admin.end();
  }
}
