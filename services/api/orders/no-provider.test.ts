import { describe, expect, it } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { unpaidStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { addCartEntry, orderCart } from '#services/contract/cart/calls.ts';
import { getPlan, listPlans, listProducts } from '#services/contract/catalog/plans.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { makeRedeemCodes, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

/** An installation that collects no payments yet. */
const api = fixture(() => startTestApi({ config: { sandbox: false, rateLimits: true } }));
const shop = fixture(() => openShop(api, [forSale('Red', 3)]));
const fan = fixture(() => api.user());
const refused = { can_buy: false, buy_refusal: 'no_provider' };

describe('without a payment provider', () => {
  it('plans and products say that they cannot be bought, also to guests', async () => {
    const { creator, plan } = shop;
    const sponsorship = await savePlan(api, creator, sponsorshipForm);
    await api.projected();
    for (const { plan_id } of [plan, sponsorship]) {
      for (const as of [fan, undefined])
        expect((await api.data(getPlan, { plan_id }, as)).plan).toMatchObject(refused);
    }
    const of = { user_id: creator.user_id };
    const lists = [await api.data(listPlans, of, fan), await api.data(listProducts, of)];
    const listed = lists.flatMap(({ list }) => list);
    expect(listed).toHaveLength(2);
    for (const one of listed) expect(one).toMatchObject(refused);
    expect((await api.data(getInitConfig, {})).all_py_types).toEqual([]);
    expect((await api.data(getMyProfile, {}, fan)).all_py_types).toEqual([]);
  });

  it.each([
    ['zh-CN', '暂未开通付款，目前无法购买'],
    ['en-US', 'Payments are not set up yet, so nothing can be bought'],
  ])(
    'orders, carts and amounts of one’s own choice are refused with a sentence (%s), and leave nothing',
    async (language, sentence) => {
      const { cart_id } = await api.data(addCartEntry, unitsOf(shop, 1), fan);
      const headers = { 'locale-lang': language };
      const ordered = [
        await api.call(createOrder, unitsOf(shop, 1), fan, headers),
        await api.call(createOrder, { ...unitsOf(shop, 1), py_type: 'wpy' }, fan, headers),
        await api.call(createOrder, { user_id: shop.creator.user_id, custom_price: '5.00' }, fan, headers),
        await api.call(orderCart, { entries: [{ cart_id }] }, fan, headers),
      ];
      for (const { ec, data } of ordered)
        expect([ec, data]).toMatchObject([
          40000,
          { errors: [{ field: 'py_type', message: expect.stringContaining(sentence) }] },
        ]);
      expect(await api.deps.log.readStream(unpaidStream(asUserId(fan.user_id)))).toEqual([]);
    },
  );

  it('an order by a redeem code costs nothing, and works', async () => {
    const [sku] = shop.skus;
    const what = { plan_id: shop.plan.plan_id, sku_id: sku?.sku_id ?? '', num: 1 };
    const { list } = await api.data(makeRedeemCodes, what, shop.creator);
    expect((await api.call(useRedeemCode, { code: list[0]?.code ?? '' }, fan)).ec).toBe(200);
  });
});
