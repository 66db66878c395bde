import { HOUR_MS } from '#events/time.ts';
import { runningPostmaster } from '#ops/postgres/postmaster.ts';
import { advanceSandboxClock } from '#services/runtime/sandbox-clock.ts';
import type { Target } from './mode.ts';
import type { Servers } from './servers.ts';

const MAX_HOURS = 12;

/**
 * The targets of every run. A killed postmaster closes all connections. The clock moves by hours.
 * @param cluster the database's folder
 */
export const usualTargets = ({ apis, worker, pool }: Servers, cluster: string): Target[] => [
  { name: 'api', weight: 5, pid: (random) => random.pick(apis).pid() },
  { name: 'worker', weight: 3, pid: () => worker.pid() },
  {
    name: 'backend',
    weight: 4,
    async pid(random) {
      const backends = pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'
            AND application_name <> 'fanwatt-chaos' ORDER BY pid`,
      );
      // A database that is down or starting has no backends: another fault then.
      const { rows } = await backends.catch(() => ({ rows: [] }));
      return rows.length === 0 ? undefined : random.pick(rows).pid;
    },
  },
  { name: 'postmaster', weight: 2, pid: async () => (await runningPostmaster(cluster))?.pid },
  {
    name: 'moved: clock',
    weight: 3,
    // Renewals and their next tries become due. A database that is down keeps its clock.
    async strike(random) {
      const by = random.whole(1, MAX_HOURS) * HOUR_MS;
      return (await advanceSandboxClock(pool, by).catch(() => undefined)) !== undefined;
    },
  },
];
