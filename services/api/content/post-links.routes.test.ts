import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { linkSku, listLinkedPosts, listPostPlans, unlinkSku } from '#services/contract/content/post-links.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, getPost, hidePost, publishPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const SECRET = 'The recipe is in the drawer';
const api = fixture(startTestApi);
let creator: TestUser;
let fan: TestUser;
let coffee: Plan;
let scarf: Plan;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
  coffee = await savePlan(api, creator, { ...sponsorshipForm, price: '30.00' });
  scarf = await savePlan(api, creator, {
    name: 'Scarf',
    product_type: 1,
    sku: [forSale('Red', ''), forSale('Blue', '', { price: '40.00' })],
  });
});

const sku = (n: number) => ({ plan_id: scarf.plan_id, sku_id: scarf.sku[n]!.sku_id });
const write = (body: object = {}) => publish(api, creator, { content: SECRET, title: 'Recipe', ...body });
const show = async (post_id: string, as?: TestUser) => {
  await api.projected();
  return (await api.data(getPost, { post_id }, as)).post;
};
const link = (post_id: string, n = 0, as = creator) => api.call(linkSku, { post_id, ...sku(n) }, as);
const unlink = (post_id: string, n = 0) => api.data(unlinkSku, { post_id, ...sku(n) }, creator);
const buy = (n = 0, as = fan) =>
  orderCalls(api, as).buy({ plan_id: scarf.plan_id, sku: [{ sku_id: sku(n).sku_id, count: 1 }] });

describe('a SKU that opens a post', () => {
  test('is linked, bought, refunded and removed', async () => {
    const { post_id } = await write({ audience: 'self' });
    await api.projected();
    expect((await api.call(getPost, { post_id }, fan)).ec).toBe(40400);
    expect((await link(post_id)).ec).toBe(200);
    expect(await show(post_id, fan)).toMatchObject({
      content: '',
      has_right: false,
      min_price: '10.00',
      buyPlan: { album_id: '', ...sku(0), price: '10.00' },
      ext: { sku_id: sku(0).sku_id, buy_sku: false },
      unlock_plan: null,
      unlock_plan_id: '',
      unlockCount: 1,
      ways: [{ kind: 'sku', ...sku(0), opens: 1 }],
    });
    const out_trade_no = await buy();
    const open = { content: SECRET, min_price: '', buyPlan: null, ways: [], unlockCount: 0 };
    expect(await show(post_id, fan)).toMatchObject({ ...open, ext: { sku_id: '', buy_sku: true } });
    await api.data(refundOrder, { out_trade_no }, creator);
    expect(await show(post_id, fan)).toMatchObject({ content: '', ext: { buy_sku: false } });
    await buy();
    expect(await show(post_id, fan)).toMatchObject({ content: SECRET });
    await unlink(post_id);
    await api.projected();
    expect((await api.call(getPost, { post_id }, fan)).ec).toBe(40400);
    expect(await show(post_id, creator)).toMatchObject({ self_only: true, skus: [] });
  });

  test('is refused by field without the right, and where everybody or members read the post', async () => {
    const errors = async (post_id: string) => (await link(post_id)).data.errors;
    const open = await write();
    expect(await errors(open.post_id)).toMatchObject([{ field: 'post_id' }]);
    const members = await write({ audience: 'members' });
    expect(await errors(members.post_id)).toMatchObject([{ field: 'post_id' }]);
    const { post_id } = await write({ audience: 'self' });
    const { pool, clock } = api.deps;
    await openRightsRegister(pool, clock).take(creator.user_id, 'add_product_post');
    expect(await errors(post_id)).toMatchObject([{ field: 'sku_id' }]);
    const named = { content: 'x', audience: 'named', skus: [sku(0)] };

    const refused = await api.send(publishPost, { post_id, ...named }, creator);
    expect(refused.data.errors).toMatchObject([{ field: 'skus.0.sku_id' }]);
    expect(await show(post_id, creator)).toMatchObject({ self_only: true });
  });

  test('of somebody else is not found, and a guest and a fan link nothing', async () => {
    const { post_id } = await write({ audience: 'self' });
    const before = await api.deps.log.head();
    expect((await link(post_id, 0, await certifiedCreator(api))).ec).toBe(40400);
    expect((await link(post_id, 0, fan)).ec).toBe(40300);
    expect((await api.call(linkSku, { post_id, ...sku(0) })).ec).toBe(40100);
    expect(
      (await api.call(listLinkedPosts, { plan_id: scarf.plan_id }, await certifiedCreator(api))).ec,
    ).toBe(40400);
    expect(await api.deps.log.head()).toBe(before);
  });

  test('is listed with its posts in every state but deleted', async () => {
    const [one, two, three] = [
      await write({ audience: 'self', title: 'One' }),
      await write({ audience: 'self', title: '', content: 'Begins so' }),
      await write({ audience: 'self' }),
    ];
    for (const { post_id } of [one, two, three]) await link(post_id);
    await link(one.post_id, 1);
    await api.data(hidePost, { post_id: two.post_id }, creator);
    await api.data(deletePost, { post_id: three.post_id }, creator);
    await api.projected();
    const { list } = await api.data(listLinkedPosts, { plan_id: scarf.plan_id }, creator);
    const found = list.map(({ sku_id, title, status }) => [sku_id, title, status]);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        [sku(0).sku_id, 'One', 1],
        [sku(1).sku_id, 'One', 1],
        [sku(0).sku_id, 'Begins so', 3],
      ]),
    );
  });
});

test('a list says the cheapest price that opens each post now, as the page does', async () => {
  const named = await write({ audience: 'named', plan_ids: [coffee.plan_id], skus: [sku(1)] });
  const members = await write({ audience: 'members' });
  const priced = await write({ audience: 'price', min_price: '31.00' });
  const period = await write({ audience: 'members', window: 'period' });
  const open = await write();
  await api.projected();
  const listed = async (as?: TestUser) => {
    const { list } = await api.data(listPosts, { user_id: creator.user_id }, as);
    return new Map(list.map((post) => [post.post_id, post]));
  };
  const prices = async (as?: TestUser) => {
    const list = await listed(as);
    return [named, members, priced, period, open].map(({ post_id }) => list.get(post_id)?.min_price);
  };
  expect(await prices()).toEqual(['30.00', '30.00', '', '', '']);
  expect((await listed()).get(named.post_id)).toMatchObject({
    unlock_plan: { plan_id: coffee.plan_id, name: 'Coffee', price: '30.00' },
    unlock_plan_id: coffee.plan_id,
    buyPlan: { ...sku(1), album_id: '' },
  });
  for (const post of (await listed(fan)).values()) {
    const { min_price, buyPlan, unlock_plan, ext } = await show(post.post_id, fan);
    expect({ min_price, buyPlan, unlock_plan, ext }).toEqual({
      min_price: post.min_price,
      buyPlan: post.buyPlan,
      unlock_plan: post.unlock_plan,
      ext: post.ext,
    });
  }
  // The named one, and the one of members; what only an earlier membership opens does not count.
  expect(await show(named.post_id)).toMatchObject({ unlockCount: 2 });
  await savePlan(api, creator, { ...sponsorshipForm, name: 'Tea', price: '5.00' });
  await api.projected();
  expect(await prices()).toEqual(['30.00', '5.00', '', '', '']);
  expect(await prices(creator)).toEqual(['', '', '', '', '']);
});

test('the plans of a post are those on sale that open it, the cheapest first', async () => {
  const { post_id } = await write({ audience: 'named', plan_ids: [coffee.plan_id], skus: [sku(1), sku(0)] });
  const open = await write();
  await api.projected();
  const found = await api.data(listPostPlans, { post_id });
  expect(found.list.map(({ plan_id }) => plan_id)).toEqual([coffee.plan_id]);
  expect(found.skus).toMatchObject([sku(0), sku(1)]);
  expect(await api.data(listPostPlans, { post_id: open.post_id })).toMatchObject({ list: [], skus: [] });
  const hidden = await write({ audience: 'self' });
  await api.projected();
  for (const one of ['unknown', hidden.post_id])
    expect((await api.call(listPostPlans, { post_id: one }, fan)).ec).toBe(40400);
  await api.data(deletePost, { post_id }, creator);
  await api.projected();
  expect((await api.call(listPostPlans, { post_id })).ec).toBe(41010);
});
