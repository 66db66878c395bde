import { beforeAll, describe, expect, it } from 'vitest';
import { asPlanId, asSkuId } from '#events/ids.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import { setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import {
  deletePlan,
  editPlanOrder,
  editPlanRank,
  hidePlan,
  savePlan as savePlanCall,
  showPlan,
} from '#services/contract/catalog/plan-changes.ts';
import { listAllPlans, listPlans } from '#services/contract/catalog/plans.ts';
import { editSkuStock } from '#services/contract/stock/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());
const other = fixture(() => api.creator());
const fan = fixture(() => api.user());
beforeAll(async () => {
  // The read models' tables are there once something has been projected.
  await openShop(api, [forSale('First', 1)]);
  await api.projected();
});

const edit = (form: object, as = creator) => api.send(savePlanCall, form, as);
const goodsForm = { name: 'Scarf', product_type: 1, sku: [forSale('Red', 3), forSale('Blue', '')] };

describe('saving a plan', () => {
  it('answers with the present plan, complete up to a log position', async () => {
    const answer = await edit({
      ...goodsForm,
      desc: '羊毛 🧣',
      purchase_limit_type: 2,
      product_purchase_limit: { purchase_limit_count: 2, purchase_limit_days: 7 },
    });
    expect(answer.ec).toBe(200);
    const { plan, position } = answer.data;
    expect(plan).toMatchObject({
      user_id: creator.user_id,
      name: 'Scarf',
      desc: '羊毛 🧣',
      status: 1,
      price: '10.00',
      floor_price: '10.00',
      product_purchase_limit: { purchase_limit_count: 2, purchase_limit_days: 7 },
      sold_count: 0,
    });
    expect(plan.sku.map(({ name, stock }) => [name, stock])).toEqual([
      ['Red', 3],
      ['Blue', ''],
    ]);
    expect(position).toBe(await api.deps.log.head());
  });

  it('again writes differences only, and shows SKUs in the order given', async () => {
    const plan = await savePlan(api, creator, goodsForm);
    const before = await api.deps.log.head();
    const sku = plan.sku.map(({ sku_id, name, price }) => ({ sku_id, name, price }));
    const same = await edit({ ...goodsForm, plan_id: plan.plan_id, sku });
    expect(same.data.plan).toEqual(plan);
    expect(await api.deps.log.head()).toBe(before);
    const more = await edit({ ...goodsForm, plan_id: plan.plan_id, sku: [...sku, forSale('Green', 9)] });
    expect(more.data.plan.sku.map(({ name, stock }) => [name, stock])).toEqual([
      ['Red', 3],
      ['Blue', ''],
      ['Green', 9],
    ]);
    expect(await api.deps.log.head()).toBe(before + 2);
  });

  it('of a sponsorship by the quarter has its favourable price as the lowest', async () => {
    const plan = await savePlan(api, creator, { ...sponsorshipForm, pay_month: 3, favorable_price: '80.00' });
    expect(plan).toMatchObject({
      price: '30.00',
      floor_price: '80.00',
      favorable_price: '80.00',
      pay_month: 3,
      sku: [],
    });
  });
});

describe('bad input is refused by field, and nothing is written', () => {
  const sku = (change: object) => ({ ...goodsForm, sku: [{ ...forSale('Red', 1), ...change }] });
  it.each([
    ['price', { ...sponsorshipForm, price: '4.99' }],
    ['price', { ...sponsorshipForm, price: '-5' }],
    ['price', { ...sponsorshipForm, price: '0' }],
    ['price', { ...sponsorshipForm, price: '30.001' }],
    ['price', { ...sponsorshipForm, price: 30.001 }],
    ['price', { ...sponsorshipForm, price: '1000000.01' }],
    ['price', { ...sponsorshipForm, price: '1e3' }],
    ['price', { name: 'Coffee', product_type: 0 }],
    ['sku.0.price', sku({ price: '0.99' })],
    ['sku.0.price', sku({ price: '10.005' })],
    ['sku.0.stock', sku({ stock: -1 })],
    ['sku.0.stock', sku({ stock: 1.5 })],
    ['sku.0.stock', sku({ stock: 10_000_001 })],
    ['sku.0.name', sku({ name: '' })],
    ['sku.0.name', sku({ name: 'x'.repeat(61) })],
    ['sku.0.sku_id', sku({ sku_id: 'ffffffffffffffffffffffffffffffff' })],
    ['sku.0.sku_id', sku({ sku_id: '../../etc' })],
    ['sku', { ...goodsForm, sku: [] }],
    ['sku', { ...goodsForm, sku: Array.from({ length: 300 }, (_, n) => forSale(`n${n}`, 1)) }],
    ['name', { ...sponsorshipForm, name: 'x'.repeat(61) }],
    ['name', { ...sponsorshipForm, name: 'a\u0000b' }],
    ['name', { ...sponsorshipForm, name: 'lone \ud800 surrogate' }],
    ['desc', { ...sponsorshipForm, desc: 'x'.repeat(20_001) }],
    ['product_type', { ...sponsorshipForm, product_type: 7 }],
    ['pay_month', { ...sponsorshipForm, pay_month: 2 }],
    ['favorable_price', { ...sponsorshipForm, pay_month: 3, favorable_price: '90.01' }],
    ['purchase_limit_type', { ...goodsForm, purchase_limit_type: 5 }],
    ['product_purchase_limit', { ...goodsForm, purchase_limit_type: 2 }],
    [
      'product_purchase_limit.purchase_limit_days',
      { ...goodsForm, product_purchase_limit: { purchase_limit_count: 1, purchase_limit_days: 0 } },
    ],
  ])('%s (%#)', async (field, form) => {
    const before = await api.deps.log.head();
    const { ec, data } = await edit(form);
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
    expect(await api.deps.log.head()).toBe(before);
  });
});

describe('who may edit', () => {
  it('a fan cannot; another creator’s plan and an unknown one are not found', async () => {
    const plan = await savePlan(api, creator, sponsorshipForm);
    expect((await edit(sponsorshipForm, fan)).ec).toBe(40300);
    const { plan_id } = plan;
    for (const [call, body] of [
      ['edit-plan', { ...sponsorshipForm, plan_id }],
      ['hide-plan', { plan_id }],
      ['show-plan', { plan_id }],
      ['delete-plan', { plan_id }],
      ['edit-plan-rank', { plan_id, rank: 1 }],
      ['edit-plan', { ...sponsorshipForm, plan_id: 'ffffffffffffffffffffffffffffffff' }],
      ['hide-plan', { plan_id: 'ffffffffffffffffffffffffffffffff' }],
    ] as const) {
      expect((await api.post(`/api/creator/${call}`, body, other)).ec).toBe(40400);
    }
    expect(await api.deps.log.readStream(planStream(asPlanId(plan_id)))).toHaveLength(1);
  });
});

describe('the first save of the form', () => {
  it('is one at once, on another server too', async () => {
    const { app } = await api.another();
    for (let n = 0; n < 20; n += 1) {
      const newcomer = await api.user();
      const save = () =>
        app.inject({
          method: 'POST',
          url: '/api/creator/edit-plan',
          headers: { authorization: `Bearer ${newcomer.token}` },
          payload: sponsorshipForm,
        });
      expect((await save()).json()).toMatchObject({ ec: 40300 });
      await api.call(editCreator, { name: 'New', url_slug: `newcomer${n}` }, newcomer);
      expect((await save()).json()).toMatchObject({ ec: 200 });
    }
  });
});

describe('status, rank and terms', () => {
  it('hides, shows and deletes; deleted stays deleted', async () => {
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const change = async (call: typeof hidePlan) => {
      const { ec, data } = await api.call(call, { plan_id }, creator);
      return [ec, data.plan?.status];
    };
    expect(await change(hidePlan)).toEqual([200, 3]);
    expect(await change(showPlan)).toEqual([200, 1]);
    expect(await change(deletePlan)).toEqual([200, 2]);
    expect(await change(deletePlan)).toEqual([200, 2]);
    expect((await change(showPlan))[0]).toBe(41005);
    expect((await edit({ ...sponsorshipForm, plan_id })).ec).toBe(41005);
  });

  it('ranks, and keeps the rank over an edit that does not name it', async () => {
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const ranked = await api.call(editPlanRank, { plan_id, rank: 7 }, creator);
    expect(ranked.data.plan.rank).toBe(7);
    expect((await edit({ ...sponsorshipForm, plan_id })).data.plan.rank).toBe(7);
  });

  it('are ordered for fans and programs too; a bad order is refused whole', async () => {
    const seller = await api.creator();
    const saved = await Promise.all(
      ['A', 'B', 'C'].map((name) => savePlan(api, seller, { ...sponsorshipForm, name })),
    );
    const [a = '', b = '', c = ''] = saved.map(({ plan_id }) => plan_id);
    const { data } = await api.call(editPlanOrder, { plan_ids: [b, c, a] }, seller);
    const { user_id } = seller;
    const min_position = data.position;
    const forFans = await api.call(listPlans, { user_id, min_position });
    const forPrograms = await api.call(listAllPlans, { min_position }, seller);
    for (const { list } of [forFans.data, forPrograms.data, data]) {
      expect(list.map(({ plan_id }) => plan_id)).toEqual([b, c, a]);
    }
    const foreign = await savePlan(api, creator, sponsorshipForm);
    const head = await api.deps.log.head();
    for (const [ec, plan_ids] of [
      [40000, []],
      [40000, [a, b, a]],
      [40000, Array.from({ length: 101 }, (_, n) => `plan${n}`)],
      [40000, [a, '../b']],
      [40400, [a, foreign.plan_id, b]],
      [40400, [a, 'ffffffffffffffffffffffffffffffff']],
    ] as const) {
      expect((await api.send(editPlanOrder, { plan_ids }, seller)).ec).toBe(ec);
    }
    expect((await api.send(editPlanOrder, { plan_ids: [a] }, fan)).ec).toBe(40300);
    expect(await api.deps.log.head()).toBe(head);
  });

  it('switches the multi-month discount', async () => {
    for (const [status, discount_option] of [
      [1, 1],
      ['0', 0],
      [true, 1],
    ]) {
      const { data } = await api.send(setDiscountOption, { status }, creator);
      expect(data).toMatchObject({ discount_option });
    }
    expect((await api.send(setDiscountOption, { status: 2 }, creator)).ec).toBe(40000);
  });
});

describe('stock of a SKU', () => {
  it('is what was read: writing it again changes nothing, also during sales', async () => {
    const { plan, skus, creator: seller } = await openShop(api, [forSale('Red', 10)]);
    const { plan_id } = plan;
    const sku_id = skus[0]!.sku_id;
    const fan = await api.user();
    await orderCalls(api, fan).buy({ plan_id, sku: [{ sku_id, count: 3 }] });
    await orderCalls(api, fan).create({ plan_id, sku: [{ sku_id, count: 2 }] });
    const { sku } = await api.data(editSkuStock, { sku_id, stock: 5 }, seller);
    expect(sku).toMatchObject({ stock: 5, stock_units: { held: 2, sold: 3, total: 10 } });
    const events = await api.deps.log.readStream(stockStream(asSkuId(sku_id)));
    expect(events.filter(({ type }) => type === 'StockSet')).toHaveLength(1);
    expect((await api.data(editSkuStock, { sku_id, stock: 0 }, seller)).sku.stock_units?.total).toBe(5);
  });

  it('is set, changed by a difference, and made unlimited', async () => {
    const shop = await openShop(api, [forSale('Red', 3)]);
    const sku_id = shop.skus[0]!.sku_id;
    const change = async (body: object) => {
      const { ec, data } = await api.call(editSkuStock, { sku_id, ...body }, shop.creator);
      return [ec, data.sku?.stock];
    };
    expect(await change({ stock: 5 })).toEqual([200, 5]);
    expect(await change({ delta: -2 })).toEqual([200, 3]);
    expect(await change({ delta: '4' })).toEqual([200, 7]);
    expect((await change({ delta: -8 }))[0]).toBe(40000);
    expect(await change({ stock: '' })).toEqual([200, '']);
    for (const bad of [
      {},
      { stock: 1, delta: 1 },
      { stock: -1 },
      { stock: 1.5 },
      { stock: 10_000_001 },
      { delta: 1 },
    ]) {
      expect((await change(bad))[0]).toBe(40000);
    }
    expect((await api.call(editSkuStock, { sku_id, stock: 1 }, other)).ec).toBe(40400);
    const events = await api.deps.log.readStream(stockStream(asSkuId(sku_id)));
    expect(events.map(({ data }) => (data as { stock: number | null }).stock)).toEqual([3, 5, 3, 7, null]);
  });
});
