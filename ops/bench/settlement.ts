import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { businessCalendar, DEFAULT_TIME_ZONE, monthAt } from '#events/time.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { compareMonth } from '#services/modules/income/compare.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { generatePast } from './generated-log.ts';
import { type Bench, noMoreThan, type Row } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const ORDERS_EACH = 50;
const MEMORY_MB = 300;
const LOOK_EVERY_MS = 50;
const PROGRAM = fileURLToPath(new URL('../settle.ts', import.meta.url));

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Peak resident memory of a process, from Linux; 0 elsewhere or after its end. */
async function peakMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

interface Ran {
  seconds: number;
  peak: number;
}

/**
 * `npm run settle` as a separate program.
 * @param killWhen polled: true ends it with SIGKILL
 */
async function runProgram(url: string, killWhen?: () => Promise<boolean>): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--max-old-space-size=256', PROGRAM], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = Promise.withResolvers<{ code: number | null }>();
  child.once('exit', (code) => ended.resolve({ code }));
  let over: { code: number | null } | undefined;
  let peak = 0;
  while (!over) {
    peak = Math.max(peak, await peakMb(child.pid));
    if (await killWhen?.()) child.kill('SIGKILL');
    over = await Promise.race([ended.promise, pause(LOOK_EVERY_MS, undefined)]);
  }
  if (killWhen === undefined && over.code !== 0) throw new Error(`settling ended with ${over.code}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

interface Size {
  creators: number;
  /** At most, for settling all of them. */
  limit_seconds: number;
}

async function measure(url: string, { creators, limit_seconds }: Size): Promise<Row[]> {
  const pool = new Pool({ connectionString: url, max: 4 });
  const log = postgresLog(pool);
  try {
    const calendar = businessCalendar(DEFAULT_TIME_ZONE);
    const orders = creators * ORDERS_EACH;
    // All of it in the month before this one.
    const until = calendar.startOf(`${monthAt(calendar, Date.now())}-01`) - 3_600_000;
    const names = Array.from(
      { length: creators },
      (_, number) => `creator${String(number).padStart(25, '0')}`,
    );
    await generatePast(pool, { orders, creators: names, fans: 50_000, days: 27, until, events: 'orders' });
    const books = ledger(calendar);
    await installReadModels(pool, [books]);
    await rebuild(pool, log, books);

    const settled = async (): Promise<number> =>
      Number(
        (await pool.query("SELECT count(*) FROM log.streams WHERE stream LIKE 'settlement-%'")).rows[0].count,
      );
    const killed = await runProgram(url, async () => (await settled()) > creators / 3);
    const before = await settled();
    const run = await runProgram(url);
    const after = await settled();
    if (after !== creators) throw new Error(`${after} of ${creators} creators were settled`);

    const began = performance.now();
    const { compared, differing } = await compareMonth(pool, monthAt(calendar, until));
    const comparing = (performance.now() - began) / 1000;
    if (compared !== creators || differing.length > 0)
      throw new Error(`${differing.length} settlements differ`);

    const seconds = killed.seconds + run.seconds;
    const what = `settlement of ${whole(creators)} creators with ${whole(orders)} orders`;
    return [
      noMoreThan(limit_seconds, {
        name: what,
        value: seconds,
        unit: 's',
        remark: `killed after ${whole(before)} of them and run again; ${whole(creators / seconds)} creators a second; compared with all lines in ${comparing.toFixed(1)} s`,
      }),
      noMoreThan(MEMORY_MB, {
        name: `${what}: most that the program kept resident`,
        value: Math.max(killed.peak, run.peak),
        unit: 'MB',
      }),
    ];
  } finally {
    await log.close();
    await pool.end();
  }
}

const benchOf =
  (size: Size): Bench =>
  ({ databaseUrl, quick }) =>
    withScratchDatabase(databaseUrl, allMigrations, (url) =>
      measure(url, quick ? { ...size, creators: size.creators / 10 } : size),
    );

/** The program of `npm run settle` on a month of many creators, killed on the way and run again. */
export const settlementBench = benchOf({ creators: 10_000, limit_seconds: 120 });

/** The same with ten times as many: needs some 25 GB of disk, and most of an hour to be made ready. */
export const largeSettlementBench = benchOf({ creators: 100_000, limit_seconds: 1_200 });
