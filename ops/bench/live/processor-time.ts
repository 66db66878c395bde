import { readFile } from 'node:fs/promises';
import { processesOf } from '#ops/testing/run-server.ts';
import { closedLoop } from '../load.ts';
import type { LiveServer } from './server.ts';

/** The programs that a server consists of, without its database. */
export const PROGRAMS = {
  supervisor: 'ops/start.mjs',
  api: 'services/api/main.ts',
  worker: 'services/worker/main.ts',
};

export async function pidsOf(dataDir: string): Promise<number[]> {
  const processes = await processesOf(dataDir);
  return Object.entries(PROGRAMS).map(([name, program]) => {
    const found = processes.find(({ command }) => command.includes(program));
    if (!found) throw new Error(`the server has no ${name}`);
    return found.pid;
  });
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** User and system time of a process since its start, in ms. */
export async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in brackets, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time in ms: of api and worker, and of PostgreSQL for each of them and for itself. */
async function processorTimes({ dataDir, pool }: LiveServer): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ pid: number; name: string }>(
    `SELECT pid, 'PostgreSQL for ' || CASE application_name WHEN 'fanwatt-api' THEN 'api'
       WHEN 'fanwatt-worker' THEN 'worker' ELSE 'itself and listeners' END AS name
       FROM pg_stat_activity WHERE application_name NOT IN ('fanwatt-bench', 'pg')`,
  );
  const programs = Object.keys(PROGRAMS);
  const own = (await pidsOf(dataDir)).map((pid, at) => ({ pid, name: programs[at] ?? '' }));
  const times = new Map<string, number>();
  for (const { pid, name } of [...own, ...rows]) {
    // A connection may have ended.
    const time = await timeOf(pid).catch(() => 0);
    times.set(name, (times.get(name) ?? 0) + time);
  }
  return times;
}

/** Adds up the processor time that the server needs while something runs, in ms by process. */
export function processorClock(server: LiveServer) {
  const needed = new Map<string, number>();
  return {
    needed,
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      const before = await processorTimes(server);
      const result = await work();
      for (const [name, time] of await processorTimes(server))
        needed.set(name, (needed.get(name) ?? 0) + time - (before.get(name) ?? 0));
      return result;
    },
  };
}

export interface CallTime {
  /** Calls a second of one processor. */
  value: number;
  /** Time of a call in ms, by process. */
  remark: string;
}

const SECOND_MS = 1_000;

/** The processor time that calls need in all processes of the server. */
export async function timeOfCalls(
  server: LiveServer,
  { inFlight, warmUp, calls }: { inFlight: number; warmUp: number; calls: number },
  call: (number: number) => Promise<void>,
): Promise<CallTime> {
  await closedLoop(inFlight, warmUp, call);
  const clock = processorClock(server);
  await clock.during(() => closedLoop(inFlight, calls, call));
  const each = [...clock.needed].map(([name, time]) => [name, time / calls] as const);
  return {
    value: SECOND_MS / each.reduce((sum, [, time]) => sum + time, 0),
    remark: each.map(([name, time]) => `${name} ${time.toFixed(2)} ms`).join(', '),
  };
}
