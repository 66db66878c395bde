import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AttentionItem, getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import type { ReadyAnswer } from '#services/contract/system/calls.ts';
import { type Actor, call } from './actors/client.ts';
import {
  becomeCreator,
  bought,
  goodsForm,
  newPerson,
  putOnSale,
  somebody,
  unitsOf,
} from './actors/people.ts';
import { administer } from './admin.ts';
import {
  processesOf,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from './testing/run-server.ts';

const WORKER = 'services/worker/main.ts';
/** Ten crashes with their pauses, and the longest pause before an undisturbed start. */
const TIMEOUT = { timeout: 120_000, interval: 500 };

/** Loaded by every program of the server: while the file exists, a worker appends a line to it and exits. */
const DYING = `import { appendFileSync, existsSync } from 'node:fs';
if (process.argv[1]?.endsWith('${WORKER}') && existsSync(process.env.DEATHS)) {
  appendFileSync(process.env.DEATHS, 'died\\n');
  process.kill(process.pid, 'SIGKILL');
}`;
const deaths = (): string => `${folder}/deaths`;

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await temporaryFolder();
  const program = `${folder}/die.mjs`;
  await writeFile(program, DYING);
  const env = { NODE_OPTIONS: `--import=${program}`, DEATHS: deaths() };
  server = await startServer({ DATA_DIR: folder, RATE_LIMITS: 'off', ...env });
  await server.untilPrinted('Fanwatt is ready');
});
afterAll(async () => {
  server?.supervisor.kill('SIGTERM');
  await server?.ended;
  await removeFolder(folder);
});

const pidsOf = async (part: string): Promise<number[]> =>
  (await processesOf(folder)).filter(({ command }) => command.includes(part)).map(({ pid }) => pid);

const ready = async (): Promise<{ status: number; body: ReadyAnswer }> => {
  const answer = await fetch(`${server.base}/readyz`);
  return { status: answer.status, body: (await answer.json()) as ReadyAnswer };
};

const stoppedParts = async (finance: Actor): Promise<AttentionItem[]> =>
  (await call(finance, getFinanceOverview)).attention.list.filter(({ kind }) => kind === 'stopped');

test('a worker that always crashes stops neither API nor database; a working one continues', async () => {
  const desk = somebody('finance');
  const [seller, finance] = [
    await newPerson(server.base, somebody('seller')),
    await newPerson(server.base, desk),
  ];
  await administer({ action: 'grant', account: desk.account, what: 'finance' }, { DATA_DIR: folder });
  await becomeCreator(seller, { name: 'Seller', url_slug: 'whilestopped' });
  const plan = await putOnSale(seller, goodsForm('Postcard', { name: 'Large', price: '10.00', stock: 9 }));
  await vi.waitFor(async () => expect((await ready()).body.worker_seen).not.toBeNull(), TIMEOUT);
  const stay = [...(await pidsOf('services/api/main.ts')), ...(await pidsOf('/bin/postgres'))];

  await writeFile(deaths(), '');
  for (const pid of await pidsOf(WORKER)) process.kill(pid, 'SIGKILL');
  let order: string;
  let died: string;
  try {
    await server.untilPrinted('worker keeps crashing');
    order = (await bought(finance, unitsOf(plan, 1))).out_trade_no;
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ready' });
    // Half a minute without a heartbeat passes while it dies ten times.
    expect(body.worker_seen).toBeGreaterThanOrEqual(30);
    expect(await stoppedParts(finance)).toContainEqual(
      expect.objectContaining({ kind: 'stopped', ref: 'worker' }),
    );
    const now = [...(await pidsOf('services/api/main.ts')), ...(await pidsOf('/bin/postgres'))];
    expect(now).toEqual(expect.arrayContaining(stay));
    expect(server.supervisor.exitCode).toBeNull();
  } finally {
    died = await readFile(deaths(), 'utf8');
    await rm(deaths());
  }
  expect(died.split('\n').length).toBeGreaterThan(9);

  await vi.waitFor(async () => expect(await stoppedParts(finance)).toEqual([]), TIMEOUT);
  const { body } = await ready();
  expect(body.worker_seen).toBeLessThan(30);
  await vi.waitFor(async () => {
    const { list } = await call(finance, listMyOrders);
    expect(list.map(({ out_trade_no }) => out_trade_no)).toContain(order);
  }, TIMEOUT);
  expect(await pidsOf('services/api/main.ts')).toEqual(expect.arrayContaining(stay.slice(0, 1)));
}, 240_000);
