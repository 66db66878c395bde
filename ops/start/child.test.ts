import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Child, type ChildOptions, keepRunning } from './child.ts';

let folder: string;
let child: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanwatt-child-'));
});
afterEach(async () => {
  await child?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A program that records its start and then runs the given code. */
async function run(does: string, options: Partial<ChildOptions> = {}): Promise<() => Promise<number>> {
  const starts = join(folder, 'starts');
  await appendFile(starts, '');
  const program = join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs'; appendFileSync('${starts}', '.'); ${does}`,
  );
  child = keepRunning({
    name: 'worker',
    program: pathToFileURL(program),
    env: process.env,
    log: 'inherit',
    heap_mb: 64,
    tell: () => undefined,
    onUnstable: () => undefined,
    pauses: { first_ms: 1, longest_ms: 4 },
    ...options,
  });
  return async () => (await readFile(starts, 'utf8')).length;
}

it('restarts a program that always dies, without end, and reports once that it does not stay up', async () => {
  const onUnstable = vi.fn();
  const tell = vi.fn();
  const starts = await run('process.exit(1)', { onUnstable, tell });
  await vi.waitFor(async () => expect(await starts()).toBeGreaterThan(14), 45_000);
  expect(onUnstable).toHaveBeenCalledExactlyOnceWith('worker');
  expect(tell).toHaveBeenCalledTimes(9);
});

it('starts it no more once it was stopped', async () => {
  const starts = await run('process.exit(1)', { pauses: { first_ms: 45_000, longest_ms: 45_000 } });
  await vi.waitFor(async () => expect(await starts()).toBe(1), 45_000);
  await child?.stop();
  expect(child?.pid()).toBeUndefined();
});

it('tries again when the system could not start the program', async () => {
  const tell = vi.fn();
  const path = process.execPath;
  process.execPath = join(folder, 'no-node');
  try {
    const starts = await run('setInterval(() => 0, 1_000)', { tell });
    expect(child?.pid()).toBeUndefined();
    await vi.waitFor(() => expect(tell).toHaveBeenCalledWith(expect.stringContaining('ENOENT')), 45_000);
    process.execPath = path;
    await vi.waitFor(async () => expect(await starts()).toBe(1), 45_000);
  } finally {
    process.execPath = path;
  }
});

/** Sends a sign of life at once, and repeats it while it works. */
const BEATS =
  "const beat = (watched) => process.send({ type: 'beat', watched }); const stay = setInterval(beat, 200, true);";

it.each([
  ['hangs', `${BEATS} setTimeout(() => { for (;;); }, 1_000)`],
  ['is stopped', `${BEATS} setTimeout(() => process.kill(process.pid, 'SIGSTOP'), 1_000)`],
])('kills a program that %s, and starts it again', async (_, does) => {
  const tell = vi.fn();
  const starts = await run(does, { tell, most_silent_s: 2 });
  await vi.waitFor(async () => expect(await starts()).toBeGreaterThan(1), 20_000);
  expect(tell.mock.calls.slice(0, 2)).toEqual([
    ['worker hangs for 2 s; ending it'],
    ['worker ended (SIGKILL); starting it again'],
  ]);
});

it.each([
  [
    'has a debugger',
    `${BEATS} setTimeout(() => { clearInterval(stay); beat(false); }, 500); setInterval(() => 0, 1_000)`,
  ],
  ['never gave a sign of life', 'setInterval(() => 0, 1_000)'],
])('leaves a program that %s', async (_, does) => {
  const tell = vi.fn();
  const starts = await run(does, { tell, most_silent_s: 2 });
  await delay(5_000);
  expect([await starts(), tell.mock.calls]).toEqual([1, []]);
});
