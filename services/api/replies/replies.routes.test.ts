import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editReplyPool, getReplyPool, listOrderReplies } from '#services/contract/replies/calls.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { certify, replyWith } from '../testing/replying.ts';
import { forSale, openShop, savePlan, sponsorshipForm, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let shop: TestShop;
let fan: TestUser;
let orders: OrderCalls;
const RANDOM = { on: false, content: '', random_on: true };

const api = fixture(startTestApi);
beforeEach(async () => {
  shop = await openShop(api, [forSale('Key', ''), forSale('Card', '')]);
  fan = await api.user();
  orders = orderCalls(api, fan);
  await certify(api, shop.creator);
});

const skuId = (at: number): string => shop.skus[at]!.sku_id;
const fill = (body: object, as: TestUser = shop.creator) => api.call(editReplyPool, body, as);
const repliesTo = async (out_trade_no: string, as = fan) =>
  (await api.call(listOrderReplies, { out_trade_no }, as)).data;

/** A paid order with this many of each SKU. */
async function bought(...counts: number[]): Promise<string> {
  const sku = counts.flatMap((count, at) => (count > 0 ? [{ sku_id: skuId(at), count }] : []));
  return orders.buy({ plan_id: shop.plan.plan_id, sku });
}

describe('automatic replies to a buyer', () => {
  test('is the text as of the order', async () => {
    await replyWith(api, shop, { on: true, content: 'Thank you, friend', random_on: false });
    await replyWith(api, shop, { on: true, content: 'Download: /key', random_on: false }, skuId(0));
    await replyWith(api, shop, { on: false, content: 'switched off', random_on: false }, skuId(1));
    const order = await bought(1, 1);
    await replyWith(api, shop, { on: true, content: 'another text', random_on: false }, skuId(0));
    expect(await repliesTo(order)).toMatchObject({
      reply_pending: false,
      list: [
        { sku_id: '', name: 'Scarf', reply_content: 'Thank you, friend' },
        { sku_id: skuId(0), name: 'Key', reply_content: 'Download: /key', reply_random_content: [] },
      ],
    });
  });

  test('is one line for each unit, each line once', async () => {
    await replyWith(api, shop, RANDOM, skuId(0));
    expect(
      (await fill({ sku_id: skuId(0), reply_random_content: ' AAA \r\n\nBBB\nCCC' })).data,
    ).toMatchObject({
      reply_random_num: 3,
      reply_pending_num: 0,
    });
    const [one, other] = [await bought(2), await bought(1)];
    expect((await repliesTo(one)).list).toMatchObject([
      { sku_id: skuId(0), reply_random_content: ['AAA', 'BBB'] },
    ]);
    expect((await repliesTo(other)).list).toMatchObject([{ reply_random_content: ['CCC'] }]);
    // The creator sees it, too, to answer questions about an order.
    expect(await repliesTo(other, shop.creator)).toEqual(await repliesTo(other));
  });

  test('comes later when the pool is empty: the order is paid, and waits', async () => {
    await replyWith(api, shop, RANDOM, skuId(0));
    await fill({ sku_id: skuId(0), reply_random_content: 'only one' });
    const order = await bought(3);
    expect(await orders.typesOf(order)).toEqual(['OrderPlaced', 'OrderPaid']);
    expect(await repliesTo(order)).toMatchObject({
      reply_pending: true,
      list: [{ reply_random_content: ['only one'], reply_pending_num: 2 }],
    });
    const pool = () => api.call(getReplyPool, { pool_id: skuId(0) }, shop.creator).then(({ data }) => data);
    expect(await pool()).toEqual({ reply_random_num: 0, reply_pending_num: 2 });
    expect((await fill({ sku_id: skuId(0), reply_random_content: 'two\nthree\nfour' })).data).toMatchObject({
      reply_random_num: 1,
      reply_pending_num: 0,
    });
    expect(await repliesTo(order)).toMatchObject({
      reply_pending: false,
      list: [{ reply_random_content: ['only one', 'two', 'three'], reply_pending_num: 0 }],
    });
    expect(await pool()).toEqual({ reply_random_num: 1, reply_pending_num: 0 });
  });

  test('is nothing before the order is paid, and another’s business never', async () => {
    await replyWith(api, shop, { on: true, content: 'secret', random_on: false });
    const { data } = await orders.create({
      plan_id: shop.plan.plan_id,
      sku: [{ sku_id: skuId(0), count: 1 }],
    });
    expect(await repliesTo(data.out_trade_no)).toMatchObject({ list: [], reply_pending: false });
    const stranger = await api.user();
    const url = '/api/order/replies';
    for (const out_trade_no of [data.out_trade_no, '2123']) {
      expect((await api.get(url, stranger, { out_trade_no })).ec).toBe(40400);
    }
  });

  test('of a sponsorship plan comes from the plan’s own pool', async () => {
    const plan = await savePlan(api, shop.creator, sponsorshipForm);
    await replyWith(api, { creator: shop.creator, plan }, RANDOM);
    expect((await fill({ plan_id: plan.plan_id, reply_random_content: 'welcome-1\nwelcome-2' })).ec).toBe(
      200,
    );
    const { data } = await orders.create({ plan_id: plan.plan_id, month: 3 });
    await orders.pay(data.out_trade_no, 90);
    expect(await repliesTo(data.out_trade_no)).toMatchObject({
      list: [{ sku_id: '', name: 'Coffee', reply_random_content: ['welcome-1'] }],
    });
  });
});

describe('filling a pool', () => {
  test('twice under one key adds once; in place of the old, those that were left are gone', async () => {
    const body = { sku_id: skuId(0), reply_random_content: 'a\nb', client_order_key: 'k1' };
    expect((await fill(body)).data.reply_random_num).toBe(2);
    expect((await fill(body)).data.reply_random_num).toBe(2);
    expect((await fill({ ...body, client_order_key: 'k2' })).data.reply_random_num).toBe(4);
    const over = { sku_id: skuId(0), reply_random_content: 'c', update_random_reply_type: 'overwrite' };
    expect((await fill(over)).data.reply_random_num).toBe(1);
    await replyWith(api, shop, RANDOM, skuId(0));
    expect(await repliesTo(await bought(1))).toMatchObject({ list: [{ reply_random_content: ['c'] }] });
  });

  test('is available to certified creators only', async () => {
    const other = await openShop(api, [forSale('Key', '')]);
    const { ec, em, data } = await fill(
      { sku_id: other.skus[0]!.sku_id, reply_random_content: 'a' },
      other.creator,
    );
    expect([ec, data.errors]).toMatchObject([
      40000,
      [{ field: 'reply_random_content', message: '认证创作者才可使用' }],
    ]);
    expect(em).not.toBe('');
  });

  test('of something that is another’s, or not there, is refused', async () => {
    const other = await openShop(api, [forSale('Key', '')]);
    await certify(api, other.creator);
    for (const body of [
      { sku_id: skuId(0) },
      { plan_id: shop.plan.plan_id },
      { sku_id: 'nowhere' },
      { plan_id: 'nowhere' },
    ]) {
      expect((await fill({ ...body, reply_random_content: 'a' }, other.creator)).ec).toBe(40400);
    }
    const { ec } = await api.call(getReplyPool, { pool_id: skuId(0) }, other.creator);
    expect(ec).toBe(40400);
  });

  test.each([
    ['a plan of goods', () => ({ plan_id: shop.plan.plan_id, reply_random_content: 'a' }), 'sku_id'],
    ['neither of both', () => ({ reply_random_content: 'a' }), 'sku_id'],
    ['both', () => ({ plan_id: shop.plan.plan_id, sku_id: skuId(0) }), 'sku_id'],
    ['another way', () => ({ sku_id: skuId(0), update_random_reply_type: 'x' }), 'update_random_reply_type'],
    [
      'a line that is too long',
      () => ({ sku_id: skuId(0), reply_random_content: 'x'.repeat(501) }),
      'reply_random_content',
    ],
    [
      'too many lines',
      () => ({ sku_id: skuId(0), reply_random_content: 'x\n'.repeat(10_001) }),
      'reply_random_content',
    ],
    ['a NUL', () => ({ sku_id: skuId(0), reply_random_content: 'a\0b' }), 'reply_random_content'],
    ['no text', () => ({ sku_id: skuId(0), reply_random_content: 7 }), 'reply_random_content'],
  ])('of %s is refused by field', async (_, body, field) => {
    const { ec, data } = await fill(body());
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
  });

  test('keeps no line in the clear', async () => {
    await fill({ sku_id: skuId(0), reply_random_content: 'Very-Secret-Line' });
    const { rows } = await api.deps.pool.query<{ text: string }>(
      'SELECT t::text AS text FROM commerce.reply_lines t',
    );
    const hex = Buffer.from('Very-Secret-Line').toString('hex');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(hex))).toBe(false);
  });
});
