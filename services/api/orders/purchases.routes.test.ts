import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addDays, DAY_MS } from '#events/time.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import {
  getPurchasedSku,
  listPurchases,
  listSpending,
  type PurchasedSku,
} from '#services/contract/orders/purchases.ts';
import { editReplyPool } from '#services/contract/replies/calls.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { certify, replyWith } from '../testing/replying.ts';
import { forSale, openShop, savePlan, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const clock = movableClock();
let shop: TestShop;
let fan: TestUser;
let calls: OrderCalls;
let bundle: Awaited<ReturnType<typeof savePlan>>;

const CONTENT = '<p>The pattern: <b>knit</b></p><script>alert(1)</script>';

const api = fixture(() => startTestApi({ clock }));
beforeAll(async () => {
  // At noon, so that no day ends while a test runs.
  const { calendar } = api.deps;
  clock.setOffset(calendar.startOf(addDays(calendar.dayOf(Date.now()), 1)) + DAY_MS / 2 - Date.now());
  shop = await openShop(api, [
    forSale('Red', 100, { purchased_rich_text: CONTENT }),
    forSale('Blue', 100, { price: '5.00' }),
  ]);
  await certify(api, shop.creator);
  bundle = await savePlan(api, shop.creator, {
    name: 'Both',
    product_type: 2,
    price: '12.00',
    sku: shop.skus.map(({ sku_id, name, price }) => ({ sku_id, name, price })),
  });
  fan = await api.user('Anna');
  calls = orderCalls(api, fan);
});

const [RED, BLUE] = [0, 1];
const skuId = (at: number): string => shop.skus[at]!.sku_id;

async function bought(counts: readonly [number, number], yuan: number, by = fan): Promise<string> {
  const sku = counts.flatMap((count, at) => (count > 0 ? [{ sku_id: skuId(at), count }] : []));
  return calls.buy({ plan_id: shop.plan.plan_id, sku, total_amount: `${yuan}.00` }, by);
}
const refund = (out_trade_no: string, body: object = {}) =>
  api.call(refundOrder, { out_trade_no, ...body }, shop.creator);

async function has(as: TestUser): Promise<[string, number][]> {
  await api.projected();
  const data = await api.data(listPurchases, {}, as);
  expect(data.total_count).toBe(data.list.length);
  return data.list.map(({ sku, count }): [string, number] => [sku.name, count]).toSorted();
}
async function content(at: number, as: TestUser): Promise<{ ec: number; data: PurchasedSku }> {
  await api.projected();
  const answer = await api.call(getPurchasedSku, { sku_id: skuId(at) }, as);
  return answer;
}

describe('a fan’s purchases', () => {
  test('include paid units, without unpaid and refunded ones', async () => {
    const one = await api.user();
    expect(await has(one)).toEqual([]);
    const line = { sku_id: skuId(RED), count: 1 };
    await calls.create({ plan_id: shop.plan.plan_id, sku: [line] }, one);
    expect(await has(one)).toEqual([]);
    const order = await bought([2, 1], 25, one);
    expect(await has(one)).toEqual([
      ['Blue', 1],
      ['Red', 2],
    ]);
    await refund(order, { sku: [{ sku_id: skuId(BLUE), count: 1 }] });
    expect(await has(one)).toEqual([['Red', 2]]);
    await refund(order);
    expect(await has(one)).toEqual([]);
  });

  test('are counted over orders; bundles by their contents', async () => {
    const one = await api.user();
    await bought([1, 0], 10, one);
    const { data } = await calls.create({ plan_id: bundle.plan_id, bundle_count: 2 }, one);
    await calls.pay(data.out_trade_no, 24);
    expect(await has(one)).toEqual([
      ['Blue', 2],
      ['Red', 3],
    ]);
    const red = await content(RED, one);
    expect(red.data).toMatchObject({ plan: { name: 'Both', product_type: 2 }, count: 3 });
    expect(red.data.orders).toHaveLength(2);
    expect(red.data.content_html).toContain('knit');
    const { data: goods } = await api.call(listPurchases, { product_type: 4 }, one);
    expect(goods.total_count).toBe(0);
  });
});

describe('the content of a model', () => {
  test('is for buyers until a full refund; it can only be read', async () => {
    const one = await api.user();
    expect((await content(RED, one)).ec).toBe(40400);
    expect((await content(RED, shop.creator)).ec).toBe(40400);
    expect((await api.call(getPurchasedSku, { sku_id: skuId(RED) })).ec).toBe(40100);
    expect((await api.send(getPurchasedSku, {}, one)).ec).toBe(40000);
    const order = await bought([2, 0], 20, one);
    const { data } = await content(RED, one);
    expect(data).toMatchObject({ content_html: '<p>The pattern: <b>knit</b></p>', has_content: true });
    await refund(order, { amount: '1.00' });
    expect((await content(RED, one)).ec).toBe(200);
    await refund(order);
    expect((await content(RED, one)).ec).toBe(40400);
  });

  test('follows the creator’s corrections, but is not removed', async () => {
    await bought([1, 0], 10);
    const save = async (purchased_rich_text: string) => {
      const sku = shop.skus.map(({ sku_id, name, price }, at) => ({
        sku_id,
        name,
        price,
        purchased_rich_text: at === RED ? purchased_rich_text : '',
      }));
      await savePlan(api, shop.creator, {
        name: 'Scarf',
        product_type: 1,
        plan_id: shop.plan.plan_id,
        sku,
      });
    };
    await save('new\nlines');
    expect((await content(RED, fan)).data.content_html).toBe('new<br />lines');
    await save('');
    expect((await content(RED, fan)).data.content_html).toContain('knit');
    await save(CONTENT);
    await bought([0, 1], 5);
    expect((await content(BLUE, fan)).data).toMatchObject({ content_html: '', has_content: false });
  });

  test('has the replies of each order, the fan’s own lines only', async () => {
    await replyWith(api, shop, { on: true, content: '谢谢', random_on: true }, skuId(BLUE));
    await api.call(
      editReplyPool,
      { sku_id: skuId(BLUE), reply_random_content: 'one\ntwo\nthree' },
      shop.creator,
    );
    const [one, other] = [await api.user(), await api.user()];
    const first = await bought([0, 2], 10, one);
    await bought([0, 2], 10, other);
    const { data } = await content(BLUE, one);
    expect(data.replies).toMatchObject([
      { out_trade_no: first, list: [{ reply_content: '谢谢', reply_random_content: ['one', 'two'] }] },
    ]);
    const theirs = await content(BLUE, other);
    expect(theirs.data.replies).toMatchObject([
      { reply_pending: true, list: [{ reply_random_content: ['three'], reply_pending_num: 1 }] },
    ]);
  });
});

describe('what a fan paid', () => {
  const historyOf = async (as: TestUser, query: Record<string, string | number> = {}) => {
    await api.projected();
    return api.data(listSpending, query, as);
  };

  test('is summed up by month, money that came back in the month when it did', async () => {
    const one = await api.user();
    const first = await bought([2, 0], 20, one);
    const paidIn = api.deps.calendar.dayOf(clock.now()).slice(0, 7);
    clock.setOffset(clock.offset + 40 * DAY_MS);
    await refund(first, { amount: '15.00' });
    await bought([0, 1], 5, one);
    const { months, list, total_count } = await historyOf(one);
    expect(months.at(-1)).toEqual({
      month: paidIn,
      orders: 1,
      paid: '20.00',
      refunded: '0.00',
      spent: '20.00',
    });
    expect(months[0]).toMatchObject({ orders: 1, paid: '5.00', refunded: '15.00', spent: '-10.00' });
    expect(total_count).toBe(3);
    expect(list.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', '5.00'],
      ['refund', '15.00'],
      ['payment', '20.00'],
    ]);
    const page = await historyOf(one, { month: paidIn, per_page: 1 });
    expect([page.total_count, page.list[0]?.out_trade_no]).toEqual([1, first]);
    expect((await historyOf(one, { page: 2, per_page: 2 })).has_more).toBe(false);
  });

  test('others do not see it; months must be valid', async () => {
    expect((await historyOf(await api.user())).months).toEqual([]);
    expect((await api.call(listSpending, {})).ec).toBe(40100);
    expect((await api.call(listSpending, { month: '2026-13' }, fan)).ec).toBe(40000);
  });
});
