import { Problem } from '#ops/problem.ts';
import { runProgram } from '#ops/program.ts';
import { readConfig } from '#services/runtime/config.ts';
import { startEmbedded } from './postgres/embedded.ts';

/** `npm run database`, for programs of PostgreSQL such as pg_dump and pg_restore. */
const USAGE = `use: npm run database
Starts only the embedded database of DATA_DIR, and prints its address. A new folder gets an empty one.
It runs until Ctrl-C. No server may run with this DATA_DIR.`;

async function run(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined)
    throw new Problem('DATABASE_URL: this database is not the embedded one; use its own tools');
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const embedded = await startEmbedded(dataDir, 'npm run database');
  console.info(embedded.url);
  await Promise.race([ended, embedded.server().exited]);
  await embedded.stop();
}

if (import.meta.main) await runProgram(USAGE, run);
