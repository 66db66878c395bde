import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAMS, pidsOf } from './live/processor-time.ts';
import { type Resident, residentOf } from './live/resident.ts';
import { withLiveServer } from './live/server.ts';
import { buyFor, openForOrders } from './orders.ts';
import { type Bench, noMoreThan, type Row } from './row.ts';

const IDLE_MB = 250;
const LOAD_MB = 600;
const BETWEEN_LOOKS_MS = 500;

const remarkOf = ({ each }: Resident): string =>
  `single processes: ${Object.keys(PROGRAMS)
    .map((name, at) => `${name} ${each[at]?.toFixed(0)} MB`)
    .join(', ')}`;

/** Looks again and again until the work is done. @returns the largest sum seen */
async function largestDuring(pids: readonly number[], work: Promise<unknown>): Promise<Resident> {
  let largest = await residentOf(pids);
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) {
    const look = await residentOf(pids);
    if (look.together > largest.together) largest = look;
    await Promise.race([pause(BETWEEN_LOOKS_MS), done]);
  }
  await done;
  return largest;
}

/** Resident memory of the server's processes: some time after the start, and under full load. */
export const memoryBench: Bench = async ({ quick }) => {
  if (process.platform !== 'linux') {
    console.log('–      memory: not measured, only Linux tells which pages are shared');
    return [];
  }
  return withLiveServer(async (server): Promise<Row[]> => {
    const pids = await pidsOf(server.dataDir);
    await pause(quick ? 2_000 : 20_000);
    const idle = await residentOf(pids);
    const stage = await openForOrders(server);
    const load = await largestDuring(pids, buyFor(server, stage, quick ? 5 : 60));
    const name = 'resident memory of the whole server without PostgreSQL';
    return [
      noMoreThan(IDLE_MB, {
        name: `${name}, idle`,
        value: idle.together,
        unit: 'MB',
        remark: remarkOf(idle),
      }),
      noMoreThan(LOAD_MB, {
        name: `${name}, largest while orders come, 64 in flight`,
        value: load.together,
        unit: 'MB',
        remark: remarkOf(load),
      }),
    ];
  });
};
