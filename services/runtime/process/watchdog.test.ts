import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const watchdog = fileURLToPath(new URL('./watchdog.ts', import.meta.url));

/** A program without a supervisor, whose watchdog waits for half a second. */
function run(code: string, args: readonly string[] = []): ChildProcess {
  const begin = `import { startWatchdog } from '${watchdog}'; startWatchdog('test', 10, 50);
    const stay = setInterval(() => 0, 1_000);
    const block = (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); };`;
  const child = spawn(process.execPath, [...args, '--input-type=module', '--eval', begin + code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
/** First one second in which it works. */
const later = (code: string): string => `setTimeout(() => { ${code} }, 1_000);`;

test('a program whose event loop stands still is killed, with one line', async () => {
  const child = run(later('block(60_000)'));
  const line = text(child.stderr!);
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await line).toBe('test: hangs for 1 s; ended, so that it is started again\n');
});

test('it ends even if nobody reads its line', async () => {
  const child = run(later("process.stderr.write('x'.repeat(10_000_000)); block(60_000)"));
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('a program that works, also with pauses below the limit, ends by itself', async () => {
  const child = run(
    'for (let n = 0; n < 8; n += 1) setTimeout(block, 1_000 + 300 * n, 150);' +
      'setTimeout(() => clearInterval(stay), 4_000);',
  );
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a program that was stopped and continues is not killed', async () => {
  const child = run(`${later("console.log('on')")}setTimeout(() => process.exit(7), 4_000);`);
  await once(child.stdout!, 'data');
  child.kill('SIGSTOP');
  await pause(2_000);
  child.kill('SIGCONT');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('a program with a debugger is not killed', async () => {
  const child = run(later('block(2_500); process.exit(7);'), ['--inspect=127.0.0.1:0']);
  expect(await once(child, 'exit')).toEqual([7, null]);
});
