import { describe, expect, it, test } from 'vitest';
import { asOutTradeNo, asSkuId, cartNumber, chargeIdOf, isCartNumber } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { cartStream, orderStream, stockStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { stockKind } from '#services/commerce/stock/stock.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { orderCalls } from '../testing/order-calls.ts';
import {
  type CartCalls,
  cartCalls,
  HOLDERS,
  keepAddress,
  openSampleShop,
  type SampleShop,
  skuId,
  vaultRows,
  XINJIANG,
} from '../testing/sample-shop.ts';
import { forSale, openShop, savePlan, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);

interface Shopper {
  shop: SampleShop;
  fan: TestUser;
  calls: CartCalls;
  /** Ids of the entries. */
  scarf: string;
  set: string;
  concert: string;
  tickets: { sku_id: string; name: string; id_card: string }[];
}

const put = async (calls: CartCalls, plan: Plan, chosen: Record<string, number>): Promise<string> => {
  const sku = Object.entries(chosen).map(([name, count]) => ({ sku_id: skuId(plan, name), count }));
  return (await calls.add({ plan_id: plan.plan_id, sku })).data.cart_id;
};

/** Two red scarves, a set of two cards and two tickets in the cart. */
async function shopper(): Promise<Shopper> {
  const shop = await openSampleShop(api);
  const fan = await api.user();
  const calls = cartCalls(api, fan);
  const scarf = await put(calls, shop.scarf, { Red: 2 });
  const set = await put(calls, shop.set, { Ace: 1, Queen: 1 });
  const concert = await put(calls, shop.concert, { 'Front row': 2 });
  const sku_id = skuId(shop.concert, 'Front row');
  return { shop, fan, calls, scarf, set, concert, tickets: HOLDERS.map((holder) => ({ sku_id, ...holder })) };
}

const fieldsOf = ({ data }: { data: { errors?: { field: string }[] } }) =>
  data.errors?.map(({ field }) => field);
const held = async (sku_id: string) =>
  api.deps.committer.read([stockStream(asSkuId(sku_id))], (states) =>
    states.get(stockKind, stockStream(asSkuId(sku_id))),
  );
const placedAs = async (out_trade_no: string) =>
  (await api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no))))[0]?.data as OrderPlacedData;

describe('the total of a cart', () => {
  it('is computed by entry, with shipping to the address', async () => {
    const { fan, calls, scarf, concert } = await shopper();
    const near = await keepAddress(api, fan);
    const { data } = await calls.prepare({ address_id: near });
    expect(data).toMatchObject({
      show_amount: '195.00',
      discount: '0.00',
      shipping_fee: '5.00',
      total_amount: '200.00',
      shipping_unknown: false,
      need_address: true,
      can_order: true,
    });
    expect(data.entries.map(({ price }) => price?.total_amount)).toEqual(['160.00', '15.00', '25.00']);
    const far = await keepAddress(api, fan, XINJIANG);
    expect((await calls.prepare({ address_id: far })).data).toMatchObject({ shipping_fee: '24.00' });
    expect((await calls.prepare()).data).toMatchObject({ shipping_unknown: true, total_amount: '195.00' });
    expect((await calls.prepare({ entries: [{ cart_id: concert }] })).data).toMatchObject({
      need_address: false,
      total_amount: '160.00',
    });
    expect((await calls.prepare({ entries: [{ cart_id: scarf }], province: '440000' })).data).toMatchObject({
      can_order: false,
      total_amount: '0.00',
      entries: [{ refusal: { em: '不支持配送到该地区' } }],
    });
  });

  it('names the country that an entry is not delivered to; the others can be bought', async () => {
    const { fan, calls, scarf, concert } = await shopper();
    const address_id = await keepAddress(api, fan, {
      country: 'US',
      addr_name: 'Ada',
      addr_phone: '+12125550100',
      addr_address: '5 Main Street',
    });
    const [one, both] = [[{ cart_id: scarf }], [{ cart_id: scarf }, { cart_id: concert }]];
    const message = '该创作者不配送到美国';
    expect((await calls.prepare({ entries: both, address_id })).data).toMatchObject({ can_order: false });
    expect((await calls.prepare({ entries: one, address_id })).data).toMatchObject({
      entries: [{ refusal: { em: message, errors: [{ field: 'province', message }] } }],
    });
    expect((await calls.order({ entries: one, address_id })).data.errors).toEqual([
      { field: `entries.${scarf}.province`, message },
    ]);
    expect((await calls.prepare({ entries: [{ cart_id: concert }], address_id })).data).toMatchObject({
      can_order: true,
      total_amount: '160.00',
    });
  });

  it('shows that two entries together are more than there is', async () => {
    const { shop, calls } = await shopper();
    const both = await savePlan(api, shop.creator, {
      name: 'Red and more',
      product_type: 2,
      price: '12.00',
      sku: [{ sku_id: skuId(shop.scarf, 'Red') }],
    });
    await calls.add({ plan_id: both.plan_id, bundle_count: 9 });
    const { data } = await calls.prepare();
    expect(data.can_order).toBe(false);
    expect(data.entries.map(({ refusal }) => refusal?.ec)).toEqual([undefined, undefined, undefined, 41001]);
  });

  it('names entries that are missing, repeated or not selected', async () => {
    const { calls, scarf, set, concert } = await shopper();
    const unknown = 'ffffffffffffffffffffffffffffffff';
    const entries = [{ cart_id: scarf }, { cart_id: unknown }, { cart_id: scarf }];
    for (const answer of [await calls.prepare({ entries }), await calls.order({ entries })]) {
      expect(answer.data.errors).toEqual([
        { field: `entries.${unknown}`, message: '不存在' },
        { field: `entries.${scarf}`, message: '重复' },
      ]);
    }
    await calls.pick([scarf, set, concert], false);
    expect(fieldsOf(await calls.prepare())).toEqual(['entries']);
    expect(fieldsOf(await calls.order())).toEqual(['entries']);
    expect(fieldsOf(await calls.order({ entries: [] }))).toEqual(['entries']);
    expect(fieldsOf(await calls.prepare({ address_id: unknown, entries: [{ cart_id: scarf }] }))).toEqual([
      'address_id',
    ]);
  });
});

describe('a cart that is ordered', () => {
  it('is an order for each entry and one charge; paid, it gives everything, and the cart is empty', async () => {
    const { shop, fan, calls, scarf, set, concert, tickets } = await shopper();
    const address_id = await keepAddress(api, fan);
    await calls.remark(scarf, '请用红纸包');
    const entries = [{ cart_id: scarf }, { cart_id: set, remark: 'a gift' }, { cart_id: concert, tickets }];
    const ordered = await calls.order({ entries, address_id, total_amount: '200.00' }, 'one cart');
    expect(ordered.ec).toBe(200);
    const { cart_order_no, pay, orders } = ordered.data;
    if (!isCartNumber(cart_order_no)) throw new Error('no number of a cart');
    expect(ordered.data).toMatchObject({ status: 1, total_amount: '200.00' });
    expect(pay).toEqual({
      provider: 'sandbox',
      charge_id: chargeIdOf(cart_order_no, 1),
      url: `/cashier?cart_order_no=${cart_order_no}`,
      code: '',
      py_type: 'apy',
      pay_status: 1,
      methods: ['apy', 'wpy', 'pp', 'bank', 'strp'],
      refusal: '',
    });
    expect(orders.map(({ total_amount }) => total_amount)).toEqual(['25.00', '15.00', '160.00']);
    expect(await calls.entries()).toEqual([]);

    const [scarves, cards, seats] = await Promise.all(
      orders.map(({ out_trade_no }) => placedAs(out_trade_no)),
    );
    expect(scarves).toMatchObject({ cart_order_no, shipping: { province: '330000' } });
    expect(scarves!.address_ref).not.toBeNull();
    expect(cards).toMatchObject({ address_ref: null, bundle_count: 1 });
    expect(seats!.tickets).toHaveLength(2);

    const pending = (await calls.check(cart_order_no)).data;
    expect(pending).toMatchObject({ status: 1, total_amount: '200.00', pay });
    expect(pending.orders.map(({ remark }) => remark)).toEqual(['请用红纸包', 'a gift', '']);
    const one = (await orderCalls(api, fan).check(orders[0]!.out_trade_no)).data;
    expect(one).toMatchObject({ cart_order_no, pay });
    // Each creator sees only their own orders; who has the number sees all, and nothing about the buyer.
    expect((await calls.check(cart_order_no, shop.creator)).data.orders).toHaveLength(3);
    const strange = (await calls.check(cart_order_no, await api.user())).data;
    expect(strange).toMatchObject({ own: false, pay });
    expect(strange.orders.map(({ remark, own }) => [remark, own])).toEqual(Array(3).fill(['', false]));

    await calls.pay(cart_order_no, 200);
    const paid = (await calls.check(cart_order_no)).data;
    expect(paid).toMatchObject({ status: 2, pay: { url: '' } });
    expect(paid.orders.map(({ status, ticket_count }) => [status, ticket_count])).toEqual([
      [2, 0],
      [2, 0],
      [2, 2],
    ]);
    expect(paid.orders[0]?.delivery).toMatchObject({ has_address: true, may_set_address: true });
    expect((await calls.cancel({ cart_order_no })).ec).toBe(40902);
  });

  it('is refused with every reason at its entry, and stays in the cart; nothing is left behind', async () => {
    const { shop, fan, calls, scarf, set, concert, tickets } = await shopper();
    await calls.remark(set, 'a gift');
    const rows = await vaultRows(api, fan);
    const head = await api.deps.log.head();
    const [first] = tickets;
    const wrong = [{ ...first, id_card: '110101199003070012' }, first];
    // Errors in personal data are refused before the decision …
    const holders = await calls.order({
      entries: [{ cart_id: set }, { cart_id: concert, tickets: wrong }],
      province: '330000',
    });
    expect([holders.ec, fieldsOf(holders)]).toEqual([40000, [`entries.${concert}.tickets.0.id_card`]]);
    // … and then everything that is decided, with the code of the first.
    await orderCalls(api, await api.user()).create({
      plan_id: shop.set.plan_id,
      sku: ['Ace', 'King'].map((name) => ({ sku_id: skuId(shop.set, name), count: 1 })),
      bundle_count: 3,
    });
    const moved = await api.deps.log.head();
    expect(moved).toBeGreaterThan(head);
    const answer = await calls.order({
      entries: [{ cart_id: scarf }, { cart_id: set }, { cart_id: concert }],
    });
    expect([answer.ec, answer.data.errors]).toEqual([
      40000,
      [
        { field: `entries.${scarf}.province`, message: '必填' },
        { field: `entries.${set}`, message: '库存不足' },
        { field: `entries.${concert}.tickets`, message: '必填' },
      ],
    ]);
    expect(await api.deps.log.head()).toBe(moved);
    expect(await vaultRows(api, fan)).toBe(rows);
    expect((await calls.entries()).map(({ cart_id }) => cart_id).sort()).toEqual(
      [scarf, set, concert].sort(),
    );
    expect(await calls.entries()).toContainEqual(expect.objectContaining({ remark: 'a gift' }));
  });

  it('of another total than was shown is refused with the new one', async () => {
    const { shop, calls, set } = await shopper();
    const entries = [{ cart_id: set }];
    expect((await calls.prepare({ entries })).data.total_amount).toBe('15.00');
    await savePlan(api, shop.creator, {
      plan_id: shop.set.plan_id,
      name: 'Set of two',
      product_type: 3,
      price: '16.50',
      bundle_sku_select_count: 2,
      sku: shop.set.sku.map(({ sku_id, name, price }) => ({ sku_id, name, price })),
    });
    const answer = await calls.order({ entries, total_amount: '15.00' });
    expect([answer.ec, answer.data.total_amount]).toEqual([40902, '16.50']);
    expect((await calls.order({ entries, total_amount: '16.50' })).ec).toBe(200);
  });

  it('ships to the own address only, and needs a payment type with a provider', async () => {
    const { calls, set } = await shopper();
    const theirs = await keepAddress(api, await api.user());
    const entries = [{ cart_id: set }];
    expect(fieldsOf(await calls.order({ entries, address_id: theirs }))).toEqual(['address_id']);
    for (const py_type of ['gold', '3']) {
      expect(fieldsOf(await calls.order({ entries, py_type }))).toEqual(['py_type']);
    }
    for (const total_amount of ['-1', '15.001', 'x', '0']) {
      expect(fieldsOf(await calls.order({ entries, total_amount }))).toEqual(['total_amount']);
    }
  });
});

test('the custom_order_id of a checkout link reaches its order, by reference', async () => {
  const { shop, fan, calls, scarf, set } = await shopper();
  const more = { sku: [{ sku_id: skuId(shop.scarf, 'Red'), count: 1 }], custom_order_id: 'B-42' };
  expect((await calls.add({ plan_id: shop.scarf.plan_id, ...more })).data.cart_id).toBe(scarf);
  expect(await calls.entries()).toContainEqual(expect.objectContaining({ custom_order_id: 'B-42' }));
  const tooLong = { ...more, custom_order_id: 'B'.repeat(81) };
  expect(fieldsOf(await calls.add({ plan_id: shop.scarf.plan_id, ...tooLong }))).toEqual(['custom_order_id']);
  const entries = [{ cart_id: scarf }, { cart_id: set }];
  const { orders } = (await calls.order({ entries, province: '330000' })).data;
  const placed = await Promise.all(orders.map(({ out_trade_no }) => placedAs(out_trade_no)));
  expect(placed.map(({ custom_order_id }) => custom_order_id)).toEqual([
    expect.stringMatching(/^custom-order-[0-9a-f]{32}$/),
    '',
  ]);
  await api.projected();
  const { list } = await api.data(listMyOrders, {}, fan);
  const ids = new Map(list.map(({ out_trade_no, custom_order_id }) => [out_trade_no, custom_order_id]));
  expect(orders.map(({ out_trade_no }) => ids.get(out_trade_no))).toEqual(['B-42', '']);
});

describe('giving a cart up', () => {
  it.each(['the cart', 'one of its orders', 'its creator'])('by %s gives all of it up', async (by) => {
    const { shop, calls, scarf, set } = await shopper();
    const entries = [{ cart_id: scarf }, { cart_id: set }];
    const { data } = await calls.order({ entries, province: '330000' });
    const { cart_order_no, orders } = data;
    expect(await held(skuId(shop.scarf, 'Red'))).toMatchObject({ held: 2 });
    expect((await calls.cancel({ cart_order_no }, await api.user())).ec).toBe(40400);
    const { out_trade_no } = orders[1]!;
    expect((await calls.cancel({ out_trade_no }, await api.user())).ec).toBe(40400);
    const named = by === 'the cart' ? { cart_order_no } : { out_trade_no };
    const answer = await calls.cancel(named, by === 'its creator' ? shop.creator : undefined);
    expect(answer.data).toMatchObject({ status: 3, cart_order_no });
    expect(await held(skuId(shop.scarf, 'Red'))).toMatchObject({ held: 0, sold: 0 });
    expect((await calls.check(cart_order_no)).data).toMatchObject({
      status: 3,
      pay: { url: '' },
      orders: [{ status: 3 }, { status: 3 }],
    });
    expect((await calls.cancel({ cart_order_no })).data.status).toBe(3);
  });

  it('names one of both, and only existing ones', async () => {
    const { calls } = await shopper();
    for (const body of [{}, { out_trade_no: '1', cart_order_no: cartNumber((await api.user()).user_id) }]) {
      expect(fieldsOf(await calls.cancel(body as never))).toEqual(['out_trade_no']);
    }
    for (const cart_order_no of ['c', '1', cartNumber((await api.user()).user_id)]) {
      expect((await calls.cancel({ cart_order_no })).ec).toBe(40400);
      expect((await calls.check(cart_order_no)).ec).toBe(40400);
    }
  });

  it('late money still buys what is available', async () => {
    const { calls, set } = await shopper();
    const { data } = await calls.order({ entries: [{ cart_id: set }] });
    await calls.cancel({ cart_order_no: data.cart_order_no });
    await calls.pay(data.cart_order_no, 15);
    expect((await calls.check(data.cart_order_no)).data).toMatchObject({
      status: 2,
      orders: [{ status: 2 }],
    });
  });
});

describe('a key of a cart', () => {
  it('is the same cart order for the same request, also when its entries are gone and after it was paid', async () => {
    const { calls, set, fan } = await shopper();
    const body = { entries: [{ cart_id: set, remark: 'a gift' }] };
    const rows = await vaultRows(api, fan);
    const first = await calls.order(body, 'same');
    for (const status of [1, 1, 2]) {
      if (status === 2) await calls.pay(first.data.cart_order_no, 15);
      const again = await calls.order(body, 'same');
      expect(again.data).toMatchObject({ cart_order_no: first.data.cart_order_no, status });
    }
    expect((await calls.order({ entries: [{ cart_id: set }] }, 'same')).ec).toBe(40901);
    expect((await calls.order({}, 'same')).ec).toBe(40901);
    expect(await vaultRows(api, fan)).toBe(rows + 1);
    // Another person's key is independent.
    const other = await shopper();
    const theirs = await other.calls.order({ entries: [{ cart_id: other.set }] }, 'same');
    expect(theirs.data.cart_order_no).not.toBe(first.data.cart_order_no);
  });

  it('stays bought when the request that filled the cart arrives again', async () => {
    const { shop, fan, calls } = await shopper();
    const body = { plan_id: shop.coffee.plan_id, month: 3, remark: 'a gift' };
    const first = await calls.add(body, fan, 'add');
    const { cart_id } = first.data;
    const change = { cart_id, month: 6 };
    expect((await calls.add(change, fan, 'change')).data.cart_id).toBe(cart_id);
    const { data } = await calls.order({ entries: [{ cart_id }] });
    const rest = await calls.entries();
    const rows = await vaultRows(api, fan);
    for (const late of [await calls.add(body, fan, 'add'), await calls.add(change, fan, 'change')])
      expect(late).toMatchObject({ ec: 200, data: { cart_id, total_count: 3 } });
    expect((await calls.add({ ...body, month: 1 }, fan, 'add')).ec).toBe(40901);
    expect(await calls.entries()).toEqual(rest);
    expect(await vaultRows(api, fan)).toBe(rows);
    expect((await calls.check(data.cart_order_no)).data.status).toBe(1);
    // Without a key it is another wish.
    const again = await calls.add(body);
    expect(again.data.total_count).toBe(4);
    expect(again.data.cart_id).not.toBe(cart_id);
  });

  it('is the same after a restart, by a header or in the body', async () => {
    const { calls, set, fan } = await shopper();
    const body = { entries: [{ cart_id: set }], client_order_key: 'from the body' };
    const first = await calls.order(body);
    const { app } = await api.another();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/cart/create-order',
      headers: { authorization: `Bearer ${fan.token}`, 'idempotency-key': 'from the body' },
      payload: { entries: body.entries },
    });
    expect(answer.json().data).toMatchObject({ cart_order_no: first.data.cart_order_no, status: 1 });
  });

  it('that was refused can be tried again', async () => {
    const { calls, concert, tickets } = await shopper();
    const without = await calls.order({ entries: [{ cart_id: concert }] }, 'again');
    expect(without.ec).toBe(40000);
    expect((await calls.order({ entries: [{ cart_id: concert, tickets }] }, 'again')).ec).toBe(200);
  });
});

it('a total above the maximum of a charge is refused by the total', async () => {
  const fan = await api.user();
  const calls = cartCalls(api, fan);
  for (const price of ['600000.00', '400000.01']) {
    const { plan, skus } = await openShop(api, [forSale('Ring', '', { price })]);
    await calls.add(unitsOf({ plan, skus }, 1));
  }
  expect(fieldsOf(await calls.order())).toEqual(['total_amount']);
  expect(await calls.entries()).toHaveLength(2);
});

it('an ordered entry is removed at the next read, after any crash', async () => {
  const { calls, set, fan } = await shopper();
  const { ordered } = api.deps.carts;
  api.deps.carts.ordered = () => Promise.reject(new Error('killed'));
  const answer = await calls.order({ entries: [{ cart_id: set }] }, 'crash');
  expect(answer.status).toBe(500);
  // Another device, whose attempt also marks the entry.
  await api.deps.carts.ordering(fan.user_id, [set], cartNumber(fan.user_id, 'other'));
  api.deps.carts.ordered = ordered;
  const number = cartNumber(fan.user_id, 'crash');
  expect((await api.deps.log.readStream(cartStream(number))).map(({ type }) => type)).toEqual(['CartPlaced']);
  expect((await calls.entries()).map(({ cart_id }) => cart_id)).not.toContain(set);
  expect((await calls.order({ entries: [{ cart_id: set }] }, 'crash')).data.cart_order_no).toBe(number);
});
