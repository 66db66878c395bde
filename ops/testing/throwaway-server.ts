import { randomBytes } from 'node:crypto';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAccount } from '#ops/postgres/account.ts';
import { ensureCluster } from '#ops/postgres/cluster.ts';
import { ownFolder, place } from '#ops/postgres/placement.ts';
import { type Server, startServer } from '#ops/postgres/server.ts';

/**
 * A PostgreSQL for one test run: fast instead of durable, removed with its data at its stop.
 * @param nearby an address of this machine, and the network whose hosts reach it there
 */
export async function startThrowawayServer(nearby?: { address: string; network: string }): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-test-'));
  await chmod(folder, 0o755);
  const account = databaseAccount();
  const placement = await place(folder, account);
  const inside = join(folder, 'data');
  await ownFolder(inside, account);
  const placed = { ...placement, cluster: join(inside, 'postgres') };
  const password = randomBytes(12).toString('hex');
  await ensureCluster(placed, password, false);
  if (nearby) {
    const rule = `host all all ${nearby.network} scram-sha-256\n`;
    await appendFile(join(placed.cluster, 'pg_hba.conf'), rule);
  }
  const server = await startServer({
    placement: placed,
    password,
    port: undefined,
    logFile: join(folder, 'postgres.log'),
    throwaway: true,
    alsoListenOn: nearby?.address,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
