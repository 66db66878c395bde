import { afterAll, beforeAll, describe, expect } from 'vitest';
import { chargeIdOf, type OutTradeNo, type SkuId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { eventGate, rowGate } from '#services/worker/testing/gate.ts';
import { killedAtEach, type Steps } from '#services/worker/testing/kills.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { openShop } from '#services/worker/testing/shop.ts';

/** Every step of the API's that writes anything between checkout and the acknowledged notice. */
const steps: Steps = [
  ['placing the order', eventGate('OrderPlaced')],
  ['making the charge', rowGate('INSERT', 'sandbox.charges')],
  ['taking the payment at the cashier', rowGate('UPDATE', 'sandbox.charges')],
  ['owing the notice', rowGate('INSERT', 'sandbox.notices')],
  ['recording the payment', eventGate('OrderPaid')],
  ['logging the notice', rowGate('INSERT', 'payments.notices')],
  ['hearing that the notice was acknowledged', rowGate('UPDATE', 'sandbox.notices')],
];

interface RunningApi {
  program: Program;
  url: string;
  /** The one that is started after this one was killed. */
  next: PromiseWithResolvers<RunningApi>;
}

let api: RunningApi;

async function startApi(): Promise<RunningApi> {
  const program = await startProgram('api', shop.api);
  const url = `http://127.0.0.1:${program.ready.port}`;
  return { program, url, next: Promise.withResolvers() };
}

const shop = fixture(openShop);
beforeAll(async () => {
  shop.processes();
  api = await startApi();
});
afterAll(() => api.program.stop());

/** Like a browser whose user retries: the same request until an API answers. */
async function insist(path: string, body: object, headers: Record<string, string>) {
  for (let at = api; ; at = await at.next.promise) {
    try {
      const response = await fetch(at.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { ec: number; data: Record<string, unknown> };
    } catch {
      // It was killed under us: on to the next.
    }
  }
}

const countOf = async (sql: string, order: OutTradeNo): Promise<number> => {
  const { rows } = await shop.api.deps.pool.query(`SELECT count(*)::int AS n FROM ${sql}`, [
    chargeIdOf(order, 1),
  ]);
  return rows[0].n;
};

/** One fan buys the only unit and pays; the result is the same after any crash. */
async function purchase(sku_id: SkuId): Promise<void> {
  const fan = await shop.api.user();
  const authorization = `Bearer ${fan.token}`;
  const choice = { plan_id: shop.plan_id, product_type: 1, sku: [{ sku_id, count: 1 }] };
  const key = { 'idempotency-key': `only-${sku_id}` };
  const created = await insist('/api/order/create-order', choice, { authorization, ...key });
  expect(created.ec).toBe(200);
  const order = created.data.out_trade_no as OutTradeNo;
  const paid = await insist('/api/sandbox/pay', { charge_id: chargeIdOf(order, 1), outcome: 'success' }, {});
  expect(paid).toMatchObject({ ec: 200, data: { status: 'paid' } });

  const unacknowledged = 'sandbox.notices WHERE charge_id = $1 AND acknowledged_at IS NULL';
  await expect
    .poll(
      async () => {
        // Notices claimed by a dead process are sent again when due.
        await shop.pass(5);
        return countOf(unacknowledged, order);
      },
      { interval: 200 },
    )
    .toBe(0);
  expect(await shop.history(order)).toEqual(['OrderPlaced', 'OrderPaid']);
  expect(await countOf('sandbox.charges WHERE charge_id = $1', order)).toBe(1);
  expect(await countOf('sandbox.notices WHERE charge_id = $1', order)).toBe(1);
  expect(await countOf('payments.notices WHERE charge_id = $1', order)).toBe(1);
  expect(await shop.left(sku_id)).toBe(0);
}

describe('an API that is killed', () => {
  killedAtEach(steps, async () => {
    const sku = await shop.sell(1);
    const killed = api;
    return {
      api: shop.api,
      story: () => purchase(sku),
      kill: () => killed.program.kill(),
      async restart() {
        api = await startApi();
        killed.next.resolve(api);
      },
    };
  });
});
