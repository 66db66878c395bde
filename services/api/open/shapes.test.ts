import { beforeAll, describe, expect, test } from 'vitest';
import { asOutTradeNo, derivedHexId, newPlanId, newSkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { importOrder } from '#services/commerce/orders/import-order.ts';
import type { OpenOrder } from '#services/contract/open/answers.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { type OpenProgram, openProgram } from '../testing/open-calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import {
  differences,
  RECORDED_ORDER,
  RECORDED_PLAN,
  RECORDED_SPONSOR,
  type Shape,
} from '../testing/recorded-shapes.ts';
import { HOLDERS, keepAddress, openSampleShop, type SampleShop, skuId } from '../testing/sample-shop.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { privateId } from './private-id.ts';
import { webhookBodies } from './webhook-bodies.ts';

const NEVER = 2_114_352_000;
const DEFAULT_PICTURE = 'http://localhost/files/default/offer.png';
const api = fixture(startTestApi);
let shop: SampleShop;
let program: OpenProgram;
let anna: TestUser;
let yearly: string;
const bought: Record<string, string> = {};
const everything = ['orders', 'sponsors', 'plans', 'replies', 'edit-replies', 'messages'] as const;

beforeAll(async () => {
  shop = await openSampleShop(api);
  anna = await api.user('Anna');
  program = await openProgram(api, shop.creator, [...everything]);
  const calls = orderCalls(api, anna);
  const { scarf, set, concert, coffee } = shop;
  const cheaper = { ...sponsorshipForm, name: 'A year', pay_month: 12, favorable_price: '200.50' } as const;
  yearly = (await savePlan(api, shop.creator, cheaper)).plan_id;
  const address_id = await keepAddress(api, anna);
  const red = [{ sku_id: skuId(scarf, 'Red'), count: 2 }];
  bought.goods = await calls.buy({ plan_id: scarf.plan_id, sku: red, address_id });
  const blue = [{ sku_id: skuId(scarf, 'Blue'), count: 1 }];
  bought.unlimited = await calls.buy({ plan_id: scarf.plan_id, sku: blue, address_id });
  const chosen = ['Ace', 'King'].map((name) => ({ sku_id: skuId(set, name), count: 1 }));
  bought.bundle = await calls.buy({ plan_id: set.plan_id, sku: chosen });
  const seat = skuId(concert, 'Front row');
  const admitted = { plan_id: concert.plan_id, sku: [{ sku_id: seat, count: 1 }], tickets: [HOLDERS[0]] };
  bought.ticket = await calls.buy(admitted);
  bought.months = await calls.buy({ plan_id: coffee.plan_id, month: 2 });
  bought.custom = await calls.buy({ user_id: shop.creator.user_id, custom_price: '5.00', product_type: 0 });
  bought.imported = 'past-1';
  const past = await api.deps.committer.submit(
    importOrder({
      out_trade_no: asOutTradeNo(bought.imported),
      creator_id: shop.creator.user_id,
      user_id: anna.user_id,
      plan_id: newPlanId(),
      plan_name: 'Old',
      product_type: 1,
      lines: [{ sku_id: newSkuId(), name: 'Mug', price: fenOf(1_000), count: 1, of_plan: null }],
      month: 0,
      paid_at: api.deps.clock.now() - 86_400_000,
      outcome: 'paid',
    }),
  );
  expect(past.accepted).toBe(true);
  await api.projected();
});

const orders = async () => (await program.call('query-order', {})).data.list;
async function order(name: string): Promise<OpenOrder> {
  const found = (await orders()).find(({ out_trade_no }) => out_trade_no === bought[name]);
  if (found === undefined) throw new Error(`no order of ${name}`);
  return found;
}
const sponsors = async (params: object = {}) => (await program.call('query-sponsor', params)).data.list;

/** The type of every field, also of what is not recorded. */
const typesOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(typesOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, typesOf(one)]));
};

describe('types as they were recorded', () => {
  const conforms = (shape: Shape, list: readonly object[]) =>
    expect(list.flatMap((one) => differences(shape, one))).toEqual([]);

  test('of orders of every kind', async () => {
    const list = await orders();
    expect(list).toHaveLength(Object.keys(bought).length);
    conforms(RECORDED_ORDER, list);
  });

  test('of plans of every kind; only a favourable price is text', async () => {
    const { list } = (await program.call('query-plans', {})).data;
    expect(new Set(list.map(({ product_type }) => product_type))).toEqual(new Set([0, 1, 3, 4]));
    conforms(
      RECORDED_PLAN,
      list.filter(({ plan_id }) => plan_id !== yearly),
    );
    expect(list.find(({ plan_id }) => plan_id === yearly)?.favorable_price).toBe('200.50');
  });

  test('of sponsors', async () => {
    const list = await sponsors();
    conforms(RECORDED_SPONSOR, list);
    expect(list[0]?.user.avatar).toBe('http://localhost/files/default/person.png');
  });

  test('the webhook of a test has the fields and types of a real order of goods', async () => {
    const bodies = webhookBodies(api.deps, api.deps.accounts.webhooks.keys);
    const subject = orderStream(asOutTradeNo(bought.goods ?? ''));
    const { position } = await order('goods');
    const written = await bodies.of(shop.creator.user_id, [
      { delivery_id: 1, position: 0, topic: 'order', subject: '' },
      { delivery_id: 2, position, topic: 'order', subject },
    ]);
    const [trial, real] = [1, 2].map((id) => JSON.parse(String(written.get(id))));
    expect(real.data.order).toEqual(await order('goods'));
    const { sku_detail: skus, ...fields } = trial.data.order;
    const { sku_detail: realSkus, ...realFields } = real.data.order;
    expect(typesOf(fields)).toEqual(typesOf(realFields));
    for (const sku of skus) expect(typesOf(sku)).toEqual(typesOf(realSkus[0]));
    expect(skus.map(({ count }: { count: number }) => count)).toEqual([2, 3]);
    conforms(RECORDED_ORDER, [trial.data.order, real.data.order]);
  });
});

describe('an order', () => {
  test('of goods: month 1, price, stock as text, a default picture, and amounts that add up', async () => {
    const goods = await order('goods');
    expect(goods).toMatchObject({
      month: 1,
      show_amount: '20.00',
      discount: '0.00',
      shipping_fee: '5.00',
      total_amount: '25.00',
      is_upgrade: 0,
      imported: false,
      sku_detail: [{ name: 'Red', count: 2, price: '10.00', stock: '8', pic: DEFAULT_PICTURE }],
    });
    expect((await order('unlimited')).sku_detail).toMatchObject([{ stock: '' }]);
    expect([(await order('bundle')).month, (await order('ticket')).month]).toEqual([1, 1]);
    expect([(await order('months')).month, (await order('custom')).month]).toEqual([2, 1]);
  });

  test('that was imported has no fees', async () => {
    expect(await order('imported')).toMatchObject({
      imported: true,
      total_amount: '10.00',
      payment_fee: '0.00',
      service_fee: '0.00',
      affiliate_fee: '0.00',
      net_amount: '10.00',
    });
  });
});

describe('a sponsor', () => {
  test('has the membership first, then what was bought', async () => {
    const [one] = await sponsors();
    const plans = one?.sponsor_plans.map(({ name, product_type, rankType, expire_time }) => ({
      name,
      product_type,
      rankType,
      forever: expire_time === NEVER,
    }));
    expect(plans?.[0]).toEqual({ name: 'Coffee', product_type: 0, rankType: 0, forever: false });
    expect(plans).toHaveLength(4);
    expect(plans).toContainEqual({ name: 'Scarf', product_type: 1, rankType: 30, forever: true });
    expect(plans).toContainEqual({ name: 'Set of two', product_type: 3, rankType: 30, forever: true });
    expect(plans).toContainEqual({ name: 'Concert', product_type: 4, rankType: 30, forever: true });
    expect(one?.current_plan).toMatchObject({ name: 'Coffee' });
  });

  test('who bought only goods has them as the current plan, until they are refunded', async () => {
    const bo = await api.user('Bo');
    const { scarf, creator } = shop;
    const address_id = await keepAddress(api, bo);
    const sku = [{ sku_id: skuId(scarf, 'Blue'), count: 1 }];
    const out_trade_no = await orderCalls(api, bo).buy({ plan_id: scarf.plan_id, sku, address_id });
    await api.projected();
    const goods = { product_type: 1, rankType: 30, expire_time: NEVER, name: 'Scarf' };
    const [before] = await sponsors({ user_id: bo.user_id });
    expect(before).toMatchObject({ current_plan: goods, sponsor_plans: [goods], all_sum_amount: '15.00' });
    await api.data(refundOrder, { out_trade_no, amount: '15.00', reason: 'late' }, creator);
    await api.projected();
    const [after] = await sponsors({ user_id: bo.user_id });
    expect(after).toMatchObject({ current_plan: { name: '' }, sponsor_plans: [], all_sum_amount: '0.00' });
  });

  test('has the sum before discounts, less the refunded part', async () => {
    const cleo = await api.user('Cleo');
    const paid = await orderCalls(api, cleo).buy({ plan_id: yearly, month: 12 });
    await api.projected();
    const { list } = (await program.call('query-order', { out_trade_no: paid })).data;
    expect(list).toMatchObject([{ show_amount: '360.00', discount: '159.50', total_amount: '200.50' }]);
    expect((await sponsors({ user_id: cleo.user_id }))[0]?.all_sum_amount).toBe('360.00');
    await api.data(refundOrder, { out_trade_no: paid, amount: '100.25', reason: 'half' }, shop.creator);
    await api.projected();
    expect((await sponsors({ user_id: cleo.user_id }))[0]?.all_sum_amount).toBe('180.00');
  });

  test('is found by user_private_id, of this creator only', async () => {
    const private_id = privateId({ deps: api.deps, creator: shop.creator.user_id }, anna.user_id);
    const names = async (user_id: string) => (await sponsors({ user_id })).map(({ user }) => user.name);
    expect(await names(private_id)).toEqual(['Anna']);
    expect(await names(`${private_id},${anna.user_id}`)).toEqual(['Anna']);
    const late = await api.user('Late');
    await orderCalls(api, late).buy({ user_id: shop.creator.user_id, custom_price: '5.00', product_type: 0 });
    await api.projected();
    const of = (creator: TestUser) => privateId({ deps: api.deps, creator: creator.user_id }, late.user_id);
    expect(await names(`${of(shop.creator)},${private_id}`)).toEqual(['Late', 'Anna']);
    expect(await names(of(await api.creator()))).toEqual([]);
    expect(await names(derivedHexId('nobody'))).toEqual([]);
  });
});

test('a bundle has its stock as a number, everything else 0', async () => {
  const { list } = (await program.call('query-plans', {})).data;
  const of = (name: string) => list.find((plan) => plan.name === name);
  expect(of('Set of two')).toMatchObject({ bundle_stock: 3, bundle_sku_select_count: 2 });
  expect(of('Scarf')).toMatchObject({ bundle_stock: 0, bundle_sku_select_count: 0, pic: DEFAULT_PICTURE });
  const endless = { name: 'Endless', product_type: 3, bundle_sku_select_count: 1 } as const;
  const sku = shop.set.sku.map(({ name }) => ({ name, price: '1.00', stock: 1 }));
  await savePlan(api, shop.creator, { ...endless, price: '1.00', sku });
  await api.projected();
  const { list: later } = (await program.call('query-plans', {})).data;
  expect(later.find(({ name }) => name === 'Endless')).toMatchObject({ bundle_stock: -1 });
});

describe('a refusal names the field and the value', () => {
  test.each([
    ['query-plan', { plan_id: 'nothing' }, 40400, 'not found', 'plan_id "nothing"'],
    ['query-plan', {}, 400001, 'params incomplete', 'plan_id'],
    ['query-plan', { plan_id: 'ä'.repeat(200) }, 40000, 'params invalid', 'plan_id'],
    ['query-order', { after: 'x' }, 40000, 'params invalid', 'after "x": must be a position'],
    ['update-plan-reply', { sku_id: 'nothing', auto_reply: 'x' }, 40400, 'not found', 'sku_id "nothing"'],
    [
      'update-plan-reply',
      { plan_id: 'a', update_random_reply_type: 'x' },
      40000,
      'params invalid',
      'update_random_reply_type "x": must be one of append, overwrite',
    ],
    ['send-msg', { recipient: 'a', content: 'b' }, 40902, 'not possible now', 'does not allow'],
  ] as const)('%s with %j', async (name, params, ec, em, explain) => {
    const answer = await program.call(name, params);
    expect([answer.ec, answer.em, answer.data.explain]).toEqual([ec, em, expect.stringContaining(explain)]);
    expect(JSON.stringify(answer)).not.toMatch(/Page not found|Invalid input|expected string/);
  });

  test('also outside of the calls', async () => {
    for (const [method, url] of [
      ['POST', '/api/open/query-orders'],
      ['GET', '/api/open/ping'],
    ] as const) {
      const { statusCode, body } = await api.app.inject({ method, url, payload: '{"user_id":"a"}' });
      const { ec, em, data } = JSON.parse(body);
      expect([statusCode, ec, em]).toEqual([200, 40400, 'not found']);
      expect(data.explain).toContain(
        `${method} ${url}: the calls are POST /api/open/ with ping, query-order`,
      );
      expect(data.debug).toHaveProperty('kv_string');
    }
  });
});
