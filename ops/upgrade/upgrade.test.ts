import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { type Actor, answerTo, call, overHttp } from '#ops/actors/client.ts';
import { bought, signIn } from '#ops/actors/people.ts';
import { audit } from '#ops/audit.ts';
import { workOnProjections } from '#ops/projections.ts';
import { removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { checkOrder } from '#services/contract/orders/orders.ts';
import { useRedeemCode } from '#services/contract/redeem/calls.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';

/**
 * The database of version 8fad245, by pg_dump of PostgreSQL 16 (`--rows-per-insert=100 --no-owner --no-privileges`). People
 * of that time bought postcards, a membership of three months and two tickets; one order had 4.00 of 10.00 refunded, one
 * was not paid; two codes were made.
 */
const DUMP = new URL('8fad245.sql.gz', import.meta.url);
const POSTCARDS = '01a22a9ac79872e4a30edbedad088a38';
const UNPAID = '209822133975115865439924967';
const PART_REFUNDED = '263738251229170466143625711';
const CODE = '44JS-7HB9-TNMP-NZFE';

/** The keys of that installation, which existed for this test only. */
const keys = Object.fromEntries(
  ['vault', 'lookup', 'sandbox-notices', 'ticket-signing', 'log-sealing', 'session-signing'].map((name) => [
    `FANWATT_SECRET_${name.replaceAll('-', '_').toUpperCase()}`,
    createHash('sha256').update(`fanwatt upgrade test ${name}`).digest('base64'),
  ]),
);

test('a database of the first version is upgraded at the start: people, orders, codes and seals go on', async () => {
  const database = await createTestDatabase([]);
  onTestFinished(() => database.drop());
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(gunzipSync(await readFile(DUMP)).toString());
  await client.end();
  const dataDir = await temporaryFolder('fanwatt-upgrade-');
  onTestFinished(() => removeFolder(dataDir));
  const env = { ...keys, DATABASE_URL: database.url, DATA_DIR: dataDir, SANDBOX: '1', SANDBOX_PUBLIC: '1' };
  const server = await startServer({ ...env, RATE_LIMITS: 'off' });
  onTestFinished(async () => {
    server.supervisor.kill('SIGTERM');
    await server.ended;
  });
  await server.untilPrinted('Fanwatt is ready');
  await expect
    .poll(async () => (await fetch(`${server.base}/readyz`)).json())
    .toMatchObject({ status: 'ready', lag: 0 });

  const person = async (account: string): Promise<Actor> => {
    const { auth_token: token } = await signIn(overHttp(server.base), { account, password: 'upgrade-test' });
    return overHttp(server.base, { token });
  };
  const [seller, fan] = [await person('seller@upgrade.example'), await person('fan@upgrade.example')];
  await call(fan, sandboxClock, { advance_seconds: 3_600 });
  await expect
    .poll(async () => (await answerTo(fan, checkOrder, { out_trade_no: UNPAID })).data.status)
    .not.toBe(1);

  const { plan } = await call(fan, getPlan, { plan_id: POSTCARDS });
  const [large] = plan.sku;
  const order = { plan_id: POSTCARDS, product_type: 1, sku: [{ sku_id: large?.sku_id ?? '', count: 1 }] };
  await bought(fan, order);
  expect(await answerTo(fan, useRedeemCode, { product_type: 1, sku: order.sku, code: CODE })).toMatchObject({
    ec: 200,
  });
  expect(
    await answerTo(fan, useRedeemCode, { product_type: 1, sku: order.sku, code: CODE }),
  ).not.toMatchObject({ ec: 200 });
  expect(
    await answerTo(seller, refundOrder, { out_trade_no: PART_REFUNDED, amount: '6.01' }),
  ).not.toMatchObject({
    ec: 200,
  });
  expect(await answerTo(seller, refundOrder, { out_trade_no: PART_REFUNDED, amount: '6.00' })).toMatchObject({
    ec: 200,
  });

  for (const action of ['verify', 'recompute'] as const) {
    const { lines, well } = await audit({ action }, env);
    expect(well, lines.join('\n')).toBe(true);
  }
  const lines: string[] = [];
  expect(await workOnProjections(['check', 'all'], env, (line) => lines.push(line)), lines.join('\n')).toBe(
    true,
  );
});
