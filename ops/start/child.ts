import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBeat, MAX_MISSED_BEATS } from '#services/runtime/process/watchdog.ts';

export interface ChildOptions {
  name: string;
  /** Below ops/: `../services/api/main.ts`. */
  program: URL;
  env: NodeJS.ProcessEnv;
  args?: readonly string[];
  /** File descriptor for its output. */
  log: number | 'inherit';
  /** Largest size of its old generation, in MB. */
  heap_mb: number;
  /** A line for the user. */
  tell(line: string): void;
  /** It died ten times without ever staying up. It is started again all the same, unless this stops it. */
  onUnstable(name: string): void;
  /** Between a death and the next start: doubled each time. */
  pauses?: { first_ms: number; longest_ms: number };
  /** Seconds without a sign of life after which it is killed. */
  most_silent_s?: number;
}

const endWithParent = fileURLToPath(new URL('end-with-parent.ts', import.meta.url));
const STOP_TIMEOUT_MS = 15_000;
const PAUSES = { first_ms: 100, longest_ms: 30_000 };
/** After this lifetime the count of deaths starts again at zero. */
const STEADY_MS = 10_000;
const MAX_QUICK_DEATHS = 10;

/**
 * Kills a child that has given signs of life and gives none any more: it hangs, or is stopped.
 * @returns ends the watch
 */
function endSilent(
  child: ChildProcess,
  { name, tell, most_silent_s = MAX_MISSED_BEATS }: ChildOptions,
): () => void {
  let watched = false;
  let silent_s = 0;
  child.on('message', (message) => {
    if (!isBeat(message)) return;
    watched = message.watched;
    silent_s = 0;
  });
  // Counted, not measured: while this process or the machine sleeps, no second passes.
  const watching = setInterval(() => {
    if (!watched) return;
    silent_s += 1;
    if (silent_s !== most_silent_s) return;
    tell(`${name} hangs for ${most_silent_s} s; ending it`);
    child.kill('SIGKILL');
  }, 1_000);
  return () => clearInterval(watching);
}

export function keepRunning(options: ChildOptions) {
  let present: ChildProcess | undefined;
  let pause: NodeJS.Timeout | undefined;
  let stopping = false;
  let quickDeaths = 0;

  const launch = (): void => {
    const startedAt = performance.now();
    const child = fork(options.program, [...(options.args ?? [])], {
      env: options.env,
      // Ctrl-C reaches only the supervisor, which stops everything in order.
      detached: true,
      stdio: ['ignore', options.log, options.log, 'ipc'],
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        `--max-old-space-size=${options.heap_mb}`,
        // Larger young generations cost memory that stays: 20 MB under load. With half of it, collections come twice as
        // often and keep more, which is a third of the time of a program that allocates as much.
        '--max-semi-space-size=32',
        // Garbage collection by several threads takes processors from other processes, and costs more than it saves.
        '--no-parallel-scavenge',
        '--import',
        endWithParent,
      ],
    });
    // The system may have no process or file left to give: then there is an error and no exit.
    if (child.pid !== undefined) present = child;
    child.on('error', (error) => child.pid === undefined && ended(error.message));
    child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    const endWatch = endSilent(child, options);
    function ended(how: string): void {
      endWatch();
      present = undefined;
      if (stopping) return;
      quickDeaths = performance.now() - startedAt < STEADY_MS ? quickDeaths + 1 : 1;
      const { first_ms, longest_ms } = options.pauses ?? PAUSES;
      pause = setTimeout(launch, Math.min(first_ms * 2 ** (quickDeaths - 1), longest_ms));
      // Reported once: otherwise every restart would print a line.
      if (quickDeaths === MAX_QUICK_DEATHS) options.onUnstable(options.name);
      else if (quickDeaths < MAX_QUICK_DEATHS)
        options.tell(`${options.name} ended (${how}); starting it again`);
    }
  };

  launch();
  return {
    name: options.name,
    /** Of the present process; undefined between two. */
    pid: (): number | undefined => present?.pid,
    /** Sends a signal, kills it if it does not stop, returns after its exit. */
    async stop(): Promise<void> {
      stopping = true;
      clearTimeout(pause);
      const child = present;
      if (child === undefined) return;
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}

export type Child = ReturnType<typeof keepRunning>;
