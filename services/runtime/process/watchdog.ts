import { url as debuggerAddress } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Between two signs of life. */
const BEAT_MS = 1_000;
/** A process that misses so many of them hangs: garbage collection and large queries take a second at most. */
export const MAX_MISSED_BEATS = 20;

/** The sign of life that a supervisor gets, as a message. */
export interface Beat {
  type: 'beat';
  /** Not with a debugger, which may stop the process. */
  watched: boolean;
}

export const isBeat = (message: unknown): message is Beat => Object(message).type === 'beat';

/**
 * Ends this process with SIGKILL when its event loop stands still. A supervisor that started it with a channel for
 * messages kills it, also when it is stopped (SIGSTOP). Without a supervisor, a thread kills it. A timer counts missed
 * beats, so a machine that sleeps misses none.
 * @param name of the process, in the thread's line
 */
export function startWatchdog(name: string, mostMissed = MAX_MISSED_BEATS, beatMs = BEAT_MS): void {
  const watched = (): boolean => debuggerAddress() === undefined;
  if (process.send) {
    let isSending = false;
    const beat = (): void => {
      if (isSending || !process.connected) return;
      isSending = true;
      process.send?.({ type: 'beat', watched: watched() } satisfies Beat, () => {
        isSending = false;
      });
    };
    setInterval(beat, beatMs).unref();
    beat();
    return;
  }
  const cells = new Int32Array(new SharedArrayBuffer(8));
  setInterval(() => {
    Atomics.add(cells, 0, 1);
    Atomics.store(cells, 1, Number(watched()));
  }, beatMs).unref();
  const thread = new Worker(new URL('./watchdog-thread.mjs', import.meta.url), {
    workerData: { name, cells, mostMissed, beatMs, pid: process.pid },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  // A program works without its watchdog, too.
  thread.on('error', (error) => console.error(`${name}: no watchdog: ${String(error)}`));
  thread.unref();
}
