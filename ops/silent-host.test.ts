import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { holdLeases } from '#events/log/subscription/leases.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { runProjections } from '#read-models/engine/runner.ts';
import { createPool } from '#services/runtime/database.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { makeFarHost } from './testing/far-host.ts';
import { type Ask, type Fared, LEASE, PROJECTIONS, until } from './testing/far-work.ts';
import { startThrowawayServer } from './testing/throwaway-server.ts';

/** More than go into a batch of the committer. */
const COMMANDS = 3_000;
const TAKEN_OVER_WITHIN_MS = 30_000;
/** A query's deadline and one more try, to connect. */
const ANSWERED_WITHIN_MS = 25_000;
/** A query outside of the log can take as long as the server's statement limit. */
const READ_WITHIN_MS = 40_000;

test('a host with a cut link loses its leases, and its waiting commands are answered', async ({
  skip,
  onTestFinished,
}) => {
  const host = makeFarHost();
  skip(host === undefined, 'not root');
  if (!host) return;
  onTestFinished(() => host.remove());
  const server = await startThrowawayServer(host);
  onTestFinished(() => server.stop());
  const url = new URL(server.url);
  url.hostname = host.address;
  const pool = createPool(server.url, { name: 'near' });
  onTestFinished(() => pool.end());
  await migrate(pool, allMigrations);

  const far = host.run(new URL('./testing/far-process.ts', import.meta.url), { DATABASE_URL: url.href });
  onTestFinished(() => void far.kill('SIGKILL'));
  await once(far, 'message');
  const ask = async (request: Ask): Promise<{ fared: Fared[]; held: number }> => {
    far.send(request);
    const [answer] = await once(far, 'message');
    return answer;
  };
  const all = 1 + PROJECTIONS;
  await expect.poll(async () => (await ask({ commands: 1, reads: 1 })).held).toBe(all);

  // Another worker waits for the same leases.
  const log = postgresLog(pool);
  const leases = holdLeases({
    pool,
    kind: 'process',
    names: [LEASE],
    onError: () => undefined,
    work: (_name, signal) => until(signal),
  });
  const projections = runProjections({
    pool,
    log,
    onError: () => undefined,
    projections: allProjections(businessCalendar(DEFAULT_TIME_ZONE)).slice(0, PROJECTIONS),
  });
  onTestFinished(async () => {
    await Promise.all([leases.stop(), projections.stop()]);
    await log.close();
  });
  const held = (): number => leases.held().length + projections.status().length;
  await pause(2_500);
  expect(held()).toBe(0);

  const answer = ask({ commands: COMMANDS, reads: 20 });
  host.cut();
  const latest = performance.now() + TAKEN_OVER_WITHIN_MS;
  while (held() < all && performance.now() < latest) await pause(50);
  expect(held()).toBe(all);

  const { fared } = await answer;
  const slowest = (of: readonly Fared[]): number => Math.max(...of.map(({ ms }) => ms));
  const outcomes = new Set(fared.slice(0, COMMANDS).map(({ outcome }) => outcome));
  expect(slowest(fared.slice(0, COMMANDS))).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(slowest(fared.slice(COMMANDS))).toBeLessThan(READ_WITHIN_MS);
  for (const outcome of outcomes)
    expect(['done', 'LogUnreachable', 'AppendOutcomeUnknown']).toContain(outcome);

  // The host that is back no longer has the leases, once work that waits for its database has ended.
  host.mend();
  await expect
    .poll(async () => (await ask({ commands: 3, reads: 3 })).fared.map(({ outcome }) => outcome))
    .toEqual(Array(6).fill('done'));
  await expect.poll(async () => (await ask({ commands: 0, reads: 0 })).held).toBe(0);
  expect(held()).toBe(all);
});
