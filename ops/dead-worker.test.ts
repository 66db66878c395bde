import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AttentionItem, Overview } from '#services/contract/books/finance-overview.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { PlacedOrder } from '#services/contract/orders/orders.ts';
import type { ReadyAnswer } from '#services/contract/system/calls.ts';
import type { OutboxMessage } from '#services/contract/system/sandbox.ts';
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

async function call<Data>(path: string, body?: object, token = ''): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const answer = await fetch(server.base + path, { headers, ...sent });
  const { ec, data } = (await answer.json()) as { ec: number; data: Data };
  if (ec !== 200) throw new Error(`${path} answered ${ec}: ${JSON.stringify(data)}`);
  return data;
}

/** @returns the token of a new user */
async function registered(name: string): Promise<string> {
  const account = `${name}@worker.example`;
  await call('/api/passport/send-verify-code', { account, account_type: 'email' });
  const { list } = await call<{ list: OutboxMessage[] }>(`/api/sandbox/outbox?account=${account}`);
  const person = { account, name, password: 'worker-password', code: list[0]?.code };
  return (await call<{ auth_token: string }>('/api/passport/register', person)).auth_token;
}

const pidsOf = async (part: string): Promise<number[]> =>
  (await processesOf(folder)).filter(({ command }) => command.includes(part)).map(({ pid }) => pid);

const ready = async (): Promise<{ status: number; body: ReadyAnswer }> => {
  const answer = await fetch(`${server.base}/readyz`);
  return { status: answer.status, body: (await answer.json()) as ReadyAnswer };
};

const stoppedParts = async (token: string): Promise<AttentionItem[]> =>
  (await call<Overview>('/api/finance/overview', undefined, token)).attention.list.filter(
    ({ kind }) => kind === 'stopped',
  );

/** Orders one and pays it. @returns its number, once it is paid */
async function bought({ plan_id, sku }: Plan, token: string): Promise<string> {
  const order = { plan_id, product_type: 1, sku: [{ sku_id: sku[0]?.sku_id, count: 1 }] };
  const { pay, out_trade_no } = await call<PlacedOrder>('/api/order/create-order', order, token);
  await call('/api/sandbox/pay', { charge_id: pay.charge_id, outcome: 'success' }, token);
  const path = `/api/order/check?out_trade_no=${out_trade_no}`;
  await vi.waitFor(
    async () => expect(await call(path, undefined, token)).toMatchObject({ status: 2 }),
    TIMEOUT,
  );
  return out_trade_no;
}

test('a worker that always crashes stops neither API nor database; a working one continues', async () => {
  const [seller, finance] = [await registered('seller'), await registered('finance')];
  await administer(
    { action: 'grant', account: 'finance@worker.example', what: 'finance' },
    { DATA_DIR: folder },
  );
  await call('/api/creator/edit-basic', { name: 'Seller', url_slug: 'whilestopped' }, seller);
  const form = { name: 'Postcard', product_type: 1, sku: [{ name: 'Large', price: '10.00', stock: 9 }] };
  const { plan } = await call<{ plan: Plan }>('/api/creator/edit-plan', form, seller);
  await vi.waitFor(async () => expect((await ready()).body.worker_seen).not.toBeNull(), TIMEOUT);
  const stay = [...(await pidsOf('services/api/main.ts')), ...(await pidsOf('/bin/postgres'))];

  await writeFile(deaths(), '');
  for (const pid of await pidsOf(WORKER)) process.kill(pid, 'SIGKILL');
  let order: string;
  let died: string;
  try {
    await server.untilPrinted('worker keeps crashing');
    order = await bought(plan, finance);
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
    const { list } = await call<{ list: { out_trade_no: string }[] }>('/api/my/orders', undefined, finance);
    expect(list.map(({ out_trade_no }) => out_trade_no)).toContain(order);
  }, TIMEOUT);
  expect(await pidsOf('services/api/main.ts')).toEqual(expect.arrayContaining(stay.slice(0, 1)));
}, 240_000);
