import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAccount } from '#ops/postgres/account.ts';
import { ensureCluster } from '#ops/postgres/cluster.ts';
import { ownFolder, place } from '#ops/postgres/placement.ts';
import { type Server, startServer } from '#ops/postgres/server.ts';

/** A PostgreSQL for one test run: fast instead of durable, gone with its data when it is stopped. */
export async function startThrowawayServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-test-'));
  await chmod(folder, 0o755);
  const account = databaseAccount();
  const placement = await place(folder, account);
  const inside = join(folder, 'data');
  await ownFolder(inside, account);
  const placed = { ...placement, cluster: join(inside, 'postgres') };
  const password = randomBytes(12).toString('hex');
  await ensureCluster(placed, password, false);
  const server = await startServer({
    placement: placed,
    password,
    port: undefined,
    logFile: join(folder, 'postgres.log'),
    throwaway: true,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
