import { expect, test } from 'vitest';
import { GOAL_TYPE } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { exploreCreators, getProfile, getProfileBySlug } from '#services/contract/catalog/creators.ts';
import {
  setCanCopyPic,
  setCanCopyText,
  setPublicIncome,
  setPublicSponsor,
  setShowAlbum,
  setShowShop,
  setShowSponsorList,
} from '#services/contract/catalog/page-settings.ts';
import { getPlan, listPlans, listProducts, listSkus } from '#services/contract/catalog/plans.ts';
import { editGoal, listGoals } from '#services/contract/goals/goals.ts';
import { getOverlay, OVERLAY_HEADER, showOverlay } from '#services/contract/goals/overlay.ts';
import { getThanks } from '#services/contract/memberships/sponsors.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { getRedeemOffer, makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certify } from '../testing/replying.ts';
import { forSale, openShop, savePlan, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

/** A creator with income, sponsors and goals; and everything that a guest can read of them. */
async function opened() {
  const shop = await openShop(api, [forSale('Red', '')]);
  const { creator } = shop;
  const { user_id } = creator;
  const { url_slug } = (await api.data(getProfile, { user_id })).user;
  const tier = await savePlan(api, creator, { name: 'Tier', product_type: 0, price: '41.37' });
  const money = { type: GOAL_TYPE.money, monthly_income: '4321.00' } as const;
  await api.data(editGoal, money, creator);
  await api.data(editGoal, { type: GOAL_TYPE.sponsor, monthly_fans: 77 }, creator);
  const made = await api.data(makeRedeemCodes, { plan_id: tier.plan_id, num: 1 }, creator);
  const redeem_id = made.list[0]?.redeem_id ?? '';
  for (const name of ['Lin Visible', 'Mo Visible']) {
    const { buy } = orderCalls(api, await api.user(name));
    await buy({ plan_id: tier.plan_id });
    await buy(unitsOf(shop, 2));
  }
  const { token } = await api.data(getOverlay, {}, creator);
  const next = await api.user();
  const read = async (as?: typeof creator) => {
    await api.projected();
    const answers = [
      await api.data(getProfile, { user_id }, as),
      await api.data(getProfileBySlug, { url_slug }, as),
      await api.data(exploreCreators, { rec: 1, per_page: 50 }, as),
      await api.data(listPlans, { user_id }, as),
      await api.data(listProducts, { user_id }, as),
      await api.data(getPlan, { plan_id: shop.plan.plan_id }, as),
      await api.data(listSkus, { plan_id: shop.plan.plan_id }, as),
      await api.data(listGoals, { user_id }, as),
      await api.data(getThanks, { user_id }, as),
      await api.data(getRedeemOffer, { redeem_id }, as),
      (await api.call(showOverlay, {}, as, { [OVERLAY_HEADER]: token })).data,
      (await api.data(prepareOrder, { plan_id: tier.plan_id }, as ?? next)).goal,
    ];
    return answers.map((answer) => JSON.stringify(answer));
  };
  return { creator, read };
}

/** How many of the answers have it. */
const among = (answers: readonly string[], what: RegExp) => answers.filter((text) => what.test(text)).length;
const INCOME = /82\.74|4321\.00|"type":2/;
const COUNTS = /"(sold_count|sponsor_count)":[1-9]/;
const FANS = /"sum_fans":[1-9]|"monthly_fans":77|"type":1,"monthly_fans"|Visible.*"total_count":2/;
const NAMES = /Visible/;

test('what a creator hides is in no answer for others, and comes back', async () => {
  const { creator, read } = await opened();
  await certify(api, creator);
  const before = await read();
  // Goals, overlay and checkout; lists, cards, pages and a redeem code; thank page and overlay.
  expect([INCOME, COUNTS, FANS, NAMES].map((what) => among(before, what))).toEqual([3, 6, 2, 2]);

  await api.data(setPublicIncome, { status: 0 }, creator);
  const poor = await read();
  // The card of a creator counts people, not sales.
  expect([INCOME, COUNTS, NAMES].map((what) => among(poor, what))).toEqual([0, 1, 2]);
  expect(among(poor, FANS)).toBeGreaterThan(0);

  await api.data(setPublicIncome, { status: 1 }, creator);
  await api.data(setPublicSponsor, { status: 0 }, creator);
  const alone = await read();
  expect([COUNTS, FANS, NAMES].map((what) => among(alone, what))).toEqual([0, 0, 0]);
  expect(alone.join()).toContain('"list":[],"total_count":0');
  expect(among(alone, INCOME)).toBeGreaterThan(0);
  expect(among(await read(creator), COUNTS)).toBeGreaterThan(0);

  await api.data(setPublicSponsor, { status: 1 }, creator);
  await api.data(setShowSponsorList, { status: 0 }, creator);
  const unnamed = await read();
  expect(among(unnamed, NAMES)).toBe(0);
  expect(unnamed.join()).toContain('"list":[],"total_count":2');
  await api.data(setShowSponsorList, { status: 1 }, creator);
  expect(await read()).toHaveLength(before.length);
  expect(among(await read(), NAMES)).toBe(2);
});

test('only certified creators hide figures; without the certification they can only show them', async () => {
  const creator = await api.creator();
  const calls = [setPublicIncome, setPublicSponsor, setShowSponsorList];
  for (const call of calls) {
    const refused = await api.call(call, { status: 0 }, creator);
    expect(refused).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'status', message: '认证创作者才可使用' }] },
    });
    expect((await api.call(call, { status: 0 }, await api.user())).ec).toBe(40300);
    expect((await api.send(call, { status: 2 }, creator)).ec).toBe(40000);
  }
  await certify(api, creator);
  await api.data(setPublicIncome, { status: 0 }, creator);
  await api.deps.accounts.certifications.decide(creator.user_id, 2);
  expect((await api.data(getProfile, { user_id: creator.user_id })).user.creator?.privacy_public_income).toBe(
    false,
  );
  await api.data(setPublicIncome, { status: 1 }, creator);
  expect((await api.call(setPublicIncome, { status: 0 }, creator)).ec).toBe(40000);
});

test('each switch of the page is saved at once, alone', async () => {
  const creator = await api.creator();
  const page = async () => (await api.data(getProfile, { user_id: creator.user_id })).user.creator;
  const first = await page();
  for (const [call, field] of [
    [setShowAlbum, 'show_album'],
    [setShowShop, 'show_shop'],
    [setCanCopyText, 'can_copy_text'],
    [setCanCopyPic, 'can_copy_pic'],
  ] as const) {
    expect(first?.[field]).toBe(true);
    const { creator: saved } = await api.data(call, { status: 0 }, creator);
    expect(saved).toEqual({ ...first, [field]: false });
    expect(await page()).toEqual(saved);
    await api.data(call, { status: 1 }, creator);
  }
});
