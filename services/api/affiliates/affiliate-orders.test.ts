import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { teamOrders } from '#services/contract/accounts/team.ts';
import { editAffiliate, listAffiliates, listMyAffiliates } from '#services/contract/affiliates/calls.ts';
import { refundOrder, updateCreatorRemark } from '#services/contract/orders/after-payment.ts';
import { listCreatorOrders, listMyOrders, type Order } from '#services/contract/orders/order-list.ts';
import { explainStats } from '#services/contract/stats/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { cartCalls } from '../testing/sample-shop.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

/** With the code: one paid and partly refunded, one unpaid; and one without it. */
let paid: string;
let open: string;
let plain: string;

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('Red', '')]));
const partner = fixture(() => api.creator());
// A name that could be a code.
const fan = fixture(() => api.user('Anna-7'));
beforeAll(async () => {
  const opening = { code: 'Podcast-7', partner: partner.user_id, rate: 10, plan_ids: [shop.plan.plan_id] };
  const { ec } = await api.call(editAffiliate, opening, shop.creator);
  expect(ec).toBe(200);
  const calls = orderCalls(api, fan);
  const buy = async (affiliate_code?: string): Promise<string> => {
    const { data } = await calls.create({ ...unitsOf(shop, 3), affiliate_code });
    return data.out_trade_no;
  };
  paid = await buy('podcast-7');
  await calls.pay(paid, 30);
  const refund = { out_trade_no: paid, amount: '10.00', reason: '' };
  expect((await api.call(refundOrder, refund, shop.creator)).ec).toBe(200);
  plain = await buy();
  await calls.pay(plain, 30);
  open = await buy('PODCAST-7');
  await api.projected();
});

interface Listed {
  list: Order[];
  total_count: number;
}
const creatorOrders = (query: Record<string, string>, as = shop.creator): Promise<Listed> =>
  api.data(listCreatorOrders, query, as);
const found = async (query: Record<string, string>, as = shop.creator): Promise<string[]> =>
  (await creatorOrders(query, as)).list.map(({ out_trade_no }) => out_trade_no);

test('the list marks orders that came by a code', async () => {
  const { list } = await creatorOrders({});
  expect(list.map(({ out_trade_no }) => out_trade_no)).toEqual([open, plain, paid]);
  const by = { code: 'Podcast-7', rate: 10, partner_name: expect.any(String) };
  expect(list.map(({ affiliate }) => affiliate)).toEqual([
    { ...by, commission: '0.00' },
    null,
    { ...by, commission: '2.00' },
  ]);
});

test('a code is found without regard to case, by its own search and by the general one', async () => {
  for (const search_q of ['Podcast-7', ' podCAST-7 ']) {
    expect(await found({ search_q })).toEqual([open, paid]);
    expect(await found({ search_q, search_param_type: 'affiliate_code' })).toEqual([open, paid]);
    expect(await found({ search_q, status: '2' })).toEqual([paid]);
    for (const search_param_type of ['order_id', 'name']) {
      expect(await found({ search_q, search_param_type })).toEqual([]);
    }
  }
  expect(await found({ search_q: 'podcast', search_param_type: 'affiliate_code' })).toEqual([]);
  expect(await found({ search_q: 'podcast-7' }, partner)).toEqual([]);
});

test('a text in the form of an unknown code is searched as name or number', async () => {
  expect(await found({ search_q: 'Anna-7' })).toEqual([open, plain, paid]);
  expect(await found({ search_q: paid.slice(0, 24) })).toContain(paid);
});

async function exported(query: Record<string, string>, language: string): Promise<string[][]> {
  const { body } = await api.app.inject({
    method: 'GET',
    url: '/api/my/sponsored-bill-export',
    query,
    headers: { authorization: `Bearer ${shop.creator.token}`, 'locale-lang': language },
  });
  return body
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('the export has code, partner and commission', async () => {
  const [head, ...lines] = await exported({}, 'en-US');
  expect(head?.slice(-3)).toEqual(['Partner code', 'Partner', "Partner's commission"]);
  for (const line of lines) expect(line).toHaveLength(head?.length ?? 0);
  const [{ partner_name } = { partner_name: '' }] = (await creatorOrders({ search_q: paid })).list.flatMap(
    ({ affiliate }) => affiliate ?? [],
  );
  expect(lines.map((line) => line.slice(-3))).toEqual([
    ['Podcast-7', partner_name, '0.00'],
    ['', '', ''],
    ['Podcast-7', partner_name, '2.00'],
  ]);
  const chinese = await exported({ search_q: 'podcast-7' }, 'zh-CN');
  expect(chinese.map((line) => line.at(-3))).toEqual(['推广码', 'Podcast-7', 'Podcast-7']);
});

test('figures are explained by the same orders, each with its code, less the partner’s part', async () => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(api.deps.clock.now());
  const query = { figure: 'net', from: day, to: day };
  const { ec, data } = await api.send(explainStats, query, shop.creator);
  expect(ec).toBe(200);
  // 30.00 less 1.80; a third of the other refunded; 30.00 less 1.80 and 3.00.
  expect(data.value).toBe('45.00');
  const contributions = data.list.map(({ order, contribution }) => [order.affiliate?.code, contribution]);
  expect(contributions).toEqual([
    [undefined, '28.20'],
    ['Podcast-7', '-8.40'],
    ['Podcast-7', '25.20'],
  ]);
});

test('a fan is shown nothing of it, in no list and by no search', async () => {
  const own = await api.call(listMyOrders, {}, fan);
  expect(own.data.list).toHaveLength(3);
  expect(own.data.list.map(({ affiliate }) => affiliate)).toEqual([null, null, null]);
  const contributions = JSON.stringify(own);
  for (const secret of ['Podcast-7', partner.user_id, '"2.00"']) expect(contributions).not.toContain(secret);
  expect((await api.call(listCreatorOrders, { search_q: 'podcast-7' }, fan)).ec).toBe(40300);
});

test('team members see the order, but neither the code nor the creator’s note', async () => {
  const note = { out_trade_no: paid, remark: 'a friend of the podcast' };
  expect((await api.call(updateCreatorRemark, note, shop.creator)).ec).toBe(200);
  const member = await api.user('Mo');
  await api.deps.accounts.team.add(shop.creator.user_id, member.user_id, {
    member_name: 'Mo',
    rights: ['orders', 'tickets'],
  });
  await api.projected();
  const orders = async (as: TestUser) => {
    const query = { creator_id: shop.creator.user_id, search_q: paid };
    return (await api.call(teamOrders, query, as)).data.list;
  };
  expect(await orders(shop.creator)).toMatchObject([
    { creator_remark: note.remark, affiliate: { code: 'Podcast-7' } },
  ]);
  expect(await orders(member)).toMatchObject([
    { out_trade_no: paid, creator_remark: null, affiliate: null, total_amount: '30.00' },
  ]);
});

test('the link of a code for one item leads there, for both sides, until it holds for more', async () => {
  const { list } = (await api.call(listAffiliates, {}, shop.creator)).data;
  const item = `/item/${shop.plan.plan_id}?affiliate_code=Podcast-7`;
  expect(list.map(({ url }) => url)).toEqual([item]);
  const mine = async () => (await api.call(listMyAffiliates, {}, partner)).data.list.map(({ url }) => url);
  expect(await mine()).toEqual([item]);
  const wider = { affiliate_id: list[0]?.affiliate_id, rate: 10, plan_ids: [] };
  const { data } = await api.call(editAffiliate, wider, shop.creator);
  expect(data.affiliate.url).toMatch(/^\/a\/[^/?]+\?affiliate_code=Podcast-7$/);
  await api.projected();
  expect(await mine()).toEqual([data.affiliate.url]);
});

test('the contract describes its fields', async () => {
  const document = (await api.app.inject({ method: 'GET', url: '/api/openapi.json' })).body;
  expect(document).toContain('The affiliate code of the order, for the creator only');
  expect(document).toContain('of the item if the code applies to a single one');
});

test('a code goes with its entry of the cart, and the newest link counts', async () => {
  const buyer = await api.user();
  const cart = cartCalls(api, buyer);
  const entry = unitsOf(shop, 1);
  await cart.add({ ...entry, affiliate_code: 'unknown-1' });
  await cart.add({ ...entry, affiliate_code: 'podcast-7' });
  // Without a link the code stays.
  await cart.add(entry);
  expect((await cart.entries()).map(({ affiliate_code }) => affiliate_code)).toEqual(['podcast-7']);
  const { data } = await cart.order();
  expect((await cart.pay(data.cart_order_no, 30)).accepted).toBe(true);
  await api.projected();
  const [order] = (await creatorOrders({ search_q: data.orders[0]?.out_trade_no ?? '' })).list;
  expect(order?.affiliate).toEqual({
    code: 'Podcast-7',
    rate: 10,
    partner_name: expect.any(String),
    commission: '3.00',
  });
  expect(await cart.add({ ...entry, affiliate_code: 'x'.repeat(61) })).toMatchObject({ ec: 40000 });
});
