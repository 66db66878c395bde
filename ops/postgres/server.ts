import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Problem } from '#ops/problem.ts';
import { type Address, databaseUrl, socketFolderOf, socketSetting } from './address.ts';
import { DATABASE_NAME } from './cluster.ts';
import type { Placement } from './placement.ts';
import { runningPostmaster } from './postmaster.ts';

/** A PostgreSQL that this process runs and that ends with it, also when it is killed. */
export interface Server {
  /** Of our database. */
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server is gone, wanted or not. */
  exited: Promise<void>;
  /** Ends connections, writes everything to disk, returns when the server is gone. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  placement: Placement;
  password: string;
  /** Preferred port; another one if it is in use. */
  port: number | undefined;
  logFile: string;
  /** A throwaway server: nothing is forced to disk, and its folder is removed when it ends. */
  throwaway: boolean;
  /** An additional address to listen on, besides 127.0.0.1. */
  alsoListenOn?: string | undefined;
}

/**
 * The server is a child of this small shell, which waits for the server's end, and for the end of a pipe that our
 * process holds. The pipe ends with our process, and the shell stops the server.
 */
const KEEPER = `
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
reader=$!
wait $server
code=$?
kill $reader 2>/dev/null
wait $reader 2>/dev/null
[ -n "$FANWATT_REMOVE" ] && rm -rf "$FANWATT_REMOVE"
exit $code
`;

/** Small memory, full durability; for a machine shared with the application. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // Of eight API processes and two workers.
  max_connections: '160',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_buffers: '16MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // Compressing pages costs more CPU than it saves in disk writes.
  wal_compression: 'off',
  // Backups copy the log as it is written; one that stops holds at most so much of it.
  wal_level: 'replica',
  max_wal_senders: '4',
  max_slot_wal_keep_size: '4GB',
  // Our queries are short: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // A test's database is gone before its statistics would help.
  autovacuum: 'off',
  // Nothing is backed up.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Of several servers whose story ends while the next one's starts.
  max_connections: '400',
};

/** Connections keep up to 4 MB between statements, which they would otherwise return and fault in again each time. */
const KEEP_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TOP_PAD_: '1048576',
};

/** A free port of 127.0.0.1: the wanted one, or one chosen by the system. */
export async function freePort(wanted = 0): Promise<number> {
  const listen = (port: number): Promise<number | undefined> =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(undefined));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
    });
  const port = (await listen(wanted)) ?? (await listen(0));
  if (port === undefined) throw new Problem('no free port on 127.0.0.1: stop some programs and start again');
  return port;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

/** Tries until the server answers; a server that replays its log after a crash refuses for a while. */
async function connects(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param said the log since the start */
function lastWords(logText: string): string {
  const lines = logText.trim().split('\n').slice(-20);
  const fatal = lines.findLast((line) => /FATAL|ERROR|error/.test(line));
  return fatal ?? lines.at(-1) ?? 'no message';
}

/** There can be no socket here: a file system without sockets, or the file of one that another seems to use. */
class NoSocket extends Problem {}

const NO_SOCKET = /Unix-domain socket|\.s\.PGSQL\./;
/** The socket exists: a server that logged this and is gone was stopped during its start. */
const HAD_SOCKET = /listening on Unix socket/;

/** Children of a killed server still hold its memory: they end a moment later. */
class StillInUse extends Problem {}

const STILL_IN_USE = /pre-existing shared memory block .* still in use/;

/**
 * Starts the server and returns when it answers. Throws a Problem with its last log lines if it does not. After
 * a crash it tries again until the killed server's children are gone.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let socketFolder = socketFolderOf(options.placement.cluster);
  for (;;) {
    try {
      return await launch(options, socketFolder, deadline);
    } catch (error) {
      if (error instanceof NoSocket && socketFolder !== undefined) socketFolder = undefined;
      else if (!(error instanceof StillInUse) || Date.now() > deadline) throw error;
      else await delay(200);
    }
  }
}

/** Why a server did not start, from its whole log: the last lines can be of a killed one's children. */
function causeOf(logText: string): typeof Problem {
  if (STILL_IN_USE.test(logText)) return StillInUse;
  return NO_SOCKET.test(logText) && !HAD_SOCKET.test(logText) ? NoSocket : Problem;
}

async function launch(
  options: ServerOptions,
  socketFolder: string | undefined,
  deadline: number,
): Promise<Server> {
  const { placement, password, logFile } = options;
  const { cluster, account } = placement;
  const address: Address = { port: await freePort(options.port), socketFolder };
  const settings = {
    ...SETTINGS,
    ...(options.throwaway ? THROWAWAY_SETTINGS : {}),
    ...(options.alsoListenOn && { listen_addresses: `127.0.0.1,${options.alsoListenOn}` }),
    port: String(address.port),
    unix_socket_directories: socketSetting(address),
  };
  const log = openSync(logFile, 'a', 0o600);
  const lengthBefore = fstatSync(log).size;
  const keeper = spawn(
    '/bin/sh',
    [
      '-c',
      KEEPER,
      'fanwatt-postgres',
      join(placement.programs, 'bin', 'postgres'),
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: '/',
      stdio: ['ignore', log, log, 'pipe'],
      // A separate process group: Ctrl-C reaches only us, and we stop everything in order.
      detached: true,
      env: {
        PATH: process.env.PATH,
        LC_ALL: 'C',
        ...KEEP_MEMORY,
        ...(options.throwaway && { FANWATT_REMOVE: cluster }),
      },
      ...(account && { uid: account.uid, gid: account.gid }),
    },
  );
  closeSync(log);
  const exited = new Promise<void>((resolve) => {
    keeper.once('exit', () => resolve());
    keeper.once('error', () => resolve());
  });
  const rope = keeper.stdio[3];
  rope?.on('error', () => undefined);
  let gone = false;
  void exited.then(() => {
    gone = true;
    // If the shell was killed, this ends the server that it leaves.
    rope?.destroy();
  });

  const url = (database: string): string => databaseUrl(address, password, database);
  while (!(await connects(url('postgres')))) {
    if (gone) {
      const logText = readFileSync(logFile).subarray(lengthBefore).toString();
      const Cause = causeOf(logText);
      throw new Cause(`PostgreSQL does not start: ${lastWords(logText)} (more in ${logFile})`);
    }
    if (Date.now() > deadline) {
      rope?.destroy();
      throw new Problem(`PostgreSQL does not answer after ${START_TIMEOUT_MS / 1000} s: see ${logFile}`);
    }
    await delay(40);
  }
  await createDatabase(url('postgres'));
  const postmaster = await runningPostmaster(cluster);

  return {
    url: url(DATABASE_NAME),
    port: address.port,
    pid: postmaster?.pid ?? 0,
    exited,
    async stop() {
      rope?.destroy();
      const timer = setTimeout(() => postmaster && kill(postmaster.pid, 'SIGQUIT'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, as intended.
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
