import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Verdict } from './verify.ts';
import type { VerifyOrder } from './verify-program.ts';

const PROGRAM = fileURLToPath(new URL('./verify-program.ts', import.meta.url));

/** Messages of verify-program.ts: progress, and at the end the result. */
type ProgramMessage = { position: number } | { verdict: Verdict };

/**
 * Verifies in a separate process, so that hashing a log of millions does not block requests.
 * @param onProgress called several times a second with the position
 * @returns the result; undefined if the process ended without one
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
    const notice = message as ProgramMessage; // only the parent has the channel
    if ('verdict' in notice) resolve(notice.verdict);
    else onProgress(notice.position);
  });
  program.once('error', () => resolve(undefined));
  program.once('exit', () => resolve(undefined));
  program.send(order, () => undefined);
  return { verdict: promise, stop: () => program.kill('SIGKILL') };
}
