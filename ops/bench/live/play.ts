import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Job, JobResult } from './job.ts';

const program = fileURLToPath(new URL('buyers.ts', import.meta.url));

/** A process of buyers, which does one job after another and stays warm in between. */
export function callBuyers() {
  const child = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  return {
    play: (job: Job): Promise<JobResult> =>
      new Promise((resolve, reject) => {
        const gone = (code: number | null): void => reject(new Error(`the buyers ended (code ${code})`));
        child.once('exit', gone);
        child.once('message', (message: { result: JobResult } | { error: string }) => {
          child.off('exit', gone);
          if ('result' in message) resolve(message.result);
          else reject(new Error(`buying failed: ${message.error}`));
        });
        child.send(job);
      }),
    leave: (): void => child.disconnect(),
  };
}

export type Buyers = ReturnType<typeof callBuyers>;
