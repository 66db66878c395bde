import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyAccount, getMyProfile } from '#services/contract/accounts/accounts.ts';
import {
  type Affiliate,
  deleteAffiliate,
  type EditAffiliate,
  editAffiliate,
  generateAffiliateCode,
  getAffiliate,
  listAffiliates,
  listMyAffiliates,
} from '#services/contract/affiliates/calls.ts';
import { getIncome, listIncomeLines } from '#services/contract/income/income.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, type TestShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let shop: TestShop;
let partner: TestUser;
let fan: TestUser;
let calls: OrderCalls;
const api = fixture(startTestApi);
beforeEach(async () => {
  shop = await openShop(api, [forSale('Red', '')]);
  partner = await api.creator();
  fan = await api.user('fan');
  calls = orderCalls(api, fan);
});

const edit = (body: Partial<EditAffiliate>, as = shop.creator) => api.send(editAffiliate, body, as);
const opening = (more: Partial<EditAffiliate> = {}) => ({
  code: 'Podcast-7',
  partner: partner.user_id,
  rate: 10,
  ...more,
});
const open = async (more: Partial<EditAffiliate> = {}): Promise<Affiliate> => {
  const { ec, em, data } = await edit(opening(more));
  if (ec !== 200) throw new Error(`${em} ${JSON.stringify(data.errors)}`);
  return data.affiliate;
};
const buying = (more: object = {}) => ({
  ...unitsOf(shop, 3),
  affiliate_code: 'podcast-7',
  ...more,
});
/** 30.00, paid. */
async function sold(more: object = {}, as = fan): Promise<string> {
  const { ec, data } = await calls.create(buying(more), as);
  expect([ec, data.total_amount]).toEqual([200, '30.00']);
  await calls.pay(data.out_trade_no, 30);
  await api.projected();
  return data.out_trade_no;
}
const list = async (as = shop.creator) => (await api.call(listAffiliates, {}, as)).data;
const mine = async (as = partner) => (await api.call(listMyAffiliates, {}, as)).data;
const detailOf = (affiliate_id: string, as = shop.creator) => api.call(getAffiliate, { affiliate_id }, as);

describe('a creator’s codes', () => {
  test('are opened, listed for both sides, paused and closed', async () => {
    const plan_ids = [shop.plan.plan_id];
    const affiliate = await open({ plan_ids, note: ' podcast ' });
    expect(affiliate).toMatchObject({
      code: 'Podcast-7',
      status: 1,
      rate: 10,
      note: 'podcast',
      orders: 0,
      gross: '0.00',
      commission: '0.00',
      partner: { user_id: partner.user_id },
      plans: [{ plan_id: plan_ids[0], name: 'Scarf' }],
    });
    await api.projected();
    expect(await list()).toMatchObject({ total_count: 1, has_more: false, list: [affiliate] });
    const { partner: _partner, note: _note, gross: _gross, ...shared } = affiliate;
    expect((await mine()).list).toEqual([
      { ...shared, creator: expect.objectContaining({ user_id: shop.creator.user_id }) },
    ]);
    const page = await api.call(getMyAccount, {}, shop.creator);
    expect(page.ec).toBe(200);
    expect(affiliate.url).toBe(`/item/${plan_ids[0]}?affiliate_code=Podcast-7`);

    const { affiliate_id } = affiliate;
    const paused = await edit({ affiliate_id, rate: 15, status: 0, plan_ids: [] });
    expect(paused.data.affiliate).toMatchObject({ status: 0, rate: 15, plans: [], note: '' });
    await api.projected();
    expect((await mine()).list).toMatchObject([{ status: 0, rate: 15, plans: [] }]);

    const closed = await api.call(deleteAffiliate, { affiliate_id }, shop.creator);
    expect([closed.ec, closed.data.position > 0]).toEqual([200, true]);
    await api.projected();
    expect([(await list()).total_count, (await mine()).total_count]).toEqual([0, 0]);
    expect((await detailOf(affiliate_id)).ec).toBe(40400);
    expect((await edit(opening())).data.errors).toMatchObject([{ field: 'code' }]);
  });

  test('name their partner by id or by the address of the page', async () => {
    const account = await api.call(getMyProfile, {}, partner);
    const { affiliate } = (await edit(opening({ partner: account.data.user.url_slug.toUpperCase() }))).data;
    expect(affiliate.partner.user_id).toBe(partner.user_id);
  });

  test.each<[string, () => Partial<EditAffiliate>, string]>([
    ['without a code', () => opening({ code: undefined }), 'code'],
    ['with a code of three', () => opening({ code: 'abc' }), 'code'],
    ['with a code in Chinese', () => opening({ code: '推广码推广码' }), 'code'],
    ['without a partner', () => opening({ partner: undefined }), 'partner'],
    ['for nobody', () => opening({ partner: 'nobody-at-all' }), 'partner'],
    ['for a fan', () => opening({ partner: fan.user_id }), 'partner'],
    ['for oneself', () => opening({ partner: shop.creator.user_id }), 'partner'],
    ['for nothing', () => opening({ rate: 0 }), 'rate'],
    ['for more than half', () => opening({ rate: 51 }), 'rate'],
    ['for a part of a percent', () => opening({ rate: 1.5 }), 'rate'],
    ['for a plan that is nobody’s', () => opening({ plan_ids: ['nowhere'] }), 'plan_ids.0'],
    ['with a long note', () => opening({ note: 'n'.repeat(101) }), 'note'],
    ['in a third state', () => opening({ status: 2 }), 'status'],
  ])('are refused by field %s', async (_why, body, field) => {
    const head = await api.deps.log.head();
    const { ec, data } = await edit(body());
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
    expect(await api.deps.log.head()).toBe(head);
  });

  test('need the right, which can be revoked', async () => {
    const affiliate = await open();
    const { pool, clock } = api.deps;
    await openRightsRegister(pool, clock).take(shop.creator.user_id, 'can_affiliate');
    const { rights } = api.deps.accounts;
    await expect.poll(async () => (await rights.of(shop.creator.user_id)).rights.can_affiliate).toBe(false);
    const refused = await edit(opening({ code: 'another' }));
    expect(refused.data.errors).toEqual([{ field: 'code', message: '你的账号未开通此功能' }]);
    const { affiliate_id } = affiliate;
    expect((await edit({ affiliate_id, rate: 10, status: 0 })).ec).toBe(200);
    expect((await edit({ affiliate_id, rate: 10, status: 1 })).ec).toBe(40000);
  });

  test('others cannot read or change them', async () => {
    const { affiliate_id } = await open();
    await api.projected();
    const other = await api.creator();
    for (const who of [other, partner]) {
      expect((await detailOf(affiliate_id, who)).ec).toBe(40400);
      expect((await edit({ affiliate_id, rate: 50 }, who)).ec).toBe(40400);
      expect((await api.call(deleteAffiliate, { affiliate_id }, who)).ec).toBe(40400);
    }
    expect((await mine(other)).list).toEqual([]);
  });

  test('can be suggested: unused, and without similar letters', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => api.call(generateAffiliateCode, {}, shop.creator)),
    );
    const texts = made.map(({ data }) => data.code);
    expect(new Set(texts).size).toBe(20);
    for (const code of texts) expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{8}$/);
    expect((await edit(opening({ code: texts[0] }))).ec).toBe(200);
  });
});

describe('an order by a code', () => {
  const prepare = async (more: object = {}, as?: TestUser) =>
    (await api.call(prepareOrder, buying(more), as)).data;

  test('costs the same, and prepare answers whether the code applies', async () => {
    await open();
    for (const who of [fan, undefined]) {
      expect(await prepare({}, who)).toMatchObject({ affiliate_applied: 1, total_amount: '30.00' });
      const none = await prepare({ affiliate_code: 'none-such' }, who);
      expect(none).toMatchObject({ affiliate_applied: 0, total_amount: '30.00' });
    }
    expect(await prepare({}, partner)).toMatchObject({ affiliate_applied: 0, total_amount: '30.00' });
    const custom = {
      plan_id: undefined,
      sku: undefined,
      user_id: shop.creator.user_id,
      custom_price: '8.00',
    };
    expect(await prepare(custom)).toMatchObject({ affiliate_applied: 1, total_amount: '8.00' });
  });

  test('earns its partner a commission, which a refund reduces', async () => {
    const { affiliate_id } = await open();
    const out_trade_no = await sold();
    await sold({ affiliate_code: 'none-such' });
    await sold({}, partner);
    expect((await list()).list).toMatchObject([{ orders: 1, gross: '30.00', commission: '3.00' }]);
    expect((await mine()).list).toMatchObject([{ orders: 1, commission: '3.00' }]);
    const order = { out_trade_no, plan_name: 'Scarf', total_amount: '30.00' };
    expect((await detailOf(affiliate_id)).data).toMatchObject({
      total_count: 1,
      affiliate: { orders: 1 },
      list: [{ ...order, commission: '3.00', refunded: '0.00' }],
    });

    const back = await api.call(refundOrder, { out_trade_no, amount: '10.00', reason: '' }, shop.creator);
    expect(back.ec).toBe(200);
    await api.projected();
    expect((await detailOf(affiliate_id)).data.list).toMatchObject([
      { ...order, commission: '2.00', refunded: '10.00' },
    ]);
    const income = async (who: TestUser) => (await api.call(getIncome, {}, who)).data;
    expect(await income(partner)).toMatchObject({
      list: [
        { orders: 0, gross: '0.00', affiliate: '0.00', commissions: '2.00', net: '2.00', status: 'open' },
      ],
      pending: '2.00',
      available: '0.00',
    });
    // 30.00 twice without commission gives 28.20 each; with commission and 10.00 refunded, 16.80.
    expect(await income(shop.creator)).toMatchObject({
      list: [{ orders: 3, gross: '90.00', affiliate: '2.00', commissions: '0.00', net: '73.20' }],
    });
  });

  test('the partner sees nothing of the buyer, and the fan nothing of the partner', async () => {
    await open();
    const out_trade_no = await sold();
    const { month } = (await api.call(getIncome, {}, partner)).data.list[0]!;
    const lines = await api.call(listIncomeLines, { month }, partner);
    expect(lines.data.list).toMatchObject([
      { kind: 'commission', out_trade_no, amount: '3.00', payment_fee: '0.00', net: '3.00' },
    ]);
    const partnerSees = JSON.stringify([lines, await mine()]);
    for (const secret of [fan.user_id, 'fan']) expect(partnerSees).not.toContain(`"${secret}"`);
    expect((await api.call(getOrder, { out_trade_no }, partner)).ec).toBe(40400);

    const detail = async (as: TestUser) => (await api.call(getOrder, { out_trade_no }, as)).data;
    expect((await detail(shop.creator)).affiliate).toEqual({
      code: 'Podcast-7',
      rate: 10,
      commission: '3.00',
      partner_name: expect.any(String),
    });
    expect((await detail(fan)).affiliate).toBeNull();
    expect(JSON.stringify(await detail(fan))).not.toContain(partner.user_id);
    const orders = await api.call(listCreatorOrders, {}, shop.creator);
    expect(orders.data.list).toMatchObject([{ affiliate: { code: 'Podcast-7', commission: '3.00' } }]);
    const bought = await api.call(listMyOrders, {}, fan);
    expect(bought.data.list).toMatchObject([{ affiliate: null }]);
  });

  test('keeps its rate when the code changes; the key requires the same code', async () => {
    const { affiliate_id } = await open();
    const first = await calls.create(buying(), fan, 'key');
    await edit({ affiliate_id, rate: 50 });
    expect((await calls.create(buying(), fan, 'key')).data.out_trade_no).toBe(first.data.out_trade_no);
    expect((await calls.create(buying({ affiliate_code: 'another' }), fan, 'key')).ec).toBe(40901);
    await calls.pay(first.data.out_trade_no, 30);
    await api.projected();
    expect((await list()).list).toMatchObject([{ rate: 50, commission: '3.00' }]);
  });
});
