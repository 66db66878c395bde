import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { codeOf, lineOf, Problem } from '#ops/problem.ts';
import { requireVersion, DatabaseError as UnusableDatabase } from '#services/runtime/database.ts';
import { runningEmbedded, startEmbedded } from './embedded.ts';

/** A database that a program may use until it closes it. */
export interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

/** Checks that a PostgreSQL answers and is not too old. Throws a Problem: one line without the password. */
export async function reach(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireVersion(client);
  } catch (error) {
    if (error instanceof UnusableDatabase) throw new Problem(error.message);
    const { host, pathname } = new URL(url);
    // The server's own message (no such database, wrong password) is clearer than its code.
    const why = error instanceof DatabaseError ? lineOf(error) : (codeOf(error) ?? lineOf(error));
    throw new Problem(
      `cannot reach the database ${host}${pathname} (${why}): start it, or correct DATABASE_URL`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface DatabasePlace {
  databaseUrl: string | undefined;
  dataDir: string;
}

/** Throws a Problem if the data directory has no database: only `npm start` creates one. */
function requireDatabase({ databaseUrl, dataDir }: DatabasePlace): void {
  const traces = ['postgres', 'postgres-location'];
  if (databaseUrl !== undefined || traces.some((name) => existsSync(join(dataDir, name)))) return;
  throw new Problem(`no database in ${dataDir}: npm start creates one, or set DATA_DIR to another folder`);
}

/**
 * The database for a program of the command line: DATABASE_URL when it is set; else the embedded one,
 * which is used where it runs, and started for the program's duration where it does not.
 */
export async function openDatabase(config: DatabasePlace, program: string): Promise<OpenDatabase> {
  requireDatabase(config);
  if (config.databaseUrl !== undefined) {
    await reach(config.databaseUrl);
    return { url: config.databaseUrl, close: async () => undefined };
  }
  const running = await runningEmbedded(config.dataDir);
  if (running !== undefined) return { url: running, close: async () => undefined };
  const embedded = await startEmbedded(config.dataDir, program);
  return { url: embedded.url, close: () => embedded.stop() };
}
