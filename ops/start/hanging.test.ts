import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { processesOf } from '../testing/run-server.ts';
import { serversOfTest } from '../testing/servers-of-test.ts';

const patience = { timeout: 90_000, interval: 500 };
const { folder, start } = serversOfTest();

/** Loaded by every program of the server: this signal starts an endless loop. */
const HANGING = "process.on('SIGUSR2', () => { for (;;); });";

const pidOf = async (part: string): Promise<number> =>
  (await processesOf(folder())).find(({ command }) => command.includes(part))?.pid ?? 0;

it('restarts an API that hangs, one that is stopped, and a worker', async () => {
  const program = join(folder(), 'hang.mjs');
  await writeFile(program, HANGING);
  const { base, untilPrinted, supervisor } = await start({ NODE_OPTIONS: `--import=${program}` });
  await untilPrinted('Fanwatt is ready');
  for (const [name, signal] of [
    ['api', 'SIGUSR2'],
    ['api', 'SIGSTOP'],
    ['worker', 'SIGSTOP'],
  ] as const) {
    // It answers a moment before its first sign of life.
    await pause(2_000);
    const part = `services/${name}/main.ts`;
    const before = await pidOf(part);
    process.kill(before, signal);
    await vi.waitFor(async () => {
      expect([0, before]).not.toContain(await pidOf(part));
      expect((await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(2_000) })).status).toBe(200);
    }, patience);
    await untilPrinted(`${name} hangs for 20 s; ending it`);
    expect(supervisor.exitCode).toBeNull();
  }
}, 300_000);
