import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { formOf } from '#services/api/testing/form.ts';
import { pictures } from '#services/api/testing/pictures.ts';
import { uploadPicture } from '#services/contract/media/upload-forms.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import type { ReadyAnswer } from '#services/contract/system/calls.ts';
import { answerTo } from './actors/client.ts';
import { becomeCreator, goodsForm, newPerson, putOnSale, somebody, unitsOf } from './actors/people.ts';
import { runningEmbedded } from './postgres/embedded.ts';
import { workOnProjections } from './projections.ts';
import { type RunningServer, removeFolder, startServer, temporaryFolder } from './testing/run-server.ts';
import { mountSmallDisk } from './testing/small-disk.ts';

const TIMEOUT = { timeout: 90_000, interval: 300 };
/** Longer than the retries of the start for any other reason. */
const FULL_MS = 20_000;
const MAX_ORDERS = 4_000;

let server: RunningServer;

const readiness = (): Promise<ReadyAnswer> =>
  fetch(`${server.base}/readyz`).then((answer) => answer.json() as Promise<ReadyAnswer>);
const ready = () => expect.poll(readiness, TIMEOUT).toMatchObject({ status: 'ready', lag: 0 });
const lives = async () => expect((await fetch(`${server.base}/healthz`)).status).toBe(200);

test('a full disk refuses writes and loses nothing; work continues when it has room', async ({ skip }) => {
  const folder = await temporaryFolder('fanwatt-disk-');
  onTestFinished(() => removeFolder(folder));
  const disk = mountSmallDisk(folder, 320);
  skip(disk === undefined, 'not root');
  if (!disk) return;
  onTestFinished(() => disk.remove());
  const env = { DATA_DIR: folder, SANDBOX: '1', RATE_LIMITS: 'off' };
  server = await startServer(env);
  onTestFinished(async () => {
    server.supervisor.kill('SIGTERM');
    await server.ended;
  });
  await server.untilPrinted('Fanwatt is ready');

  const [seller, fan] = [
    await newPerson(server.base, somebody('seller')),
    await newPerson(server.base, somebody('fan')),
  ];
  await becomeCreator(seller, { name: 'Seller', url_slug: 'fulldisk' });
  const form = goodsForm('Postcard', { name: 'Large', price: '10.00' });
  const postcard = unitsOf(await putOnSale(seller, form), 1);

  /** Order numbers by key; undefined while the order is refused. */
  const orders = new Map<string, string | undefined>();
  const unpaid = new Set<string>();
  async function paid(charge_id: string): Promise<boolean> {
    const { status, ec } = await answerTo(fan, sandboxPay, { charge_id, outcome: 'success' });
    expect([200, 50_300]).toContain(ec);
    return status === 200;
  }
  async function order(key: string): Promise<boolean> {
    const { status, ec, data } = await answerTo(fan, createOrder, postcard, key);
    expect([200, 503]).toContain(status);
    expect(ec).toBe(status === 200 ? 200 : 50_300);
    if (status !== 200) orders.set(key, undefined);
    else {
      const { out_trade_no, pay } = data;
      orders.set(key, out_trade_no);
      if (!(await paid(pay.charge_id))) unpaid.add(pay.charge_id);
    }
    return status === 200;
  }
  async function someOrders(): Promise<void> {
    for (let n = 0; n < 20; n += 1) expect(await order(`key-${orders.size}`)).toBe(true);
  }
  /** A refused request later succeeds with its key. */
  async function repeated(): Promise<void> {
    for (const [key, number] of orders) if (number === undefined) expect(await order(key)).toBe(true);
    for (const charge of unpaid) expect(await paid(charge)).toBe(true);
    unpaid.clear();
  }
  const url = await runningEmbedded(folder);
  const pool = new Pool({ connectionString: url ?? '', max: 2 });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  const count = async (table: string): Promise<number> =>
    (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n ?? -1;

  await someOrders();
  await disk.fill();
  // PostgreSQL has a little room in its files.
  while (await order(`key-${orders.size}`)) expect(orders.size).toBeLessThan(MAX_ORDERS);
  await lives();
  expect(await readiness()).toMatchObject({
    status: 'not ready',
    reason: expect.stringMatching(/^(disk of the database is full|database does not answer)$/),
  });
  const { headers, payload: body } = formOf(pictures.png);
  const upload = () => seller.send({ method: 'POST', url: uploadPicture.path, body, headers });
  expect(await upload()).toMatchObject({ status: 503, ec: 50_300 });
  await disk.free();
  await ready();
  const objects = globSync('media/**/*', { cwd: folder, withFileTypes: true });
  expect([objects.filter((one) => one.isFile()), await count('media.files')]).toEqual([[], 0]);
  await repeated();
  await someOrders();

  // Without room for its own log PostgreSQL ends.
  await disk.fill();
  const emit = "SELECT pg_logical_emit_message(false, 'test', repeat(md5(random()::text), 500000))";
  for (let n = 0; n < 30; n += 1)
    if ((await pool.query(emit).catch((error: Error) => error)) instanceof Error) break;
  await server.untilPrinted('The disk is full');
  const until = performance.now() + FULL_MS;
  while (performance.now() < until) {
    await lives();
    expect(await order('key-while-full')).toBe(false);
    await pause(500);
  }
  expect(await readiness()).toMatchObject({ status: 'not ready', reason: 'database does not answer' });
  expect(server.supervisor.exitCode).toBeNull();
  await disk.free();
  await server.untilPrinted('The disk has room again');
  await ready();
  await repeated();
  await someOrders();
  expect(await upload()).toMatchObject({ status: 200, ec: 200 });
  await ready();

  const expected = [...orders.values()].map((number) => `order-${number}`).sort();
  const streams = async (type: string): Promise<string[]> =>
    (await pool.query<{ stream: string }>('SELECT stream FROM log.events WHERE type = $1', [type])).rows.map(
      ({ stream }) => stream,
    );
  expect((await streams('OrderPlaced')).sort()).toEqual(expected);
  await expect.poll(async () => (await streams('OrderPaid')).sort(), TIMEOUT).toEqual(expected);
  await ready();
  expect(await count('log.events')).toBe((await readiness()).position);
  const lines: string[] = [];
  const equal = await workOnProjections(['check', 'all'], env, (line) => lines.push(line));
  expect(equal, lines.join('\n')).toBe(true);
}, 400_000);
