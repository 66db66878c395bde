import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Verdict } from './verify.ts';
import type { VerifyOrder } from './verify-program.ts';

const PROGRAM = fileURLToPath(new URL('./verify-program.ts', import.meta.url));

/** What verify-program.ts sends: how far it has come, at the end what came out. */
type News = { position: number } | { verdict: Verdict };

/**
 * Verifies in a process of its own, so that hashing a log of millions holds nobody's request up.
 * @param onProgress told some times a second of the position reached
 * @returns the verdict; undefined when the process ended without one
 */
export function verifyApart(
  order: VerifyOrder,
  onProgress: (position: number) => void,
): { verdict: Promise<Verdict | undefined>; stop(): void } {
  const program: ChildProcess = fork(PROGRAM, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve } = Promise.withResolvers<Verdict | undefined>();
  program.on('message', (message) => {
    const news = message as News; // nobody else has the channel
    if ('verdict' in news) resolve(news.verdict);
    else onProgress(news.position);
  });
  program.once('error', () => resolve(undefined));
  program.once('exit', () => resolve(undefined));
  program.send(order, () => undefined);
  return { verdict: promise, stop: () => program.kill('SIGKILL') };
}
