import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { deletePlan, savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import { getPlan, type Sku } from '#services/contract/catalog/plans.ts';
import { editBundleStock } from '#services/contract/stock/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());
const stranger = fixture(() => api.creator());
const fan = fixture(() => api.user());

const edit = (form: object, as = creator) => api.send(savePlanCall, form, as);
const save = (form: EditPlan) => savePlan(api, creator, form);
const detail = async (plan_id: string, as?: TestUser) => {
  await api.projected();
  return api.call(getPlan, { plan_id }, as);
};

const HOUR = 3600;
const now = (): number => Math.floor(api.deps.clock.now() / 1000);
const goods: EditPlan = { name: 'Scarf', product_type: 1, sku: [forSale('Red', 9), forSale('Blue', '')] };

describe('purchase limits', () => {
  const limit = { purchase_limit_count: 2, purchase_limit_days: 7 };

  it('can be read and sent in one field; in a bundle those of the bundle', async () => {
    const scarf = await save({ ...goods, purchase_limit_type: 1 });
    const [red] = scarf.sku;
    const sku_id = red?.sku_id ?? '';
    expect(scarf.purchase_limit_info).toEqual({ product: null, sku: [] });
    const sku = scarf.sku.map(({ sku_id: id, name, price }) => ({ sku_id: id, name, price }));
    const form = { ...goods, plan_id: scarf.plan_id, sku };
    const info = { product: limit, sku: [{ sku_id, ...limit }] };
    const limited = await save({ ...form, purchase_limit_type: 3, purchase_limit_info: info });
    expect(limited.purchase_limit_info).toEqual(info);
    expect(limited.sku[0]?.product_purchase_limit).toEqual(limit);
    expect(
      (await save({ ...form, purchase_limit_type: 2, purchase_limit_info: info })).purchase_limit_info,
    ).toEqual({ product: limit, sku: [] });
    await save({ ...form, purchase_limit_type: 1, purchase_limit_info: info });
    // The goods' own limit applies to separate purchases; the bundle has none here.
    const set = await save({ name: 'Pair', product_type: 2, price: '9.00', sku: [{ sku_id }] });
    expect(set).toMatchObject({ purchase_limit_type: 0, purchase_limit_info: { product: null, sku: [] } });
    const calls = orderCalls(api, fan);
    expect((await calls.create({ plan_id: scarf.plan_id, sku: [{ sku_id, count: 2 }] })).ec).toBe(200);
    expect((await calls.create({ plan_id: scarf.plan_id, sku: [{ sku_id, count: 1 }] })).ec).toBe(41002);
    expect((await calls.create({ plan_id: set.plan_id })).ec).toBe(200);
  });
});

describe('a bundle', () => {
  it('contains goods and its own parts, with separate stock', async () => {
    const scarf = await save(goods);
    const [red, blue] = scarf.sku;
    const set = await save({
      name: 'Set',
      product_type: 3,
      price: '15.00',
      bundle_sku_select_count: 2,
      bundle_stock: 4,
      sku: [
        { sku_id: red?.sku_id ?? '' },
        { sku_id: blue?.sku_id ?? '' },
        forSale('Card', 20, { price: '3.00' }),
      ],
    });
    expect(set).toMatchObject({
      price: '15.00',
      show_price: '15.00',
      bundle_stock: 4,
      bundle_sku_select_count: 2,
      bundle_sku_can_repeat: false,
      bundle_sku_count: 3,
      bundle_all_sku_price: '23.00',
      total_price: '23.00',
      can_buy: true,
    });
    expect(set.sku).toMatchObject([
      { name: 'Red', stock: 9, of_plan: scarf.plan_id, plan_name: 'Scarf', offered: true },
      { name: 'Blue', stock: '', of_plan: scarf.plan_id },
      { name: 'Card', stock: 20, of_plan: '', plan_name: '' },
    ]);
    await api.projected();
    expect((await detail(set.plan_id, creator)).data.plan).toEqual(set);

    const stock = (body: object, as = creator) => api.send(editBundleStock, body, as);
    const { plan_id } = set;
    expect((await stock({ plan_id, delta: 3 })).data.plan.bundle_stock).toBe(7);
    expect((await stock({ plan_id, bundle_stock: '' })).data.plan.bundle_stock).toBe('');
    expect((await stock({ plan_id, delta: 1 })).data.errors?.[0]?.field).toBe('delta');
    expect((await stock({ plan_id })).data.errors?.[0]?.field).toBe('bundle_stock');
    expect((await stock({ plan_id, bundle_stock: 1 }, stranger)).ec).toBe(40400);
    expect((await stock({ plan_id: scarf.plan_id, bundle_stock: 1 })).data.errors?.[0]?.field).toBe(
      'plan_id',
    );

    // A part that its goods no longer offer makes the bundle unavailable, with a reason.
    const lacking = { plan_id, name: set.name };
    const warned = await edit({
      ...goods,
      plan_id: scarf.plan_id,
      sku: [{ sku_id: red?.sku_id, name: 'Red', price: '10.00' }],
    });
    expect(warned.data.lacking_bundles).toEqual([
      { ...lacking, buy_refusal: '', sku: [{ sku_id: blue?.sku_id, name: 'Blue' }] },
    ]);
    const without = (await detail(plan_id, fan)).data.plan;
    expect(without).toMatchObject({ can_buy: true, buy_refusal: '' });
    expect(without.sku.map(({ offered }) => offered)).toEqual([true, false, true]);
    const gone = await api.call(deletePlan, { plan_id: scarf.plan_id }, creator);
    expect(gone.data.lacking_bundles).toMatchObject([{ ...lacking, buy_refusal: 'part_gone' }]);
    expect(gone.data.lacking_bundles[0]?.sku.map(({ name }) => name)).toEqual(['Red', 'Blue']);
    expect((await detail(plan_id, fan)).data.plan).toMatchObject({
      can_buy: false,
      buy_refusal: 'part_gone',
    });
  });

  it('counts its paid units as sold', async () => {
    const set = await save({
      name: 'Set',
      product_type: 2,
      price: '5.00',
      bundle_stock: 4,
      sku: [forSale('Card', 9)],
    });
    const calls = orderCalls(api, fan);
    const placed = await calls.create({ plan_id: set.plan_id, bundle_count: 3 });
    expect(placed.ec).toBe(200);
    expect((await detail(set.plan_id)).data.plan).toMatchObject({ bundle_stock: 1, sold_count: 0 });
    await calls.pay(placed.data.out_trade_no, 15);
    expect((await detail(set.plan_id)).data.plan).toMatchObject({ sold_count: 3, sponsor_count: 3 });
  });
});

describe('an event', () => {
  const concert = (more: object = {}): EditPlan => ({
    name: 'Concert',
    product_type: 4,
    ticket_round_list: [{ begin_time: now() + HOUR }, { begin_time: now() + 2 * HOUR }],
    sku: [
      forSale('Early', 50, { ticket_round_begin_time: now() + HOUR }),
      forSale('Late', 50, { ticket_round_begin_time: now() + 2 * HOUR }),
    ],
    ...more,
  });

  it('has sessions with ids, and always requires holders', async () => {
    const begin = now() + HOUR;
    const rounds = [{ begin_time: begin }, { begin_time: begin + HOUR }];
    const sku = rounds.map(({ begin_time }, at) =>
      forSale(`T${at}`, 5, { ticket_round_begin_time: begin_time }),
    );
    const plan = await save(concert({ ticket_round_list: rounds, sku }));
    expect(plan).toMatchObject({ need_identity: true, ticket_round_list: rounds });
    const [early, late] = plan.ticket_round_list;
    expect(plan.sku.map((one: Sku) => [one.ticket_round_id, one.ticket_round_begin_time])).toEqual([
      [early?.id, begin],
      [late?.id, begin + HOUR],
    ]);
    const moved = await edit({
      ...concert({ need_identity: 0 }),
      plan_id: plan.plan_id,
      ticket_round_list: [{ id: early?.id, begin_time: begin + 60 }, { begin_time: begin + HOUR }],
      sku: plan.sku.map(({ sku_id, name, price, ticket_round_id }) => ({
        sku_id,
        name,
        price,
        ticket_round_id,
      })),
    });
    expect(moved.data.plan).toMatchObject({
      need_identity: true,
      ticket_round_list: [
        { id: early?.id, begin_time: begin + 60 },
        { id: late?.id, begin_time: begin + HOUR },
      ],
    });
  });

  it.each([
    ['sku.0.ticket_round_id', { sku: [forSale('Any', 1)] }],
    ['sku.0.ticket_round_id', { sku: [forSale('Any', 1, { ticket_round_begin_time: 1 })] }],
    ['ticket_round_list.0.id', { ticket_round_list: [{ id: 'none', begin_time: 5 }] }],
    ['ticket_round_list.1.begin_time', { ticket_round_list: [{ begin_time: 5 }, { begin_time: 5 }] }],
    ['ticket_round_list.0.begin_time', { ticket_round_list: [{ begin_time: 0 }] }],
    ['sku', { sku: [] }],
  ])('is refused by %s (%#)', async (field, more) => {
    const { ec, data } = await edit(concert(more));
    expect(ec).toBe(40000);
    expect(data.errors?.map((error) => error.field)).toContain(field);
  });
});
