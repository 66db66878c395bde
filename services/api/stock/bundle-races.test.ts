import { describe, expect, it } from 'vitest';
import { asPlanId } from '#events/ids.ts';
import { bundleStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { editBundleStock } from '#services/contract/stock/calls.ts';
import { codes, goesWrong, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop, savePlan } from '../testing/shop.ts';

const BUYERS = 30;

const race = fixture(() => startRace(BUYERS));

/** Goods with ten units, and a bundle that holds one of them. Both servers know them before the race. */
async function shopWithBundle(servers: Servers, bundle_stock: number) {
  const shop = await openShop(race.api, [forSale('Red', 10)]);
  const { sku_id } = shop.skus[0]!;
  const bundle = await savePlan(race.api, shop.creator, {
    name: 'Set',
    product_type: 2,
    price: '8.00',
    bundle_stock,
    sku: [{ sku_id }],
  });
  await race.warm(servers, shop);
  const buyBundle = (n: number, bundle_count = 1) =>
    servers.call(n, createOrder, { plan_id: bundle.plan_id, bundle_count }, race.fan(n));
  for (const n of [0, 1]) expect((await buyBundle(n, 900)).ec).toBe(41001);
  return { shop, sku_id, bundle, buyBundle };
}

/** By how much bundles held and sold passed their stock at the worst moment, and how many are held. */
async function tallyBundles(plan_id: string) {
  let stock = Number.POSITIVE_INFINITY;
  let [held, most] = [0, Number.NEGATIVE_INFINITY];
  for (const { type, data } of await race.api.deps.log.readStream(bundleStream(asPlanId(plan_id)))) {
    const event = data as { count?: number; stock?: number | null };
    if (type === 'BundleStockSet') stock = event.stock ?? Number.POSITIVE_INFINITY;
    if (type === 'BundleHeld') held += event.count ?? 0;
    most = Math.max(most, held - stock);
  }
  return { held, most };
}

describe('goods bought separately and in a bundle', () => {
  async function run(servers: Servers) {
    const { shop, sku_id, bundle, buyBundle } = await shopWithBundle(servers, 100);
    const answers = await Promise.all(
      race.fans.map((_, n) => (n % 2 ? buyBundle(n) : race.buy(servers, n, shop, [{ sku_id, count: 1 }]))),
    );
    return { answers, sku_id, bundle };
  }

  it('share their units: all are sold, never more, and losers hold nothing', async () => {
    const { answers, sku_id, bundle } = await run(race.guarded);
    expect(codes(answers)).toEqual([200, 41001]);
    expect(won(answers)).toHaveLength(10);
    expect(await race.tally(sku_id)).toMatchObject({ held: 10, most: 0 });
    await race.whole(sku_id, won(answers));
    const bundles = answers.filter(({ ec }, n) => ec === 200 && n % 2 === 1);
    expect((await tallyBundles(bundle.plan_id)).held).toBe(bundles.length);
  });

  it('negative control: without expected versions more is sold than there is', async () => {
    const oversold = async () => (await race.tally((await run(race.careless)).sku_id)).most > 0;
    expect(await goesWrong(oversold)).toBe(true);
  });
});

describe('stock of bundles edited while they sell', () => {
  async function run(servers: Servers) {
    const { shop, sku_id, bundle, buyBundle } = await shopWithBundle(servers, 9);
    const { plan_id } = bundle;
    const edits = [
      { bundle_stock: 4 },
      { delta: -2 },
      { bundle_stock: 6 },
      { delta: 1 },
      { bundle_stock: 3 },
    ];
    const [answers] = await Promise.all([
      Promise.all(race.fans.map((_, n) => buyBundle(n))),
      Promise.all(
        edits.map((change, n) => servers.call(n, editBundleStock, { plan_id, ...change }, shop.creator)),
      ),
    ]);
    return { answers, plan_id, sku_id };
  }

  it('is never below the held units, and held units never exceed it', async () => {
    const { answers, plan_id, sku_id } = await run(race.guarded);
    const { held, most } = await tallyBundles(plan_id);
    expect(most).toBeLessThanOrEqual(0);
    expect(won(answers)).toHaveLength(held);
    await race.whole(sku_id, won(answers));
  });

  it('negative control: without expected versions it is', async () => {
    const passed = async () => (await tallyBundles((await run(race.careless)).plan_id)).most > 0;
    expect(await goesWrong(passed)).toBe(true);
  });
});
