import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from '#ops/demo/random.ts';
import type { Counts } from './counts.ts';
import type { Place } from './world.ts';

const WORKER = fileURLToPath(new URL('../../services/worker/main.ts', import.meta.url));
const SETTLE = fileURLToPath(new URL('../settle.ts', import.meta.url));
const SAID = 4_000;
const MAX_TRIES = 3;

interface Running {
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
  /** Called when it has started; only for programs that report it. */
  ready: Promise<unknown>;
  /** Exit code; null when it was killed. */
  ended: Promise<number | null>;
  /** The end of its error output. */
  said(): string;
}

const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;

function run(program: string, { databaseUrl, dataDir }: Place): Running {
  const child = fork(program, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_OPTIONS,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SANDBOX: '1',
    },
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-SAID);
  });
  return {
    kill: (signal) => void child.kill(signal),
    ready: once(child, 'message'),
    ended: once(child, 'exit').then(([code]) => code as number | null),
    said: () => output,
  };
}

/** Real processes that are killed without warning, and started again. */
export async function startPrograms(place: Place, { random, counts }: { random: Random; counts: Counts }) {
  const startWorker = async (): Promise<Running> => {
    const started = run(WORKER, place);
    const code = await Promise.race([started.ready.then(() => undefined), started.ended]);
    if (code !== undefined) throw new Error(`the worker ended with ${code}: ${started.said()}`);
    return started;
  };
  /** On a slow machine it may not reach the database, and reports that. */
  async function settleToItsEnd(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const settling = run(SETTLE, place);
      const code = await settling.ended;
      if (code === 0) return;
      if (tries === MAX_TRIES) throw new Error(`settling ended with ${code}: ${settling.said()}`);
    }
  }
  let worker = await startWorker();
  return {
    /** SIGKILL within this many milliseconds; another starts immediately. */
    async killWorker(withinMs: number): Promise<void> {
      await pause(random.whole(0, withinMs));
      worker.kill('SIGKILL');
      await worker.ended;
      counts.add('workers killed');
      worker = await startWorker();
    },
    /** `npm run settle` during the worker, killed within this many milliseconds; then run again to its end. */
    async settleKilled(withinMs: number): Promise<void> {
      const first = run(SETTLE, place);
      await Promise.race([pause(random.whole(0, withinMs)), first.ended]);
      first.kill('SIGKILL');
      if ((await first.ended) === null) counts.add('settlements killed');
      await settleToItsEnd();
    },
    /** Ends the worker in order. */
    async stop(): Promise<void> {
      worker.kill('SIGTERM');
      await worker.ended;
    },
  };
}
