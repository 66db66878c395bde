import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  countCartEntries,
  deleteCartEntries,
  listCart,
  pickCartEntries,
} from '#services/contract/cart/calls.ts';
import { deletePlan, hidePlan } from '#services/contract/catalog/plan-changes.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { type CartCalls, cartCalls, holdersOf, openSampleShop, skuId } from '../testing/sample-shop.ts';
import { forSale, openShop, savePlan, type TestShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const fair = fixture(() => openSampleShop(api));

interface Shopper {
  fan: TestUser;
  calls: CartCalls;
}
async function shopper(): Promise<Shopper> {
  const fan = await api.user();
  return { fan, calls: cartCalls(api, fan) };
}
const red = (count = 1) => ({
  plan_id: fair.scarf.plan_id,
  sku: [{ sku_id: skuId(fair.scarf, 'Red'), count }],
});
const cards = (one: string, other: string, more: object = {}) => ({
  plan_id: fair.set.plan_id,
  sku: [one, other].map((name) => ({ sku_id: skuId(fair.set, name), count: 1 })),
  ...more,
});
const fieldsOf = ({ data }: { data: { errors?: { field: string }[] } }) =>
  data.errors?.map(({ field }) => field);

describe('a cart', () => {
  it('is listed by creator, with the present price and stock of each entry', async () => {
    const { fan, calls } = await shopper();
    const other = await openShop(api, [forSale('Mug', 7)], { name: 'Mugs' });
    await calls.add(cards('Ace', 'Queen', { bundle_count: 2, remark: ' a gift ' }));
    await calls.add(unitsOf(other, 3));
    await calls.add({ plan_id: fair.coffee.plan_id, month: 6 });
    const { data } = await calls.add(red(2));
    expect(data.total_count).toBe(4);
    const list = await calls.list();
    expect(list.list.map(({ creator, entries }) => [creator.user_id, entries.length])).toEqual([
      [fair.creator.user_id, 3],
      [other.creator.user_id, 1],
    ]);
    const [scarf, coffee, set] = list.list[0]!.entries;
    expect(scarf).toMatchObject({
      plan: { name: 'Scarf', need_address: true, need_identity: false },
      sku: [{ name: 'Red', count: 2, price: '10.00', stock: 10 }],
      picked: true,
      price: { total_amount: '20.00', shipping_unknown: true },
      refusal: null,
    });
    expect(coffee).toMatchObject({ sku: [], month: 6, price: { total_amount: '180.00' } });
    expect(set).toMatchObject({
      sku: [
        { name: 'Ace', count: 1, stock: 3 },
        { name: 'Queen', count: 1, stock: 3 },
      ],
      bundle_count: 2,
      bundle_stock: 4,
      remark: 'a gift',
      price: { total_amount: '30.00' },
    });
    // 20 + 180 + 30 + 30
    expect(list).toMatchObject({ total_count: 4, picked_count: 4, total_amount: '260.00' });
    expect((await api.call(countCartEntries, {}, fan)).data).toEqual({ total_count: 4 });
  });

  it('joins more of the same, keeps other choices of a bundle apart, and changes an entry in its place', async () => {
    const { calls } = await shopper();
    const first = await calls.add(red());
    expect(
      (await calls.add({ ...red(), sku: [{ sku_id: skuId(fair.scarf, 'Blue'), count: 2 }] })).data,
    ).toEqual(first.data);
    const pair = await calls.add(cards('Ace', 'King'));
    expect((await calls.add(cards('King', 'Ace'))).data.cart_id).toBe(pair.data.cart_id);
    const other = await calls.add(cards('Ace', 'Jack'));
    expect(other.data.total_count).toBe(3);
    const { cart_id } = first.data;
    await calls.add({ cart_id, sku: [{ sku_id: skuId(fair.scarf, 'Blue'), count: 5 }] });
    await calls.add({ plan_id: fair.coffee.plan_id, month: 3 });
    await calls.add({ plan_id: fair.coffee.plan_id, month: 12 });
    const entries = await calls.entries();
    expect(
      entries.map(({ plan, sku, month, bundle_count }) => [
        plan.name,
        sku.map(({ count }) => count),
        month,
        bundle_count,
      ]),
    ).toEqual([
      ['Coffee', [], 12, 0],
      ['Set of two', [1, 1], 0, 1],
      ['Set of two', [1, 1], 0, 2],
      ['Scarf', [5], 0, 0],
    ]);
  });

  it('judges only what is added, not a sold-out unit that it holds already', async () => {
    const { calls } = await shopper();
    const shop = await openShop(api, [forSale('A3', 1), forSale('A4', 219)]);
    const of = (name: string, count = 1) => ({
      plan_id: shop.plan.plan_id,
      sku: [{ sku_id: skuId(shop.plan, name), count }],
    });
    expect((await calls.add(of('A3'))).ec).toBe(200);
    const buyer = orderCalls(api, await api.user());
    expect((await buyer.create(of('A3'))).ec).toBe(200);
    expect((await calls.add(of('A4', 219))).ec).toBe(200);
    expect((await calls.add(of('A4'))).ec).toBe(41001);
    expect((await calls.add(of('A3'))).ec).toBe(41001);
    expect((await calls.entries())[0]?.sku.map(({ name, count }) => [name, count])).toEqual([
      ['A3', 1],
      ['A4', 219],
    ]);
  });

  it('gives the reason for each entry that cannot be bought, and sums the others', async () => {
    const { fan, calls } = await shopper();
    const limit = { purchase_limit_count: 1, purchase_limit_days: -1 };
    const gone = await openShop(api, [forSale('Gone', 5)], { name: 'Gone' });
    const hidden = await openShop(api, [forSale('Hidden', 5)], { name: 'Hidden' });
    const sold = await openShop(api, [forSale('Sold', 1)], { name: 'Sold' });
    const once = await openShop(api, [forSale('One', 5)], {
      name: 'Once',
      purchase_limit_type: 2,
      product_purchase_limit: limit,
    });
    const changed = await openShop(api, [forSale('Old', 5), forSale('New', 5)], { name: 'Changed' });
    const line = ({ plan, skus }: TestShop) => unitsOf({ plan, skus }, 1);
    for (const shop of [gone, hidden, sold, once, changed])
      expect((await calls.add(line(shop))).ec).toBe(200);
    await api.call(deletePlan, { plan_id: gone.plan.plan_id }, gone.creator);
    await api.call(hidePlan, { plan_id: hidden.plan.plan_id }, hidden.creator);
    await orderCalls(api, await api.user()).create(line(sold));
    await orderCalls(api, fan).create(line(once));
    await savePlan(api, changed.creator, {
      plan_id: changed.plan.plan_id,
      name: 'Changed',
      product_type: 1,
      sku: [{ sku_id: changed.skus[1]!.sku_id, name: 'New', price: '10.00' }],
    });
    const entries = await calls.entries();
    expect(
      entries.map(({ plan, refusal }) => [plan.name, refusal?.ec, refusal?.errors.map(({ field }) => field)]),
    ).toEqual([
      ['Changed', 40000, ['sku.0.sku_id']],
      ['Once', 41002, []],
      ['Sold', 41001, []],
      ['Hidden', 40000, ['plan_id']],
      ['Gone', 41005, []],
    ]);
    expect(entries[2]).toMatchObject({ sku: [{ name: 'Sold', stock: 0 }], price: { total_amount: '10.00' } });
    expect(await calls.list()).toMatchObject({ total_count: 5, picked_count: 0, total_amount: '0.00' });
    // What cannot be bought cannot be put in either.
    expect((await calls.add(line(gone))).ec).toBe(41005);
    expect((await calls.add(line(sold))).ec).toBe(41001);
    expect((await calls.add(line(once))).ec).toBe(41002);
  });

  it('is picked from, remarked on and emptied', async () => {
    const { calls } = await shopper();
    const { cart_id } = (await calls.add(red())).data;
    const other = (await calls.add(cards('Ace', 'King'))).data.cart_id;
    expect((await calls.pick([cart_id, other], false)).ec).toBe(200);
    expect(await calls.list()).toMatchObject({ picked_count: 0, total_amount: '0.00' });
    expect((await calls.pick(cart_id, true)).ec).toBe(200);
    expect(await calls.list()).toMatchObject({ picked_count: 1, total_amount: '10.00' });
    await calls.remark(cart_id, '请用红纸包');
    expect((await calls.entries()).map(({ remark }) => remark)).toEqual(['', '请用红纸包']);
    // Removing a removed entry succeeds.
    expect((await calls.remove([cart_id, other])).data.total_count).toBe(0);
    expect((await calls.remove(cart_id)).ec).toBe(200);
    expect(await calls.list()).toMatchObject({ list: [], total_count: 0, total_amount: '0.00' });
  });

  it('is visible only to its owner', async () => {
    const { calls } = await shopper();
    const stranger = await shopper();
    const { cart_id } = (await calls.add(red())).data;
    expect((await stranger.calls.add({ cart_id, ...red(), plan_id: undefined })).ec).toBe(40400);
    expect((await stranger.calls.pick(cart_id, false)).ec).toBe(40400);
    expect((await stranger.calls.remark(cart_id, 'mine')).ec).toBe(40400);
    await stranger.calls.remove(cart_id);
    expect(fieldsOf(await stranger.calls.prepare({ entries: [{ cart_id }] }))).toEqual([
      `entries.${cart_id}`,
    ]);
    expect(fieldsOf(await stranger.calls.order({ entries: [{ cart_id }] }))).toEqual([`entries.${cart_id}`]);
    expect(await calls.entries()).toMatchObject([{ picked: true, remark: '' }]);
    expect((await api.call(listCart, {})).ec).toBe(40100);
  });

  it('accepts an event by invitation before its code is entered', async () => {
    const { calls } = await shopper();
    const party = await savePlan(api, fair.creator, {
      name: 'Party',
      product_type: 4,
      invite_code: 'spring',
      sku: [forSale('Entry', '')],
    });
    const entry = { plan_id: party.plan_id, sku: [{ sku_id: party.sku[0]!.sku_id, count: 1 }] };
    const { cart_id } = (await calls.add(entry)).data;
    expect(await calls.entries()).toMatchObject([
      { plan: { need_invite_code: true }, price: { total_amount: '10.00' }, refusal: null },
    ]);
    expect((await calls.prepare({ entries: [{ cart_id, invite_code: 'Spring' }] })).data).toMatchObject({
      can_order: true,
      total_amount: '10.00',
    });
    expect((await calls.prepare({ entries: [{ cart_id, invite_code: 'autumn' }] })).data).toMatchObject({
      can_order: false,
      entries: [{ refusal: { errors: [{ field: 'invite_code' }] } }],
    });
    expect((await calls.order()).data.errors).toMatchObject([{ field: `entries.${cart_id}.invite_code` }]);
    expect((await calls.order({ entries: [{ cart_id, invite_code: 'autumn' }] })).data.errors).toMatchObject([
      { field: `entries.${cart_id}.invite_code` },
    ]);
    const named = { cart_id, tickets: holdersOf(1) };
    expect((await calls.order({ entries: [{ ...named, invite_code: 'spring' }] })).ec).toBe(200);
  });
});

describe('bad input of a cart is refused by field', () => {
  const unknown = 'ffffffffffffffffffffffffffffffff';
  it.each<[string, () => object]>([
    ['plan_id', () => ({})],
    ['plan_id', () => ({ plan_id: fair.scarf.plan_id, cart_id: unknown })],
    ['plan_id', () => ({ plan_id: 'no id' })],
    ['sku', () => ({ ...red(), sku: [] })],
    ['sku.0.count', () => red(0)],
    ['sku.0.count', () => red(-1)],
    ['sku.0.count', () => red(1.5)],
    ['sku.0.count', () => red(10_001)],
    ['sku.0.count', () => red(11)],
    ['sku.0.sku_id', () => ({ ...red(), sku: [{ sku_id: unknown, count: 1 }] })],
    ['sku', () => ({ ...cards('Ace', 'King'), sku: cards('Ace', 'King').sku.slice(1) })],
    ['sku', () => cards('Ace', 'Ace')],
    ['bundle_count', () => cards('Ace', 'King', { bundle_count: 0 })],
    ['sku.0.count', () => cards('Ace', 'King', { bundle_count: 5 })],
    ['month', () => ({ plan_id: fair.coffee.plan_id, month: 37 })],
    ['remark', () => ({ ...red(), remark: 'x'.repeat(501) })],
    ['remark', () => ({ ...red(), remark: 'a\u0000b' })],
  ])('%s (%#)', async (field, body) => {
    const { calls } = await shopper();
    const answer = await calls.add(body() as never);
    expect([40000, 41001]).toContain(answer.ec);
    expect(fieldsOf(answer)).toContain(field);
    expect(await calls.entries()).toEqual([]);
  });

  it('one’s own offers, unknown plans, and more than fifty things', async () => {
    const { calls } = await shopper();
    expect((await calls.add(red(), fair.creator)).ec).toBe(40300);
    expect((await calls.add({ plan_id: unknown })).ec).toBe(40400);
    const { plan } = await openShop(api, [forSale('Mug', '')]);
    for (let n = 0; n < 50; n += 1) {
      const set = await savePlan(api, fair.creator, {
        name: `Offer ${n}`,
        product_type: 1,
        sku: [forSale('One', '')],
      });
      const sku = [{ sku_id: set.sku[0]!.sku_id, count: 1 }];
      expect((await calls.add({ plan_id: set.plan_id, sku })).ec).toBe(200);
    }
    const full = await calls.add({ plan_id: plan.plan_id, sku: [{ sku_id: plan.sku[0]!.sku_id, count: 1 }] });
    expect([full.ec, full.em]).toEqual([40902, '最多保存 50 条，请先删除不用的']);
    // Existing entries can still grow, and can be read together.
    const [first] = await calls.entries();
    const more = { plan_id: first!.plan.plan_id, sku: [{ sku_id: first!.sku[0]!.sku_id, count: 1 }] };
    expect((await calls.add(more)).data.total_count).toBe(50);
    expect((await calls.prepare()).data).toMatchObject({ can_order: true, total_amount: '510.00' });
  });

  it.each<[string, object]>([
    ['cart_id', {}],
    ['cart_id', { cart_id: [] }],
    ['cart_id', { cart_id: Array.from({ length: 51 }, () => unknown) }],
    ['cart_id', { cart_id: 'no id' }],
  ])('%s of delete and pick (%#)', async (field, body) => {
    const { fan } = await shopper();
    for (const [call, more] of [
      [deleteCartEntries, {}],
      [pickCartEntries, { picked: true }],
    ] as const) {
      const { ec, data } = await api.send(call, { ...body, ...more }, fan);
      expect([ec, data.errors?.[0]?.field.startsWith(field)]).toEqual([40000, true]);
    }
  });
});
