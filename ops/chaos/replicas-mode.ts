import type { Pool } from 'pg';
import { until } from '#ops/actors/until.ts';
import type { Added, Around } from './mode.ts';

const PATIENCE_MS = 30_000;

/** Processes that would get commands of others now. */
async function liveProcesses(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ live: number }>(
    "SELECT count(*)::int AS live FROM runtime.api_processes WHERE beat_at > now() - interval '3 s'",
  );
  return rows[0]?.live ?? 0;
}

/** More API processes, which share the creators. */
export async function replicasMode(_: Around, value: string): Promise<Added> {
  const apis = Number(value);
  return {
    env: {},
    apis,
    targets: [],
    async check(pool) {
      const all = async () => (await liveProcesses(pool)) === apis;
      const faults = await until('all have a lease', all, PATIENCE_MS).then(
        () => [],
        async () => [`${await liveProcesses(pool)} API processes have a lease, not ${apis}`],
      );
      return [{ name: 'every API process has its lease', faults }];
    },
  };
}
