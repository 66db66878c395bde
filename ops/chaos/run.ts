import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { DAY_MS, HOUR_MS } from '#events/time.ts';
import { randomFrom } from '#ops/demo/random.ts';
import { lineOf } from '#ops/problem.ts';
import { type Counts, openCounts } from '#ops/simulation/counts.ts';
import { untilQuiet } from '#ops/simulation/quiet.ts';
import type { Stops } from '#ops/start/stops.ts';
import { advanceSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { type Check, check } from './checks.ts';
import { openClient } from './client.ts';
import { startFaults } from './faults.ts';
import { openJournal } from './journal.ts';
import { openMarket } from './market.ts';
import type { OpenMode } from './mode.ts';
import { act } from './people.ts';
import { type Plant, plantFault } from './plant.ts';
import { type Servers, startServers } from './servers.ts';
import { usualTargets } from './targets.ts';

export interface Chaos {
  seed: number;
  minutes: number;
  dataDir: string;
  plant: Plant | undefined;
  modes: readonly OpenMode[];
}

export interface ChaosResult {
  /** The faults and the clients' answers. */
  counts: Counts;
  checks: Check[];
  /** The longest time in which no request was acknowledged, while there were faults. */
  silence_ms: number;
}

const MINUTE_MS = 60_000;
/**
 * After these moves of the clock unpaid orders have expired, and slow payouts and late money have arrived; then all
 * agreements were renewed, or ended after the last try.
 */
const MOVES_MS = [2 * HOUR_MS, 26 * HOUR_MS, 28 * DAY_MS, 3 * DAY_MS, 37 * HOUR_MS, 37 * HOUR_MS];
const MAX_ROUNDS = 20;

function longestSilence(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.reduce((longest, time, index) => Math.max(longest, time - (sorted[index - 1] ?? time)), 0);
}

/** Waits until all followers are at the head of the log and nothing is due by the moved clock. */
async function rest({ pool }: Servers): Promise<void> {
  const log = postgresLog(pool);
  try {
    for (const move of [0, ...MOVES_MS]) {
      const ahead = await advanceSandboxClock(pool, move);
      await untilQuiet({ pool, log, clock: { now: () => Date.now() + ahead } });
    }
  } finally {
    await log.close();
  }
}

/** Runs people and faults; then waits for the end of all work, and checks. */
export async function runChaos(
  { seed, minutes, dataDir, plant, modes }: Chaos,
  { stops, fail, tell }: { stops: Stops; fail(error: unknown): void; tell(line: string): void },
): Promise<ChaosResult> {
  const counts = openCounts();
  const journal = openJournal(join(dataDir, 'journal.jsonl'));
  await stops.add(() => journal.close());
  const servers = await startServers(dataDir, modes, { stops, fail });
  const { pool } = servers;
  const client = openClient(servers.origins, journal, randomFrom(seed));
  await stops.add(() => client.close());
  const market = await openMarket(servers, dataDir, client);
  const { rows } = await pool.query<{ data_directory: string }>('SHOW data_directory');
  tell(`the market is open; ${minutes} minutes of faults begin`);

  const over = new AbortController();
  const targets = [
    ...usualTargets(servers, rows[0]?.data_directory ?? ''),
    ...servers.added.flatMap((added) => added.targets),
  ];
  const faults = startFaults(targets, { random: randomFrom(seed + 1), counts });
  await stops.add(() => faults.end());
  const acting = act(client, market, randomFrom(seed + 2), over.signal);
  await Promise.race([acting, pause(minutes * MINUTE_MS)]);
  over.abort();
  await Promise.all([acting, faults.end()]);
  const acknowledged = journal.entries.filter(({ outcome }) => outcome === 'acknowledged');
  const silence_ms = longestSilence(acknowledged.map(({ answered_at }) => answered_at));

  tell('waiting for the end of all work');
  const checks: Check[] = [];
  let left = await client.settle();
  for (let round = 1; left > 0 && round < MAX_ROUNDS; round += 1) left = await client.settle();
  checks.push({
    name: 'every request has an answer',
    faults: left === 0 ? [] : [`${left} requests have no known outcome`],
  });
  try {
    await rest(servers);
    checks.push({ name: 'rest', faults: [] });
  } catch (error) {
    checks.push({ name: 'rest', faults: [lineOf(error)] });
  }
  for (const { action, outcome, status } of journal.entries) {
    counts.add(`${outcome}: ${action}`);
    if (status >= 500) counts.add(`HTTP ${status}`);
  }
  // 503 can be repeated; any other is an error of ours.
  const failed = journal.entries.filter(({ status }) => status >= 500 && status !== 503);
  checks.push({
    name: 'no HTTP 500',
    faults: failed.map(({ action, status, answered_at }) => `${action}: ${status} at ${answered_at}`),
  });
  if (plant) await plantFault(plant, journal, pool);
  checks.push(
    ...(await check(pool, servers.databaseUrl, journal.entries, { limits: market.limits, counts })),
  );
  for (const added of servers.added) checks.push(...(await added.check(pool, journal.entries)));
  return { counts, checks, silence_ms };
}
