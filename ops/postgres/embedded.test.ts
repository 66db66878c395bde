import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { openDatabase } from './open-database.ts';
import { isAlive, runningPostmaster } from './postmaster.ts';

let dataDir: string;
let running: Embedded | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanwatt-data-'));
  // mkdtemp's 0700 would be the case of the last test: a folder that PostgreSQL's user cannot enter.
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A backend that computes for some seconds and does not look up. Returns its pid. */
async function busyBackend(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  client
    .query('SELECT count(*) FROM generate_series(1, 8000000) AS a WHERE a % 7 = 3')
    .catch(() => undefined);
  const pid = rows[0]!.pid;
  await expect
    .poll(() => ask(url, `SELECT state FROM pg_stat_activity WHERE pid = ${pid}`))
    .toEqual([{ state: 'active' }]);
  return pid;
}

it('keeps data, port and password over a stop and a start', async () => {
  running = await startEmbedded(dataDir, 'test');
  const first = running.url;
  await ask(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const { pid } = running.server();
  await running.stop();
  expect(isAlive(pid)).toBe(false);
  running = await startEmbedded(dataDir, 'test');
  expect(running.url).toBe(first);
  expect(await ask(running.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('loses nothing committed when the server is killed, and starts again', async () => {
  running = await startEmbedded(dataDir, 'test');
  await ask(running.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const busy = await busyBackend(running.url);
  const { pid, exited } = running.server();
  process.kill(pid, 'SIGKILL');
  await exited;
  // It outlives the server for a while, and no second one can start meanwhile.
  expect(isAlive(busy)).toBe(true);
  await running.restart();
  expect(await ask(running.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('keeps its socket when it is killed during a restart', async () => {
  running = await startEmbedded(dataDir, 'test');
  const { url } = running;
  const lengthBefore = (await readFile(join(dataDir, 'postgres.log'))).length;
  const first = running.server();
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const restarted = running.restart().then(
    () => 'started',
    () => 'not started',
  );
  // The moment when its socket exists but accepts no connections yet.
  const killed = await vi.waitFor(
    async () => {
      const log = (await readFile(join(dataDir, 'postgres.log'))).subarray(lengthBefore).toString();
      expect(log).toMatch(/listening on Unix socket/);
      const starting = await runningPostmaster(join(dataDir, 'postgres'));
      return starting && process.kill(starting.pid, 'SIGKILL');
    },
    { timeout: 45_000, interval: 1 },
  );
  expect(killed).toBe(true);
  // It is for the caller to try again, as the supervisor does.
  if ((await restarted) === 'not started') await running.restart();
  expect(running.url).toBe(url);
});

it('refuses a data directory in use, and lends the running database to tools', async () => {
  running = await startEmbedded(dataDir, 'npm start');
  await expect(startEmbedded(dataDir, 'another')).rejects.toThrow(/in use by npm start/);
  const saved_records = await openDatabase({ databaseUrl: undefined, dataDir }, 'npm run import');
  expect(saved_records.url).toBe(running.url);
  await saved_records.close();
  expect(isAlive(running.server().pid)).toBe(true);
});

it('is reached by a socket in the cluster, or by a port if a socket is impossible', async () => {
  running = await startEmbedded(dataDir, 'test');
  const { host, port } = new Client({ connectionString: running.url });
  expect(host).toBe(join(dataDir, 'postgres'));
  const byPort = new URL(running.url);
  byPort.host = '127.0.0.1';
  expect(await ask(byPort.href, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await running.stop();
  // The result of a file system without sockets: the server cannot create its file.
  await mkdir(join(dataDir, 'postgres', `.s.PGSQL.${port}`));
  running = await startEmbedded(dataDir, 'test');
  expect(new URL(running.url).hostname).toBe('127.0.0.1');
  expect(await ask(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await openDatabase({ databaseUrl: undefined, dataDir }, 'npm run import')).url).toBe(running.url);
});

it('is created by a start only, not by a tool', async () => {
  const nowhere = join(dataDir, 'mistyped');
  const refused = openDatabase({ databaseUrl: undefined, dataDir: nowhere }, 'npm run export');
  await expect(refused).rejects.toThrow(`no database in ${nowhere}: npm start creates one`);
  expect(await readdir(dataDir)).toEqual([]);
});

it('names an unreachable DATABASE_URL without its password', async () => {
  const databaseUrl = 'postgres://someone:secret@127.0.0.1:1/nothing';
  const refused = openDatabase({ databaseUrl, dataDir }, 'test');
  await expect(refused).rejects.toThrow(/cannot reach the database 127\.0\.0\.1:1\/nothing/);
  await expect(refused).rejects.not.toThrow(/secret/);
});

it('as root, puts the data where PostgreSQL can reach it, and reports it', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'not root');
  await chmod(dataDir, 0o700);
  running = await startEmbedded(dataDir, 'test');
  const location = (await readFile(join(dataDir, 'postgres-location'), 'utf8')).trim();
  expect(running.notes.join()).toContain(location);
  await ask(running.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await running.stop();
  running = await startEmbedded(dataDir, 'test');
  expect(running.notes).toEqual([]);
  expect(await ask(running.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  await running.stop();
  running = undefined;
  await rm(dirname(location), { recursive: true });
});
