import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId, asUserId, newEventId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { type PlanOffer, plainOffer, plainSku, type SkuOffer } from '#events/plan.ts';
import type { DomainEvent } from '#events/registry.ts';
import { checkEquality } from '../engine/equality.ts';
import { stockOf } from '../stock/queries.ts';
import { type ReadModelDatabase, readModelDatabase } from '../testing/database.ts';
import { plainFate, stepsOf, write } from '../testing/history.ts';
import { plansByIds, plansOf } from './queries.ts';

let database: ReadModelDatabase;
beforeAll(async () => {
  database = await readModelDatabase();
});
afterAll(() => database.drop());

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

/** Appends to a stream and projects in batches of two, so that most news reaches a row that stands already. */
async function happened(stream: string, ...events: DomainEvent[]): Promise<void> {
  await write(
    database.log,
    events.map((event) => ({
      stream,
      event: {
        ...event,
        id: newEventId(),
        metadata: { creator_id, actor: 'process:test', at: 1_780_000_000_000 },
      },
    })),
  );
  await database.project(2);
}

const shown = async (plan: string) => (await plansByIds(database.pool, [plan])).rows[0];

test('a plan is shown as it was last revised, with the SKUs still on offer and their units', async () => {
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
  expect((await stockOf(database.pool, ['small', 'unknown'])).rows).toEqual([
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
    const page = { creator_id, kind: 'plans' as const, with_hidden, limit: 2, offset };
    const [answer] = (await plansOf(database.pool, page)).rows;
    return [answer?.total_count, answer?.list.map((plan) => plan.offer.name)];
  };
  expect(await names(false)).toEqual([2, ['b', 'a']]);
  expect(await names(true)).toEqual([3, ['b', 'c']]);
  expect(await names(true, 2)).toEqual([3, ['a']]);
});

test('what was paid counts as sold: orders of a sponsorship, units of anything else', async () => {
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

test('built anew, catalogue and stock are the same', async () => {
  for (const projection of database.projections) {
    expect(await checkEquality(database.pool, database.log, projection)).toMatchObject({ equal: true });
  }
});
