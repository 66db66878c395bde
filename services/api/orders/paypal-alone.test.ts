import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { getPlan, listAllPlans, listPlans, listProducts } from '#services/contract/catalog/plans.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

/** An installation that collects payments by PayPal alone, outside of the mainland. */
const api = fixture(async () => {
  const started = await startTestApi({ config: { sandboxPublic: true, countryHeader: 'cf-ipcountry' } });
  Object.assign(started.deps.payments, { methods: ['pp'] });
  return started;
});
const shop = fixture(() => openShop(api, [forSale('Red', 3)]));
const fan = fixture(() => api.user());

test.each([
  ['CN', { can_buy: false, buy_refusal: 'abroad_only' }, [], 40000],
  ['XX', { can_buy: false, buy_refusal: 'abroad_only' }, [], 40000],
  ['JP', { can_buy: true, buy_refusal: '' }, ['pp'], 200],
] as const)(
  'where PayPal is the only way, pages and orders agree on a visitor from %s',
  async (country, sale, ways, ec) => {
    const { creator, plan } = shop;
    const headers = { 'cf-ipcountry': country };
    const sponsorship = await savePlan(api, creator, sponsorshipForm);
    await api.projected();
    for (const { plan_id } of [plan, sponsorship]) {
      for (const as of [fan, undefined])
        expect((await api.data(getPlan, { plan_id }, as, headers)).plan).toMatchObject(sale);
    }
    const of = { user_id: creator.user_id };
    const lists = [
      await api.data(listPlans, of, fan, headers),
      await api.data(listProducts, of, undefined, headers),
    ];
    for (const { list } of lists) {
      expect(list).not.toEqual([]);
      for (const one of list) expect(one).toMatchObject(sale);
    }
    const { buy_refusal } = sale;
    expect(await api.data(getInitConfig, {}, undefined, headers)).toMatchObject({
      all_py_types: ways,
      buy_refusal,
    });
    expect((await api.data(getMyProfile, {}, fan, headers)).all_py_types).toEqual(ways);
    expect((await api.call(createOrder, unitsOf(shop, 1), fan, headers)).ec).toBe(ec);
    // The creator's own offers are on sale, no matter where the creator is.
    for (const own of (await api.data(listAllPlans, {}, creator, headers)).list)
      expect(own).toMatchObject({ can_buy: true, buy_refusal: '' });
  },
);
