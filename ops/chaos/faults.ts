import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#ops/demo/random.ts';
import type { Counts } from '#ops/simulation/counts.ts';
import type { Target } from './mode.ts';

const MAX_STOP_MS = 6_000;
const MAX_PAUSE_MS = 4_000;
/** In one of this many faults, the next one starts while the process is still stopped. */
const TOGETHER = 0.3;
/** Within this time a killed process runs again. */
const RESTART_MS = 6_000;

export interface Faults {
  /** Ends the faults; stopped processes continue. */
  end(): Promise<void>;
}

/** Sends a signal. @returns false when the process has gone */
export function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2' | 'SIGHUP'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Strikes targets at random moments, until it is ended. */
export function startFaults(
  targets: readonly Target[],
  { random, counts }: { random: Random; counts: Counts },
): Faults {
  const stopped = new Set<number>();
  const waits: Promise<void>[] = [];
  const ending = new AbortController();

  const sleep = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  async function strike(): Promise<void> {
    const target = random.weighted(targets, ({ weight }) => weight);
    if ('strike' in target) {
      if (target.alone) {
        await Promise.all(waits);
        await sleep(RESTART_MS);
        if (ending.signal.aborted) return;
      }
      if (await target.strike(random)) counts.add(target.name);
      return;
    }
    const kill = random.chance(0.5);
    const together = random.chance(TOGETHER);
    const ms = random.whole(300, MAX_STOP_MS);
    const pid = await target.pid(random);
    if (pid === undefined || ending.signal.aborted) return;
    if (kill) {
      if (signal(pid, 'SIGKILL')) counts.add(`killed: ${target.name}`);
      return;
    }
    if (!signal(pid, 'SIGSTOP')) return;
    stopped.add(pid);
    counts.add(`stopped: ${target.name}`);
    const over = sleep(ms).then(() => {
      stopped.delete(pid);
      signal(pid, 'SIGCONT');
    });
    waits.push(over);
    if (!together) await over;
  }

  const running = (async () => {
    while (!ending.signal.aborted) {
      await sleep(random.whole(200, MAX_PAUSE_MS));
      if (!ending.signal.aborted) await strike();
    }
  })();

  return {
    async end() {
      ending.abort();
      for (const pid of stopped) signal(pid, 'SIGCONT');
      await running;
      await Promise.all(waits);
    },
  };
}
