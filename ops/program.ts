import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { type BusinessCalendar, businessCalendar } from '#events/time.ts';
import { openStats } from '#ops/import/read-models.ts';
import { openDatabase } from '#ops/postgres/open-database.ts';
import { lineOf, remedyOf } from '#ops/problem.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { requireIdentity } from '#services/modules/system/require-identity.ts';
import { type MovableClock, movableClock } from '#services/runtime/clock.ts';
import { type Config, readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import { createListener } from '#services/runtime/listener.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { followSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { openSecrets, type Secrets } from '#services/runtime/secrets.ts';

export type Env = Readonly<Record<string, string | undefined>>;

interface ProgramDatabase {
  config: Config;
  /** The server's keys: none is made. */
  secrets: Secrets;
  url: string;
  pool: Pool;
  /** The tables, to read. Writers open theirs by `openEventLog`. */
  log: EventLog;
  calendar: BusinessCalendar;
}

interface DatabaseUse extends Partial<Pick<Parameters<typeof createPool>[1], 'max' | 'statementTimeoutMs'>> {
  /** Variables in which the settings may differ from the database: the program changes them. */
  changes?: readonly string[];
  /** Whether the keys must be those of the database; default: true. */
  keys?: boolean;
}

/**
 * Gives a program the migrated database, with the server running or not, and closes it afterwards. Throws a ConfigError
 * when the settings are not those of the database.
 */
export async function withDatabase<Result>(
  env: Env,
  name: string,
  { changes = [], keys = true, ...size }: DatabaseUse,
  work: (database: ProgramDatabase) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env);
  const { url, close } = await openDatabase(config, name);
  const pool = createPool(url, { name, ...size });
  const log = postgresLog(pool);
  try {
    await migrate(pool, allMigrations);
    await requireIdentity(pool, config, env, { except: changes, keys });
    const { dataDir, production } = config;
    const secrets = openSecrets({ dataDir, production, env, create: false });
    return await work({
      config,
      secrets,
      url,
      pool,
      log,
      calendar: businessCalendar(config.businessTimeZone),
    });
  } finally {
    await log.close();
    await pool.end();
    await close();
  }
}

interface ProgramBooks extends ProgramDatabase {
  /** In the sandbox, that of the server. */
  clock: MovableClock;
  /** Brings the ledger to the head of the log. */
  booked(): Promise<void>;
}

/** The same with the books; no statement has a time limit. */
export const withBooks = <Result>(
  env: Env,
  name: string,
  max: number,
  work: (books: ProgramBooks) => Promise<Result>,
): Promise<Result> =>
  withDatabase(env, name, { max, statementTimeoutMs: 0 }, async (database) => {
    const { config, url, pool, log, calendar } = database;
    const clock = movableClock();
    const listener = createListener(url);
    try {
      if (config.sandbox) await followSandboxClock(pool, listener, clock);
      const books = await openStats(pool, log, calendar, undefined, [ledger(calendar)]);
      const booked = async (): Promise<void> => books.reach(await log.head());
      return await work({ ...database, clock, booked }).finally(() => books.close());
    } finally {
      await listener.close();
    }
  });

/** Prints the usage of a program that is called with `--help`. */
export function helps(usage: string): boolean {
  const isHelp = process.argv[2] === '--help' || process.argv[2] === '-h';
  if (isHelp) console.info(usage);
  return isHelp;
}

/** Runs a program of the command line. It fails with a false answer, and with an error: one line. */
export async function runProgram(usage: string, work: () => Promise<unknown>): Promise<void> {
  if (helps(usage)) return;
  try {
    if ((await work()) === false) process.exitCode = 1;
  } catch (error) {
    console.error(remedyOf(error) ?? lineOf(error));
    process.exitCode = 1;
  }
}
