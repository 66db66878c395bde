import { expect, test } from 'vitest';
import { anyTime, type PlanOffer, plainOffer, plainSku, type SkuOffer } from '#events/catalog.ts';
import { asOutTradeNo, asPlanId, asSkuId, asUserId, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { fixture } from '#events/testing/fixture.ts';
import { stockOf } from '../stock/queries.ts';
import { readModelDatabase } from '../testing/database.ts';
import { plainFate, stepOf, stepsOf, write } from '../testing/history.ts';
import { planById, plansOf } from './queries.ts';

const database = fixture(readModelDatabase);

const creator_id = asUserId('xc0');
const offer = (name: string, more: Partial<PlanOffer> = {}): PlanOffer => ({
  name,
  ...plainOffer,
  product_type: 1,
  price: fenOf(0),
  rank: 0,
  ...more,
});
const sku = (name: string, rank = 0): SkuOffer => ({
  sku_id: asSkuId(name),
  name,
  price: fenOf(500),
  ...plainSku,
  purchase_limit: { count: 2, days: 7 },
  rank,
});

/** Appends to a stream and projects in batches of two, so most events meet an existing row. */
const happenedTo = (creator_id: UserId, stream: string, ...events: DomainEvent[]) =>
  database.happened(events.map((event) => stepOf(stream, creator_id, event)));

const happened = (stream: string, ...events: DomainEvent[]) => happenedTo(creator_id, stream, ...events);

const shown = async (plan: string) =>
  (await planById(database.pool, { plan_id: plan, visitor: creator_id })).rows[0];

test('a plan is shown in its latest revision, with its present SKUs and their units', async () => {
  const plan_id = asPlanId('p1');
  await happened(
    'plan-p1',
    { type: 'PlanCreated', data: { plan_id, creator_id, offer: offer('Mug') } },
    { type: 'SkuOffered', data: { plan_id, sku: sku('small') } },
    { type: 'SkuOffered', data: { plan_id, sku: sku('gone') } },
    { type: 'SkuOffered', data: { plan_id, sku: sku('large', 5) } },
    { type: 'PlanRevised', data: { plan_id, offer: offer('Cup 杯') } },
    { type: 'SkuOffered', data: { plan_id, sku: { ...sku('small'), price: fenOf(700) } } },
    { type: 'SkuWithdrawn', data: { plan_id, sku_id: asSkuId('gone') } },
  );
  const hold = { sku_id: asSkuId('small'), out_trade_no: asOutTradeNo('o') };
  await happened(
    'stock-small',
    { type: 'StockSet', data: { sku_id: hold.sku_id, plan_id, stock: 10 } },
    { type: 'StockHeld', data: { ...hold, count: 3, expires_at: 0 } },
    { type: 'StockSold', data: { ...hold, count: 3 } },
    { type: 'StockHeld', data: { ...hold, count: 4, expires_at: 0 } },
    { type: 'StockReturned', data: { ...hold, count: 1 } },
    { type: 'StockSet', data: { sku_id: hold.sku_id, plan_id, stock: 9 } },
  );
  const plan = await shown('p1');
  expect(plan).toMatchObject({ creator_id, status: 1, version: 6, offer: { name: 'Cup 杯' }, sold_count: 0 });
  expect(plan?.skus.map(({ name, left }) => [name, left])).toEqual([
    ['large', null],
    ['small', 3],
  ]);
  expect(plan?.skus[1]).toMatchObject({
    price: 700,
    held: 4,
    sold: 2,
    purchase_limit: { count: 2, days: 7 },
  });
  expect((await stockOf(database.pool, { skus: ['small', 'unknown'] })).rows).toEqual([
    { sku_id: 'small', stock: 9, held: 4, sold: 2, left: 3 },
  ]);
});

test('a creator’s list shows highest rank first, hidden plans only when asked, deleted ones never', async () => {
  for (const [name, rank] of [
    ['a', 1],
    ['b', 3],
    ['c', 2],
    ['d', 9],
  ] as const) {
    const plan_id = asPlanId(name);
    const created = { plan_id, creator_id, offer: offer(name, { rank, product_type: 0 }) };
    await happened(`plan-${name}`, { type: 'PlanCreated', data: created });
  }
  await happened('plan-c', { type: 'PlanStatusChanged', data: { plan_id: asPlanId('c'), status: 3 } });
  await happened('plan-d', { type: 'PlanStatusChanged', data: { plan_id: asPlanId('d'), status: 2 } });
  const names = async (with_hidden: boolean, offset = 0) => {
    const page = { creator_id, kind: 'plans' as const, with_hidden, limit: 2, offset, now: 0 };
    const { total_count, list } = await plansOf(database.pool, page);
    return [total_count, list.map((plan) => plan.offer.name)];
  };
  expect(await names(false)).toEqual([2, ['b', 'a']]);
  expect(await names(true)).toEqual([3, ['b', 'c']]);
  expect(await names(true, 2)).toEqual([3, ['a']]);
});

test('paid units count as sold: orders of a sponsorship, units of anything else', async () => {
  const fates = [
    plainFate({ plan: 0 }),
    plainFate({ plan: 0, ending: 'pending' }),
    plainFate({ plan: 1, count: 4 }),
    plainFate({ plan: 1, count: 3, ending: 'revived' }),
    plainFate({ plan: 1, count: 5, ending: 'cancelled' }),
  ];
  for (const number of [0, 1]) {
    const plan_id = asPlanId(`xc0p${number}`);
    const created = { plan_id, creator_id, offer: offer('sold', { product_type: number as 0 | 1 }) };
    await happened(`plan-xc0p${number}`, { type: 'PlanCreated', data: created });
  }
  await write(
    database.log,
    fates.flatMap((fate, number) => stepsOf(fate, 'x', number)),
  );
  await database.project(2);
  expect((await shown('xc0p0'))?.sold_count).toBe(1);
  expect((await shown('xc0p1'))?.sold_count).toBe(7);
});

test('plans not on sale now are listed for their creator only; lists can be filtered by type', async () => {
  const seller = asUserId('seller');
  const timed = (name: string, timing: Partial<PlanOffer['timing']>) => {
    const plan_id = asPlanId(name);
    const shelf = { ...anyTime, ...timing };
    const created = { plan_id, creator_id: seller, offer: offer(name, { timing: shelf }) };
    return happenedTo(seller, `plan-${name}`, { type: 'PlanCreated', data: created });
  };
  await timed('t-always', {});
  await timed('t-soon', { on: 100 });
  await timed('t-over', { off: 50 });
  const names = async (now: number, with_hidden = false, kind: 'plans' | 'products' | 'all' = 'all') => {
    const page = { creator_id: seller, kind, with_hidden, limit: 9, offset: 0, now };
    const { total_count, list } = await plansOf(database.pool, page);
    return [total_count, list.map((plan) => plan.offer.name)];
  };
  expect(await names(49)).toEqual([2, ['t-always', 't-over']]);
  expect(await names(50)).toEqual([1, ['t-always']]);
  expect(await names(100, false, 'products')).toEqual([2, ['t-always', 't-soon']]);
  expect(await names(100, false, 'plans')).toEqual([0, []]);
  expect(await names(50, true)).toEqual([3, ['t-always', 't-soon', 't-over']]);
  const plan_id = asPlanId('t-soon');
  await happenedTo(seller, 'plan-t-soon', { type: 'PlanRevised', data: { plan_id, offer: offer('t-soon') } });
  expect(await names(49)).toEqual([3, ['t-always', 't-soon', 't-over']]);
});

test('a SKU of goods is in the bundles too that hold it, with the same units', async () => {
  const [goods, bundle] = [asPlanId('b-goods'), asPlanId('b-bundle')];
  const part = { ...sku('b-part'), of_plan: goods };
  await happened(
    'plan-b-goods',
    { type: 'PlanCreated', data: { plan_id: goods, creator_id, offer: offer('Mug', { pic: '/files/mug' }) } },
    { type: 'SkuOffered', data: { plan_id: goods, sku: sku('b-part') } },
  );
  const set = offer('Set', { product_type: 2, bundle: { select_count: null, repeats: false } });
  await happened(
    'plan-b-bundle',
    { type: 'PlanCreated', data: { plan_id: bundle, creator_id, offer: set } },
    { type: 'SkuOffered', data: { plan_id: bundle, sku: part } },
    { type: 'SkuWithdrawn', data: { plan_id: bundle, sku_id: part.sku_id } },
    { type: 'SkuOffered', data: { plan_id: bundle, sku: part } },
  );
  expect(await shown('b-bundle')).toMatchObject({ bundle: null, sold_count: 0 });
  const of = { out_trade_no: asOutTradeNo('b'), count: 2 };
  await happened(
    'stock-b-part',
    { type: 'StockSet', data: { sku_id: part.sku_id, plan_id: goods, stock: 7 } },
    { type: 'StockHeld', data: { ...of, sku_id: part.sku_id, expires_at: 0 } },
  );
  await happened(
    'bundle-b-bundle',
    { type: 'BundleStockSet', data: { plan_id: bundle, stock: 9 } },
    { type: 'BundleHeld', data: { ...of, plan_id: bundle, expires_at: 0 } },
    { type: 'BundleSold', data: { ...of, plan_id: bundle } },
    { type: 'BundleHeld', data: { ...of, plan_id: bundle, count: 3, expires_at: 0 } },
    { type: 'BundleReleased', data: { ...of, plan_id: bundle, count: 1 } },
    { type: 'BundleReturned', data: { ...of, plan_id: bundle, count: 1 } },
  );
  expect(await shown('b-bundle')).toMatchObject({
    bundle: { stock: 9, held: 2, sold: 1, left: 6 },
    sold_count: 2,
    skus: [
      {
        sku_id: 'b-part',
        left: 5,
        of_plan: 'b-goods',
        plan_name: 'Mug',
        plan_pic: '/files/mug',
        offered: true,
      },
    ],
  });
  expect(await shown('b-goods')).toMatchObject({ skus: [{ left: 5, plan_name: null, offered: true }] });

  const offered = async () => (await shown('b-bundle'))?.skus.map((one) => one.offered);
  await happened('plan-b-goods', { type: 'PlanStatusChanged', data: { plan_id: goods, status: 3 } });
  expect(await offered()).toEqual([true]);
  await happened('plan-b-goods', { type: 'SkuWithdrawn', data: { plan_id: goods, sku_id: part.sku_id } });
  expect(await offered()).toEqual([false]);
  await happened(
    'plan-b-goods',
    { type: 'SkuOffered', data: { plan_id: goods, sku: sku('b-part') } },
    { type: 'PlanStatusChanged', data: { plan_id: goods, status: 2 } },
  );
  expect(await offered()).toEqual([false]);
});

test('after a rebuild catalogue and stock are the same', () => database.rebuildsEqual());
