import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { quickest } from '#events/testing/quickest.ts';
import { descendantsOf, processesOf, type RunningServer } from '../testing/run-server.ts';
import { serversOfTest } from '../testing/servers-of-test.ts';

const READY = 'Fanwatt is ready';
const patience = { timeout: 45_000, interval: 200 };
const { folder, start } = serversOfTest();

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Says that it is ready, and is. On a busy machine one answer can come after the patience of `/readyz`. */
async function becomesReady(server: RunningServer): Promise<void> {
  await server.untilPrinted(READY);
  await vi.waitFor(async () => expect(await isReady(server.base)).toBe(true), patience);
}

/** Processes with this part in their command line. */
const pidsOf = async (part: string): Promise<number[]> =>
  (await processesOf(folder())).flatMap(({ pid, command }) => (command.includes(part) ? [pid] : []));

const API = 'services/api/main.ts';

async function restartsKilled({ base }: RunningServer, part: string): Promise<void> {
  const [before = 0] = await pidsOf(part);
  process.kill(before, 'SIGKILL');
  await vi.waitFor(async () => {
    const now = await pidsOf(part);
    expect(now).not.toEqual([]);
    expect(now).not.toContain(before);
    expect(await isReady(base)).toBe(true);
  }, patience);
}

/** While it is started again the others answer. */
async function oneApiProcessKilled({ base }: RunningServer): Promise<void> {
  const before = await pidsOf(API);
  expect(before).toHaveLength(3);
  const [killed = 0] = before;
  process.kill(killed, 'SIGKILL');
  // A dying process has its sockets for longer than its command line.
  await vi.waitFor(() => expect(() => process.kill(killed, 0)).toThrow(), patience);
  // New connections, of which the killed one would get a third. `fetch` could use an old one, to the killed process.
  for (let n = 0; n < 20; n += 1) {
    const [answer] = (await once(get(`${base}/healthz`, { agent: false }), 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  }
  await vi.waitFor(async () => expect(await pidsOf(API)).toHaveLength(3), patience);
}

async function answersWithinASecondWithoutPostgres({ base }: RunningServer): Promise<void> {
  // The postmaster and its backends, below the shell that keeps it.
  const stopped = await descendantsOf((await pidsOf('/bin/postgres'))[0] ?? 0);
  expect(stopped.length).toBeGreaterThan(5);
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const measure = async () => {
        const began = performance.now();
        const answer = await fetch(`${base}/readyz`);
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({ reason: 'database does not answer' });
        return performance.now() - began;
      };
      expect(await quickest(1_000, measure)).toBeLessThan(1_000);
    }
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await vi.waitFor(async () => expect(await isReady(base)).toBe(true), patience);
}

// One after the other on one data directory: each start of the whole server takes seconds of a processor.
it('starts all, restarts killed processes, and leaves nothing running after a stop or a kill', async () => {
  const server = await start({}, ['--replicas', '3']);
  await becomesReady(server);

  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.said()).toMatch(/is in use by npm start \(process \d+\): stop it first/);
  await becomesReady(server);

  await answersWithinASecondWithoutPostgres(server);
  await oneApiProcessKilled(server);
  for (const part of ['services/worker/main.ts', '/bin/postgres']) await restartsKilled(server, part);

  server.supervisor.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(await processesOf(folder())).toEqual([]);

  const again = await start();
  await becomesReady(again);
  await restartsKilled(again, API);
  again.supervisor.kill('SIGKILL');
  await vi.waitFor(async () => expect(await processesOf(folder())).toEqual([]), patience);

  const third = await start();
  await becomesReady(third);
  // Nothing is left either when the stop comes while it starts PostgreSQL again.
  process.kill((await pidsOf('/bin/postgres'))[0] ?? 0, 'SIGKILL');
  await third.untilPrinted('PostgreSQL ended');
  third.supervisor.kill('SIGINT');
  expect(await third.ended).toBe(0);
  expect(await processesOf(folder())).toEqual([]);
});
