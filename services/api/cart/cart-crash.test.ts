import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type CartOrderNo, cartNumber, chargeIdOf } from '#events/ids.ts';
import { cartStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { rowGate } from '#services/worker/testing/gate.ts';
import { killedAtEach, type Steps } from '#services/worker/testing/kills.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { cartCalls, granted, openSampleShop, skuId, vaultRows } from '../testing/sample-shop.ts';
import { startTestApi } from '../testing/test-api.ts';

/** Every step at which a cart that is ordered is written down. */
const steps: Steps = [
  ['laying the remark into the vault', rowGate('INSERT', 'accounts.vault', `NEW.kind = 'remark'`)],
  ['marking the entries', rowGate('UPDATE', 'cart.entries', 'NEW.ordering IS NOT NULL')],
  ['placing the orders', rowGate('INSERT', 'log.events', `NEW.type = 'CartPlaced'`)],
  ['emptying the cart', rowGate('DELETE', 'cart.entries')],
  ['making the charge', rowGate('INSERT', 'sandbox.charges')],
];

let program: Program;
/** Where the API listens that is started after the one that was killed. */
let next = Promise.withResolvers<string>();
let url: string;

async function startApi(): Promise<void> {
  program = await startProgram('api', api);
  url = `http://127.0.0.1:${program.ready.port}`;
}

const api = fixture(() => startTestApi({ projections: false }));
const fair = fixture(() => openSampleShop(api));
beforeAll(() => startApi());
afterAll(() => program?.stop());

/** Like a browser whose user retries: the same request until an API answers. */
async function insist(path: string, body: object, token: string, key: string) {
  for (let at = url; ; at = await next.promise) {
    try {
      const response = await fetch(at + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      });
      if (response.status === 200)
        return (await response.json()) as { ec: number; data: { cart_order_no: CartOrderNo } };
    } catch {
      // It was killed under us: on to the next.
    }
  }
}

/** One fan orders a cart of two entries; the result is the same after any crash. */
async function order(): Promise<void> {
  const fan = await api.user();
  const calls = cartCalls(api, fan);
  const cards = ['Ace', 'Queen'].map((name) => ({ sku_id: skuId(fair.set, name), count: 1 }));
  const set = await granted(calls.add({ plan_id: fair.set.plan_id, sku: cards }));
  const coffee = await granted(calls.add({ plan_id: fair.coffee.plan_id }));
  const entries = [{ cart_id: set.cart_id, remark: 'a gift' }, { cart_id: coffee.cart_id }];
  const { ec, data } = await insist('/api/cart/create-order', { entries }, fan.token, 'once');
  expect(ec).toBe(200);
  const number = cartNumber(fan.user_id, 'once');
  expect(data.cart_order_no).toBe(number);

  const placed = await api.deps.log.readStream(cartStream(number));
  expect(placed.map(({ type }) => type)).toEqual(['CartPlaced']);
  const { orders } = (await calls.check(number)).data;
  expect(orders.map(({ remark, total_amount }) => [remark, total_amount])).toEqual([
    ['a gift', '15.00'],
    ['', '30.00'],
  ]);
  for (const { out_trade_no } of orders) {
    const events = await api.deps.log.readStream(orderStream(out_trade_no as never));
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced']);
  }
  expect(await calls.entries()).toEqual([]);
  const { rows } = await api.deps.pool.query('SELECT 1 FROM sandbox.charges WHERE charge_id = $1', [
    chargeIdOf(number, 1),
  ]);
  expect(rows).toHaveLength(1);
  // The person's account, the remark that the order holds, and at most that of the attempt that was killed.
  expect(await vaultRows(api, fan)).toBeLessThanOrEqual(3);
  await granted(calls.cancel({ cart_order_no: number }));
}

describe('an API that is killed while a cart is ordered', () => {
  killedAtEach(steps, async () => ({
    api,
    story: order,
    kill: () => program.kill(),
    async restart() {
      await startApi();
      next.resolve(url);
      next = Promise.withResolvers();
    },
  }));
});
