import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { quickest } from '#events/testing/quickest.ts';
import { freePort } from './postgres/server.ts';
import {
  descendantsOf,
  processesOf,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from './testing/run-server.ts';

const READY = 'Fanwatt is ready';
const patience = { timeout: 45_000, interval: 200 };

let folder: string;
let running: RunningServer[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const { supervisor, ended } of running) {
    supervisor.kill('SIGTERM');
    await ended;
  }
  running = [];
  await removeFolder(folder);
});

async function start(env: NodeJS.ProcessEnv = {}, words: readonly string[] = []): Promise<RunningServer> {
  const server = await startServer({ DATA_DIR: folder, ...env }, false, words);
  running.push(server);
  return server;
}

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Says that it is ready, and is. On a busy machine one answer can come after the patience of `/readyz`. */
async function becomesReady(server: RunningServer): Promise<void> {
  await server.untilSaid(READY);
  await vi.waitFor(async () => expect(await isReady(server.base)).toBe(true), patience);
}

/** Processes with this part in their command line. */
const pidsOf = async (part: string): Promise<number[]> =>
  (await processesOf(folder)).flatMap(({ pid, command }) => (command.includes(part) ? [pid] : []));

const API = 'services/api/main.ts';

async function restartsKilled({ base }: RunningServer, part: string): Promise<void> {
  const [before = 0] = await pidsOf(part);
  process.kill(before, 'SIGKILL');
  await vi.waitFor(async () => {
    const now = await pidsOf(part);
    expect(now).not.toEqual([]);
    expect(now).not.toContain(before);
    expect(await isReady(base)).toBe(true);
  }, patience);
}

/** While it is started again the others answer. */
async function oneApiProcessKilled({ base }: RunningServer): Promise<void> {
  const before = await pidsOf(API);
  expect(before).toHaveLength(3);
  const [killed = 0] = before;
  process.kill(killed, 'SIGKILL');
  // A dying process has its sockets for longer than its command line.
  await vi.waitFor(() => expect(() => process.kill(killed, 0)).toThrow(), patience);
  // New connections, of which the killed one would get a third. `fetch` could use an old one, to the killed process.
  for (let n = 0; n < 20; n += 1) {
    const [answer] = (await once(get(`${base}/healthz`, { agent: false }), 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  }
  await vi.waitFor(async () => expect(await pidsOf(API)).toHaveLength(3), patience);
}

async function answersWithinASecondWithoutPostgres({ base }: RunningServer): Promise<void> {
  // The postmaster and its backends, below the shell that keeps it.
  const stopped = await descendantsOf((await pidsOf('/bin/postgres'))[0] ?? 0);
  expect(stopped.length).toBeGreaterThan(5);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const measure = async () => {
        const began = performance.now();
        const answer = await fetch(`${base}/readyz`);
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({ reason: 'database does not answer' });
        return performance.now() - began;
      };
      expect(await quickest(1_000, measure)).toBeLessThan(1_000);
    }
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await vi.waitFor(async () => expect(await isReady(base)).toBe(true), patience);
}

describe('npm start', () => {
  // One after the other on one data directory: each start of the whole server takes seconds of a processor.
  it('starts all, restarts killed processes, and leaves nothing running after a stop or a kill', async () => {
    const server = await start({}, ['--replicas', '3']);
    await becomesReady(server);

    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.said()).toMatch(/is in use by npm start \(process \d+\): stop it first/);
    await becomesReady(server);

    await answersWithinASecondWithoutPostgres(server);
    await oneApiProcessKilled(server);
    for (const part of ['services/worker/main.ts', '/bin/postgres']) await restartsKilled(server, part);

    server.supervisor.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(await processesOf(folder)).toEqual([]);

    const again = await start();
    await becomesReady(again);
    await restartsKilled(again, API);
    again.supervisor.kill('SIGKILL');
    await vi.waitFor(async () => expect(await processesOf(folder)).toEqual([]), patience);

    const third = await start();
    await becomesReady(third);
    // Nothing is left either when the stop comes while it starts PostgreSQL again.
    process.kill((await pidsOf('/bin/postgres'))[0] ?? 0, 'SIGKILL');
    await third.untilSaid('PostgreSQL ended');
    third.supervisor.kill('SIGINT');
    expect(await third.ended).toBe(0);
    expect(await processesOf(folder)).toEqual([]);
  });

  it('ends with one line when EventStoreDB does not answer', async () => {
    const server = await start({ EVENT_LOG: 'esdb://admin:changeit@127.0.0.1:1?tls=false' });
    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(
      /EVENT_LOG: no EventStoreDB at esdb:\/\/127\.0\.0\.1:1.*: check that it runs\n/,
    );
    expect(server.said()).not.toContain('changeit');
  });
});

describe('errors end it with one line that has the remedy', () => {
  const oneLine = async (env: NodeJS.ProcessEnv, words?: readonly string[]): Promise<string> => {
    const server = await start(env, words);
    expect(await server.ended).toBe(1);
    const lines = server.said().trim().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  it('a bad setting', async () => {
    expect(await oneLine({ PORT: '70000' })).toBe('PORT=70000: must be a whole number from 0 to 65535');
    expect(await oneLine({ BUSINESS_TIME_ZONE: 'Mars/Base' })).toContain('BUSINESS_TIME_ZONE=Mars/Base');
  });

  it('a bad number of API processes', async () => {
    for (const replicas of ['0', '9', '1.5', 'many', '']) {
      expect(await oneLine({}, ['--replicas', replicas])).toBe(
        `--replicas ${replicas}: must be a whole number from 1 to 8`,
      );
    }
    expect(await oneLine({}, ['--replica', '2'])).toContain('use npm start -- --replicas N');
  });

  it('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await oneLine({ PORT: port })).toContain(`port ${port} of 127.0.0.1 is in use: stop the program`);
    await new Promise((resolve) => other.close(resolve));
  });

  it('a data directory that cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await oneLine({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
      /cannot write to DATA_DIR .*set DATA_DIR/,
    );
  });

  it.runIf(existsSync('/proc/self'))('a data directory that can never be made', async () => {
    expect(await oneLine({ DATA_DIR: '/proc/none/data' })).toContain(
      'cannot write to DATA_DIR /proc/none/data',
    );
  });

  it('production without its keys', async () => {
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.com' };
    expect(await oneLine({ NODE_ENV: 'production', SANDBOX: '0', RATE_LIMITS: 'on', ...mail })).toBe(
      'FANWATT_SECRET_VAULT: required with NODE_ENV=production',
    );
  });

  it('production without mail', async () => {
    expect(await oneLine({ NODE_ENV: 'production', SANDBOX: '0', RATE_LIMITS: 'on' })).toContain(
      'SMTP_URL: required with NODE_ENV=production',
    );
  });

  it('a sandbox that others could reach', async () => {
    expect(await oneLine({ HOST: '0.0.0.0' })).toContain('SANDBOX_PUBLIC=1');
  });

  it('an unreachable database', async () => {
    const port = await freePort();
    const line = await oneLine({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/none` });
    expect(line).toContain(`cannot reach the database 127.0.0.1:${port}/none`);
    expect(line).not.toContain('secret');
  });

  it('a database that its server does not have', async () => {
    const database = await createTestDatabase([]);
    const line = await oneLine({ DATABASE_URL: `${database.url}_not` });
    expect(line).toMatch(/cannot reach the database .* \(database ".*_not" does not exist\)/);
    await database.drop();
  });

  it('a database of another data directory', async () => {
    const database = await createTestDatabase('whole');
    await database.pool.query("INSERT INTO accounts.person_keys VALUES ('somebody', '')");
    expect(await oneLine({ DATABASE_URL: database.url })).toContain('has another key: use the DATA_DIR');
    await database.drop();
  });

  it('a database of a newer version', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      "CREATE TABLE public.migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()); INSERT INTO public.migrations VALUES ('log/9999-later.sql', '')",
    );
    await client.end();
    expect(await oneLine({ DATABASE_URL: database.url })).toContain('made by a newer version');
    await database.drop();
  });
});
