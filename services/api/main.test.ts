import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const running = new Set<ChildProcess>();
const database = fixture(createTestDatabase);
const dataDir = temporaryFolder();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

interface Running {
  child: ChildProcess;
  /** Port from the ready message; rejects when the process ends without one. */
  port: Promise<number>;
  ended: Promise<{ code: number | null; stderr: string }>;
}

/** The API as a separate process, started as by its supervisor. */
function launch(env: Record<string, string> = {}): Running {
  const child = fork(new URL('./main.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...programEnvironment,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir.path,
      SANDBOX: '1',
      PORT: '0',
      ...env,
    },
  });
  running.add(child);
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => {
    stderr += text.toString();
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve({ code, stderr });
    });
  });
  const port = new Promise<number>((resolve, reject) => {
    child.on('message', (message: { type?: string; port?: number }) => {
      if (message.type === 'ready') resolve(message.port ?? 0);
    });
    ended.then(({ stderr: text }) => reject(new Error(text)), reject);
  });
  port.catch(() => undefined);
  return { child, port, ended };
}

test('takes a free port, reports it, answers, and stops in order on SIGTERM', async () => {
  const { child, port, ended } = launch();
  const answer = await fetch(`http://127.0.0.1:${await port}/healthz`);
  expect(await answer.json()).toEqual({ status: 'up' });
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, stderr: '' });
});

test('it ends when its supervisor is gone', async () => {
  const { child, port, ended } = launch();
  await port;
  child.disconnect();
  expect((await ended).code).toBe(0);
});

test('a port in use is one line and code 1', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const address = holder.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  const { ended } = launch({ PORT: String(taken) });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toBe(`api: port ${taken} is in use: stop what listens there, or set PORT to another\n`);
  await new Promise((resolve) => holder.close(resolve));
});

test.each([
  [{ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none' }, 'no database at 127.0.0.1:1/none'],
  [{ PORT: 'x' }, 'PORT=x'],
  [{ HOST: '0.0.0.0' }, 'SANDBOX=1 with HOST=0.0.0.0'],
])('%j is one line and code 1', async (env, says) => {
  const { code, stderr } = await launch(env).ended;
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain('secret@');
});

test('a database from a newer version is one line and code 1', async () => {
  const newer = await createTestDatabase();
  const first = launch({ DATABASE_URL: newer.url });
  await first.port;
  first.child.kill('SIGTERM');
  await first.ended;
  await newer.pool.query(`INSERT INTO public.migrations (name, sha256) VALUES ('log/9999-future.sql', 'x')`);
  const { code, stderr } = await launch({ DATABASE_URL: newer.url }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^api: the database was made by a newer version .*\n$/);
  await newer.drop();
});
