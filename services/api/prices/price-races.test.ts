import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, type TestShop, unitsOf } from '../testing/shop.ts';

const race = fixture(() => startRace(24));

describe('a price that changes between prepare and create', () => {
  async function shopAt(price: string): Promise<TestShop> {
    return openShop(race.api, [forSale('Red', '', { price })]);
  }
  const reprice = (shop: TestShop, price: string, n: number, servers = race.guarded) => {
    const { plan_id } = shop.plan;
    const sku = [{ sku_id: shop.skus[0]!.sku_id, name: 'Red', price }];
    return servers.call(n, savePlan, { plan_id, name: 'Scarf', product_type: 1, sku }, shop.creator);
  };
  const choice = (shop: TestShop) => unitsOf(shop, 2);

  /** The price goes up at one server, after both have shown it; the fan orders at the other. */
  async function orderAtOther(servers: Servers, more: object = { total_amount: '20.00' }) {
    const shop = await shopAt('10.00');
    for (const n of [0, 1]) {
      const shown = await servers.call(n, prepareOrder, choice(shop), race.fan(0));
      expect(shown.data).toMatchObject({ total_amount: '20.00' });
    }
    expect((await reprice(shop, '12.50', 0, servers)).ec).toBe(200);
    const order = { ...choice(shop), ...more };
    const answer = await servers.call(1, createOrder, order, race.fan(0));
    return { shop, answer };
  }

  it('is refused with the new one at the server that did not see the change', async () => {
    const { shop, answer } = await orderAtOther(race.guarded);
    expect([answer.ec, answer.data.total_amount]).toEqual([40902, '25.00']);
    expect((await race.tally(shop.skus[0]!.sku_id)).orders).toEqual(new Set());
    const again = { ...choice(shop), total_amount: '25.00' };
    expect((await race.guarded.call(1, createOrder, again, race.fan(0))).ec).toBe(200);
  });

  it('negative control: without expected versions it is sold at the old price', async () => {
    const sold = async () => (await orderAtOther(race.careless)).answer.ec === 200;
    expect(await goesWrong(sold)).toBe(true);
  });

  it('negative control: without the shown total, a client is charged more', async () => {
    const { answer } = await orderAtOther(race.guarded, {});
    expect([answer.ec, answer.data.total_amount]).toEqual([200, '25.00']);
  });

  it('never charges an unseen amount while the price changes', async () => {
    const shop = await shopAt('10.00');
    const prices = ['10.00', '12.50', '10.00', '9.00'];
    const [answers] = await Promise.all([
      Promise.all(
        race.fans.map((fan, n) =>
          race.guarded.call(n, createOrder, { ...choice(shop), total_amount: '20.00' }, fan),
        ),
      ),
      (async () => {
        for (const [n, price] of prices.entries()) await reprice(shop, price, n);
      })(),
    ]);
    for (const { ec, data } of answers) {
      if (ec === 200) expect(data.total_amount).toBe('20.00');
      else expect([ec, ['18.00', '25.00']]).toEqual([40902, expect.arrayContaining([data.total_amount])]);
    }
  });
});
