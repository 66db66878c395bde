import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { secondBeginningsLine } from '#events/log/postgres/second-beginnings.ts';
import { releaseWal } from '#ops/backup/slot.ts';
import { type Embedded, startEmbedded } from '#ops/postgres/embedded.ts';
import { reach } from '#ops/postgres/open-database.ts';
import { lineOf, Problem } from '#ops/problem.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import { keepIdentity } from '#services/modules/system/require-identity.ts';
import type { Config } from '#services/runtime/config.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import type { Stops } from './stops.ts';

interface Teller {
  stops: Stops;
  tell(line: string): void;
  fail(error: unknown): void;
}

const MAX_PAUSE_MS = 5_000;
const ROOM_CHECK_MS = 1_000;
/** With less room PostgreSQL ends soon: it writes files of 16 MiB each. */
const MIN_ROOM_BYTES = 32 * 1_048_576;
const FULL = 'The disk is full. PostgreSQL starts again when it has 32 MiB of room:';
const PERCENT_OF_LINE = 10;

/** The server's database: DATABASE_URL, or the embedded one, which is started again whenever it dies. */
export async function startDatabase(config: Config, { stops, tell, fail }: Teller): Promise<string> {
  if (config.databaseUrl !== undefined) {
    if (config.backupDir !== undefined)
      throw new Problem(
        'BACKUP_DIR: only for the embedded database; back DATABASE_URL up with its own tools',
      );
    await reach(config.databaseUrl);
    return config.databaseUrl;
  }
  const embedded = await startEmbedded(config.dataDir, 'npm start');
  await stops.add(() => embedded.stop());
  for (const note of embedded.notes) tell(note);
  if (config.backupDir === undefined) await releaseWal(embedded.url);

  const watch = async (): Promise<void> => {
    for (;;) {
      await embedded.server().exited;
      if (stops.running) return;
      tell('PostgreSQL ended; starting it again');
      await restart(embedded, { stops, tell });
      if (stops.running) return embedded.stop();
    }
  };
  watch().catch(fail);
  return embedded.url;
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < MIN_ROOM_BYTES;
}

/**
 * Starts it again, as soon as its disk has room. Returns when it runs, or when everything stops. Throws after some
 * attempts that failed for another reason.
 */
async function restart(embedded: Embedded, { stops, tell }: Pick<Teller, 'stops' | 'tell'>): Promise<void> {
  let pause = 100;
  let wasFull = false;
  while (!stops.running) {
    const full = await isFull(embedded.cluster);
    if (full !== wasFull) tell(full ? `${FULL} ${embedded.cluster}` : 'The disk has room again');
    wasFull = full;
    if (full) {
      await delay(ROOM_CHECK_MS);
      continue;
    }
    try {
      return await embedded.restart();
    } catch (error) {
      if (stops.running || (await isFull(embedded.cluster))) continue;
      if (pause >= MAX_PAUSE_MS) throw error;
      tell(lineOf(error));
      await delay(pause);
      pause *= 2;
    }
  }
}

/** The state of the demo in the database: created, to be created, or omitted because of an earlier history. */
export type DemoState = 'done' | 'open' | 'left_out';

async function withPool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = new Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Migrates the database to this version of the program. */
export const migrateDatabase = (url: string): Promise<string[]> =>
  withPool(url, (pool) => migrate(pool, allMigrations));

/** Records the settings at the first start. Throws a ConfigError when they are not those of the database. */
export const requireItsSettings = (url: string, config: Config, env: NodeJS.ProcessEnv): Promise<void> =>
  withPool(url, (pool) => keepIdentity(pool, config, env));

/** Checks EventStoreDB, if it keeps the log, and reads what the database lacks of it. */
export const readEventLog = (url: string, config: Config, tell: (line: string) => void): Promise<void> =>
  withPool(url, async (pool) => {
    let lastPercent = 0;
    const log = await openEventLog(config, pool, {
      onProgress(read, all) {
        const percent = Math.floor((100 * read) / all);
        if (percent < lastPercent + PERCENT_OF_LINE) return;
        lastPercent = percent;
        tell(`Reading the log from EventStoreDB: ${percent} % of ${all} events`);
      },
    });
    await log.close();
  });

/** What an operator is to do about a damaged log, in one line. */
export const damageOf = (url: string): Promise<string | undefined> => withPool(url, secondBeginningsLine);

export const demoState = (url: string): Promise<DemoState> =>
  withPool(url, async (pool) => {
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM runtime.marks');
    if (rows.some(({ name }) => name === 'demo_done')) return 'done';
    return rows.some(({ name }) => name === 'demo_left_out') ? 'left_out' : 'open';
  });
