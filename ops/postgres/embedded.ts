import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { databaseAccount } from './account.ts';
import { databaseUrl } from './address.ts';
import { ensureCluster, passwordOf } from './cluster.ts';
import { type Hold, holderOf, takeHold } from './hold.ts';
import { requireMajor } from './major.ts';
import { place } from './placement.ts';
import { runningPostmaster, stopOrphan } from './postmaster.ts';
import { type Server, startServer } from './server.ts';

/** The embedded PostgreSQL of a data directory, held by this process. */
export interface Embedded {
  url: string;
  /** The folder of its data. */
  cluster: string;
  /** Lines for the user about things put elsewhere than expected. */
  notes: readonly string[];
  /** The present server; another one after `restart`. */
  server(): Server;
  /** Starts the server again after it died. */
  restart(): Promise<void>;
  /** Stops the server and gives the data directory free. */
  stop(): Promise<void>;
}

const MAX_LOG_BYTES = 10_000_000;

const filesOf = (dataDir: string) => ({
  password: join(dataDir, 'postgres-password'),
  port: join(dataDir, 'postgres-port'),
  log: join(dataDir, 'postgres.log'),
});

async function rememberedPort(file: string): Promise<number | undefined> {
  const port = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

async function boundLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await truncate(file);
}

/**
 * Starts the PostgreSQL of a data directory; creates it on the first start. A server left by a killed process is
 * stopped first. Throws a Problem if the directory is in use or unusable.
 * @param program named to others while we hold the directory: `npm start`
 */
export async function startEmbedded(folder: string, program: string): Promise<Embedded> {
  const dataDir = resolve(folder);
  const hold = await takeHold(dataDir, program);
  try {
    return await startHeld(dataDir, hold);
  } catch (error) {
    await hold.release();
    throw error;
  }
}

async function startHeld(dataDir: string, hold: Hold): Promise<Embedded> {
  const files = filesOf(dataDir);
  const placement = await place(dataDir, databaseAccount());
  await requireMajor(placement);
  const password = await passwordOf(files.password);
  await ensureCluster(placement, password, true);
  await boundLog(files.log);

  const start = async (): Promise<Server> => {
    // Also after a crash: the children of a killed server may live for a moment.
    await stopOrphan(placement.cluster);
    const port = await rememberedPort(files.port);
    const started = await startServer({ placement, password, port, logFile: files.log, throwaway: false });
    if (started.port !== port) await writeFile(files.port, `${started.port}\n`);
    return started;
  };

  let server = await start();
  let restarting: Promise<unknown> = Promise.resolve();
  return {
    get url() {
      return server.url;
    },
    cluster: placement.cluster,
    notes: placement.notes,
    server: () => server,
    async restart() {
      const starting = start();
      restarting = starting.catch(() => undefined);
      server = await starting;
    },
    async stop() {
      // One that is on its way up would outlive us.
      await restarting;
      await server.stop();
      await hold.release();
    },
  };
}

/** Address of the embedded PostgreSQL if another process runs it now. */
export async function runningEmbedded(folder: string): Promise<string | undefined> {
  const dataDir = resolve(folder);
  if (!(await holderOf(dataDir))) return undefined;
  const { cluster } = await place(dataDir, databaseAccount());
  const postmaster = await runningPostmaster(cluster);
  if (!postmaster) return undefined;
  return databaseUrl(postmaster.address, await passwordOf(filesOf(dataDir).password));
}
