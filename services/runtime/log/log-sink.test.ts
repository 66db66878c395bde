import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#events/testing/fixture.ts';

const folder = temporaryFolder();
const logger = fileURLToPath(new URL('./logger.ts', import.meta.url));

/** A program that logs. Its standard output is an open file. */
function run(output: number, code: string): ChildProcess {
  const begin = `import { createLogger, droppedLines } from '${logger}'; const log = createLogger({ process: 'test' });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', begin + code], {
    stdio: ['ignore', output, 'pipe'],
  });
}

/** 3,000 lines of 1,000 characters in turns of ten; the longest turn in ms goes to stderr. */
const MANY = `
  let longest = 0;
  for (let n = 0; n < 3_000; n += 10) {
    const began = performance.now();
    for (let m = n; m < n + 10; m += 1) log.info({ n: m, text: 'x'.repeat(1_000) });
    await new Promise(setImmediate);
    longest = Math.max(longest, performance.now() - began);
  }
  console.error(JSON.stringify({ longest, dropped: droppedLines() }));`;

const linesOf = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { n?: number; msg?: string; count?: number });

test('lines before an exception and before an exit are in the file', async () => {
  for (const [end, code] of [
    ["throw new Error('planted')", 1],
    ['process.exit(3)', 3],
  ] as const) {
    const path = join(folder.path, `end-${code}`);
    const output = openSync(path, 'a');
    const child = run(
      output,
      `for (let n = 0; n < 500; n += 1) log.info({ n }); log.fatal('the end'); ${end}`,
    );
    closeSync(output);
    expect(await once(child, 'exit')).toEqual([code, null]);
    const lines = linesOf(readFileSync(path, 'utf8'));
    expect(lines.map(({ n, msg }) => n ?? msg).sort()).toEqual([...Array(500).keys(), 'the end'].sort());
  }
});

test('a full disk neither stops the program nor its end', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'no /dev/full');
  const output = openSync('/dev/full', 'a');
  const child = run(output, MANY);
  closeSync(output);
  const stderr = text(child.stderr!);
  expect(await once(child, 'exit')).toEqual([0, null]);
  const { longest, dropped } = JSON.parse(await stderr);
  expect(longest).toBeLessThan(1_000);
  expect(dropped).toBeGreaterThan(1_500);
});

test('a pipe that nobody reads neither stops the program nor its end', async () => {
  const path = join(folder.path, 'unread');
  execFileSync('mkfifo', [path]);
  // Opens both ends of the pipe, so that it does not wait for a reader.
  const output = openSync(path, 'r+');
  const child = run(output, MANY);
  const stderr = text(child.stderr!);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(JSON.parse(await stderr).dropped).toBeGreaterThan(1_500);
  closeSync(output);
});

test('when the pipe is read again, all kept lines come in order, and one with the number of dropped ones', async () => {
  const path = join(folder.path, 'late');
  execFileSync('mkfifo', [path]);
  const output = openSync(path, 'r+');
  const child = run(
    output,
    `${MANY} const stay = setInterval(() => 0, 1_000); process.once('SIGUSR2', () => clearInterval(stay));`,
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  await expect.poll(() => stderr).toContain('\n');
  const { dropped } = JSON.parse(stderr);
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  closeSync(output);
  let read = '';
  reader.stdout.on('data', (chunk: Buffer) => {
    read += chunk.toString();
  });
  await expect.poll(() => read, { timeout: 15_000 }).toContain(`${dropped} log lines were dropped`);
  child.kill('SIGUSR2');
  await once(child, 'exit');
  const lines = linesOf(read);
  const numbers = lines.flatMap(({ n }) => n ?? []);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(numbers.length + dropped).toBe(3_000);
  expect(lines.flatMap(({ count }) => count ?? [])).toEqual([dropped]);
});
