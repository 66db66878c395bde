import { type CpuInfo, cpus } from 'node:os';

/** Pause after a page in ms: events committed within it share a transaction of each read model. */
const MIN_MS = 20;
const MAX_MS = 100;
/** Weight of the newest page in the average: one slow page changes little. */
const NEWEST = 0.1;
/** Idle share of the processors: up to the first the pause is the longest, from the second on the shortest. */
const BUSY = 0.05;
const FREE = 0.2;
/** Between two looks at the processors, ms. */
const LOOK_MS = 1_000;
/** Weight of the newest look: one busy second changes little. */
const NEWEST_LOOK = 0.25;

/** Idle and total time of all processors since the start of the machine, ms. */
function timesOf(processors: readonly Pick<CpuInfo, 'times'>[]): { idle: number; total: number } {
  let idle = 0;
  let total = 0;
  for (const { times } of processors) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}

/** @returns the usual idle share of the machine's processors, 0 to 1, in the seconds before the latest look */
export function processorsIdle(processors: () => Pick<CpuInfo, 'times'>[] = cpus): () => number {
  let [looked, before, share] = [performance.now(), timesOf(processors()), 1];
  return () => {
    const now = performance.now();
    if (now - looked < LOOK_MS) return share;
    const times = timesOf(processors());
    const [idle, total] = [times.idle - before.idle, times.total - before.total];
    if (total > 0) share += (idle / total - share) * NEWEST_LOOK;
    [looked, before] = [now, times];
    return share;
  };
}

/**
 * The wait before the next page. With free processors pages are fast and the pause is short. When orders need the
 * processors, or pages take longer, fewer and larger pages leave more time for orders.
 * @param idle idle share of the processors, 0 to 1
 */
export function pacing(idle: () => number = processorsIdle()) {
  let usual = 0;
  return {
    /** Milliseconds of the slowest read model for its newest batch. */
    took(ms: number): void {
      usual += (ms - usual) * NEWEST;
    },
    pauseMs(): number {
      const need = Math.max(0, Math.min(1, (FREE - idle()) / (FREE - BUSY)));
      return Math.max(Math.min(MAX_MS, usual), MIN_MS + need * (MAX_MS - MIN_MS));
    },
  };
}
