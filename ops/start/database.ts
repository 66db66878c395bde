import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbedded } from '#ops/postgres/embedded.ts';
import { reach } from '#ops/postgres/open-database.ts';
import { lineOf } from '#ops/problem.ts';
import type { Config } from '#services/runtime/config.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import type { Stops } from './stops.ts';

interface Teller {
  stops: Stops;
  tell(line: string): void;
  fail(error: unknown): void;
}

const LONGEST_PAUSE_MS = 5_000;

/** The server's database: DATABASE_URL, or the embedded one, which is started again whenever it dies. */
export async function startDatabase(config: Config, { stops, tell, fail }: Teller): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await reach(config.databaseUrl);
    return config.databaseUrl;
  }
  const embedded = await startEmbedded(config.dataDir, 'npm start');
  await stops.add(() => embedded.stop());
  for (const note of embedded.notes) tell(note);

  const watch = async (): Promise<void> => {
    let pause = 100;
    for (;;) {
      await embedded.server().exited;
      if (stops.running) return;
      tell('PostgreSQL ended; starting it again');
      for (;;) {
        try {
          await embedded.restart();
          pause = 100;
          break;
        } catch (error) {
          if (stops.running) return;
          if (pause >= LONGEST_PAUSE_MS) throw error;
          tell(lineOf(error));
          await delay(pause);
          pause *= 2;
        }
      }
      if (stops.running) return embedded.stop();
    }
  };
  watch().catch(fail);
  return embedded.url;
}

/** Brings the database to this version; tells whether it was empty of marks of an earlier demo. */
export async function prepareDatabase(url: string): Promise<{ demo_done: boolean }> {
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  try {
    await migrate(pool, allMigrations);
    const { rowCount } = await pool.query("SELECT 1 FROM runtime.marks WHERE name = 'demo_done'");
    return { demo_done: rowCount === 1 };
  } finally {
    await pool.end();
  }
}
