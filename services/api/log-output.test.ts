import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const database = fixture(createTestDatabase);
const folder = temporaryFolder();
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function fifo(name: string): string {
  const path = join(folder.path, name);
  execFileSync('mkfifo', [path]);
  return path;
}

/** The API as a separate process with this standard output and error. */
async function startApi(output: number): Promise<{ child: ChildProcess; base: string }> {
  const child = fork(new URL('./main.ts', import.meta.url), {
    stdio: ['ignore', output, output, 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...programEnvironment,
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      SANDBOX: '1',
      PORT: '0',
      RATE_LIMITS: 'off',
    },
  });
  closeSync(output);
  running.add(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, base: `http://127.0.0.1:${port}` };
}

const outputs: readonly (readonly [string, boolean, () => number])[] = [
  ['a full disk', existsSync('/dev/full'), () => openSync('/dev/full', 'a')],
  ['a pipe that nobody reads', true, () => openSync(fifo('unread'), 'r+')],
  [
    'a pipe whose reader is stopped',
    true,
    () => {
      const path = fifo('stopped');
      const reader = spawn('cat', [path], { stdio: 'ignore' });
      running.add(reader);
      const output = openSync(path, 'a');
      reader.kill('SIGSTOP');
      return output;
    },
  ],
];

test.each(outputs.filter(([, isThere]) => isThere))(
  'with the log on %s it answers within 100 ms, counts dropped lines, and stops in order',
  async (_, __, open) => {
    const { child, base } = await startApi(open());
    // Every query of the lag logs an error with a stack.
    await database.pool.query('ALTER TABLE log.head RENAME TO gone');
    try {
      const looks = Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 300; n += 1) expect((await fetch(`${base}/api/lag`)).status).toBe(500);
      });
      let done = false;
      const looked = Promise.all(looks).finally(() => {
        done = true;
      });
      while (!done) {
        const took = await quickest(100, async () => {
          const began = performance.now();
          expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'up' });
          return performance.now() - began;
        });
        expect(took).toBeLessThan(100);
      }
      await looked;
    } finally {
      await database.pool.query('ALTER TABLE log.gone RENAME TO head');
    }
    const metrics = await (await fetch(`${base}/metrics`)).text();
    expect(Number(/^fanwatt_log_lines_dropped_total (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(100);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);
