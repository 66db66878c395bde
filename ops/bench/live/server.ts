import type { Pool } from 'pg';
import { runningEmbedded } from '#ops/postgres/embedded.ts';
import { removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { createPool } from '#services/runtime/database.ts';
import { type Buyers, callBuyers } from './play.ts';

/** All processes of `npm start`, on a separate durable database. */
export interface LiveServer {
  base: string;
  dataDir: string;
  /** Address of its database, for listeners. */
  databaseUrl: string;
  /** For preparing and for counting afterwards; commits without waiting for the disk, as nothing measured does. */
  pool: Pool;
  buyers: Buyers;
}

/** Runs `work` with a fresh server without demo and without limits on calls, which is gone afterwards. */
export async function withLiveServer<Result>(
  work: (server: LiveServer) => Promise<Result>,
  env: NodeJS.ProcessEnv = {},
  words: readonly string[] = [],
): Promise<Result> {
  const dataDir = await temporaryFolder();
  const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off', WEBHOOK_ALLOW_PRIVATE: '1' };
  const server = await startServer({ ...settings, ...env }, false, words);
  try {
    await server.untilPrinted('Ctrl-C stops it.');
    const databaseUrl = await runningEmbedded(dataDir);
    if (databaseUrl === undefined) throw new Error('the server runs without its database');
    const unhurried = new URL(databaseUrl);
    unhurried.searchParams.set('options', '-c synchronous_commit=off');
    const pool = createPool(unhurried.href, { name: 'bench', max: 8 });
    const buyers = callBuyers();
    try {
      return await work({ base: server.base, dataDir, databaseUrl, pool, buyers });
    } finally {
      buyers.leave();
      await pool.end();
    }
  } finally {
    server.supervisor.kill('SIGTERM');
    await server.ended;
    await removeFolder(dataDir);
  }
}
