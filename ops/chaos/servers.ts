import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { freePort } from '#ops/postgres/server.ts';
import { type Child, keepRunning } from '#ops/start/child.ts';
import { migrateDatabase, startDatabase } from '#ops/start/database.ts';
import type { Stops } from '#ops/start/stops.ts';
import { readConfig } from '#services/runtime/config.ts';
import { createPool } from '#services/runtime/database.ts';
import type { Added, Launch, OpenMode } from './mode.ts';

const APIS = 2;
const HEAP_MB = { api: 256, worker: 192 };
/** So short that orders expire during the run. */
const ORDER_TTL_SECONDS = 20;

/** Two APIs, or more by a mode, and a worker over one embedded database; each is started again when it dies. */
export interface Servers {
  databaseUrl: string;
  apis: readonly Child[];
  worker: Child;
  /** Where the APIs answer. */
  origins: readonly string[];
  /** For looking from outside; not among the connections that are killed. */
  pool: Pool;
  added: readonly Added[];
}

/**
 * They print to `server.log` in the data folder. `stops` ends everything in reverse order; if this process is killed,
 * all end automatically.
 */
export async function startServers(
  dataDir: string,
  modes: readonly OpenMode[],
  { stops, fail }: { stops: Stops; fail(error: unknown): void },
): Promise<Servers> {
  const log = openSync(join(dataDir, 'server.log'), 'a', 0o600);
  await stops.add(() => closeSync(log));
  const tell = (line: string): void => void writeSync(log, `${line}\n`);
  const databaseUrl = await startDatabase(readConfig({ DATA_DIR: dataDir, SANDBOX: '1' }), {
    stops,
    tell,
    fail,
  });
  await migrateDatabase(databaseUrl);

  const compiled = fileURLToPath(new URL('../../node_modules/.cache/fanwatt', import.meta.url));
  const path = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiled };
  const launch: Launch = async ({ env, ...options }) => {
    const child = keepRunning({
      ...options,
      env: { ...path, ...env },
      log,
      tell,
      onUnstable: (name) => tell(`${name} keeps crashing`),
      pauses: { first_ms: 100, longest_ms: 1_000 },
    });
    await stops.add(() => child.stop());
    return child;
  };
  const added: Added[] = [];
  for (const open of modes) added.push(await open({ dataDir, databaseUrl, launch, stops }));
  const start = (name: 'api' | 'worker', port: number): Promise<Child> =>
    launch({
      name,
      program: new URL(`../../services/${name}/main.ts`, import.meta.url),
      env: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SANDBOX: '1',
        RATE_LIMITS: 'off',
        ORDER_TTL_SECONDS: String(ORDER_TTL_SECONDS),
        HOST: '127.0.0.1',
        PORT: String(port),
        ...Object.assign({}, ...added.map(({ env }) => env)),
      },
      heap_mb: HEAP_MB[name],
    });
  const worker = await start('worker', 0);
  const apis: Child[] = [];
  const origins: string[] = [];
  const count = Math.max(...added.map(({ apis = 0 }) => apis), 0) || APIS;
  for (let number = 0; number < count; number += 1) {
    const port = await freePort();
    apis.push(await start('api', port));
    origins.push(`http://127.0.0.1:${port}`);
  }
  const pool = createPool(databaseUrl, { name: 'chaos', max: 6, statementTimeoutMs: 0 });
  await stops.add(() => pool.end());
  return { databaseUrl, apis, worker, origins, pool, added };
}
