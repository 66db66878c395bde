import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '#events/time.ts';
import type { Random } from '#ops/demo/random.ts';
import { runningPostmaster } from '#ops/postgres/postmaster.ts';
import type { Counts } from '#ops/simulation/counts.ts';
import { advanceSandboxClock } from '#services/runtime/sandbox-clock.ts';
import type { Servers } from './servers.ts';

type Target = 'api' | 'worker' | 'backend' | 'postmaster' | 'clock';

/** Weights of the faults. A killed postmaster closes all connections. The clock moves by hours. */
const TARGETS: readonly (readonly [Target, number])[] = [
  ['api', 5],
  ['worker', 3],
  ['backend', 4],
  ['postmaster', 2],
  ['clock', 3],
];
const LONGEST_STOP_MS = 6_000;
const LONGEST_PAUSE_MS = 4_000;
const MOST_HOURS = 12;
/** In one of this many faults, the next one starts while the process is still stopped. */
const TOGETHER = 0.3;

export interface Faults {
  /** Ends the faults; stopped processes continue. */
  end(): Promise<void>;
}

/** Sends a signal. @returns false when the process has gone */
function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Kills and stops processes at random moments, until it is ended. */
export function startFaults(
  { apis, worker, pool }: Pick<Servers, 'apis' | 'worker' | 'pool'>,
  cluster: string,
  { random, counts }: { random: Random; counts: Counts },
): Faults {
  const stopped = new Set<number>();
  const waits: Promise<void>[] = [];
  const ending = new AbortController();

  const sleep = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  async function backend(): Promise<number | undefined> {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'
          AND application_name <> 'fanwatt-chaos' ORDER BY pid`,
    );
    return rows.length === 0 ? undefined : random.pick(rows).pid;
  }

  /** Renewals and their next tries become due. A database that is down keeps its clock. */
  async function moveClock(): Promise<void> {
    const by = random.whole(1, MOST_HOURS) * HOUR_MS;
    if (await advanceSandboxClock(pool, by).catch(() => undefined)) counts.add('moved: clock');
  }

  async function pidOf(target: Exclude<Target, 'clock'>): Promise<number | undefined> {
    if (target === 'worker') return worker.pid();
    if (target === 'api') return random.pick(apis).pid();
    // A database that is down or starting has no backends: another fault then.
    if (target === 'backend') return backend().catch(() => undefined);
    return (await runningPostmaster(cluster))?.pid;
  }

  async function strike(): Promise<void> {
    const [target] = random.weighted(TARGETS, ([, weight]) => weight);
    if (target === 'clock') return moveClock();
    const kill = random.chance(0.5);
    const together = random.chance(TOGETHER);
    const ms = random.whole(300, LONGEST_STOP_MS);
    const pid = await pidOf(target);
    if (pid === undefined || ending.signal.aborted) return;
    if (kill) {
      if (signal(pid, 'SIGKILL')) counts.add(`killed: ${target}`);
      return;
    }
    if (!signal(pid, 'SIGSTOP')) return;
    stopped.add(pid);
    counts.add(`stopped: ${target}`);
    const over = sleep(ms).then(() => {
      stopped.delete(pid);
      signal(pid, 'SIGCONT');
    });
    waits.push(over);
    if (!together) await over;
  }

  const running = (async () => {
    while (!ending.signal.aborted) {
      await sleep(random.whole(200, LONGEST_PAUSE_MS));
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
