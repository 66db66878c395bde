import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Problem } from '#ops/problem.ts';

const endWithParent = fileURLToPath(new URL('end-with-parent.ts', import.meta.url));

export interface Task {
  /** Resolves when it ended well; rejects with a Problem after showing its stderr. */
  done: Promise<void>;
  stop(): void;
}

/** Runs one of our programs once, in a separate process, whose memory is freed at its end. */
export function runTask(name: string, program: URL, env: NodeJS.ProcessEnv, args: string[] = []): Task {
  const child = fork(program, args, {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', endWithParent],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      // The whole output, because the cause of another program's error is rarely in its last line.
      if (signal === null) process.stderr.write(output);
      reject(new Problem(`${name} failed (${signal ?? `code ${code}`}): see above`));
    });
  });
  // The caller may be busy elsewhere when it fails; the failure is seen when it is awaited.
  done.catch(() => undefined);
  return { done, stop: () => void child.kill('SIGTERM') };
}
