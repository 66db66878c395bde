import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getPlan, listPlans, listProducts, type Plan } from '#services/contract/catalog/plans.ts';
import { linkSku } from '#services/contract/content/post-links.ts';
import { hidePost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { getPurchasedSku, listPurchases } from '#services/contract/orders/purchases.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
let creator: TestUser;
let fan: TestUser;
let scarf: Plan;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
  const sku = [forSale('Red', ''), forSale('Blue', '')];
  scarf = await savePlan(api, creator, { name: 'Scarf', product_type: 1, sku });
});

const red = () => ({ plan_id: scarf.plan_id, sku_id: scarf.sku[0]!.sku_id });
const units = (count = 1) => ({
  plan_id: scarf.plan_id,
  sku: [{ sku_id: red().sku_id, count }],
});
/** A post that buyers of the red scarf can read. */
async function linked(title: string) {
  const { post_id } = await publish(api, creator, { title, content: 'Secret', audience: 'self' });
  await api.data(linkSku, { post_id, ...red() }, creator);
  return post_id;
}

const NOTHING = { post_count: 0, posts: [], album_count: 0, albums: [] };

describe('what a SKU opens', () => {
  test('is in the price, the result and the purchases; never a hidden or private post', async () => {
    const ids: string[] = [];
    for (const title of ['One', 'Two', '', 'Four']) ids.push(await linked(title));
    const hidden = await linked('Hidden title');
    await api.data(hidePost, { post_id: hidden }, creator);
    await publish(api, creator, { title: 'Private title', audience: 'self' });
    await api.projected();
    const opens = {
      ...NOTHING,
      post_count: 4,
      posts: [
        { post_id: ids[3], title: 'Four' },
        { post_id: ids[2], title: '' },
        { post_id: ids[1], title: 'Two' },
      ],
    };
    const prepared = await api.data(prepareOrder, units(), fan);
    expect(prepared.opens).toEqual(opens);
    expect(JSON.stringify(prepared)).not.toMatch(/Hidden|Private|Secret/);
    const { plan } = await api.data(getPlan, { plan_id: scarf.plan_id });
    expect(plan.sku).toMatchObject([
      { unlockNum: 4, post_id: ids[3], post: { title: 'Four' } },
      { unlockNum: 0, post_id: '', post: null },
    ]);
    const [listed] = (await api.data(listProducts, { user_id: creator.user_id })).list;
    expect(listed?.sku).toEqual(plan.sku);

    const calls = orderCalls(api, fan);
    const { out_trade_no } = (await calls.create(units(2))).data;
    expect((await calls.check(out_trade_no)).data.opens).toEqual(NOTHING);
    await calls.pay(out_trade_no, 20);
    await api.projected();
    expect((await calls.check(out_trade_no)).data.opens).toEqual(opens);
    const { list } = await api.data(listPurchases, {}, fan);
    expect(list).toMatchObject([{ has_content: true, opens }]);
    const { sku_id } = red();
    expect(await api.data(getPurchasedSku, { sku_id }, fan)).toMatchObject({ opens, has_content: true });

    const back = (count: number, amount: string) =>
      api.data(refundOrder, { out_trade_no, amount, sku: [{ sku_id, count }] }, creator);
    await back(1, '10.00');
    await api.projected();
    expect((await calls.check(out_trade_no)).data.opens).toEqual(opens);
    await back(1, '10.00');
    await api.projected();
    expect((await calls.check(out_trade_no)).data.opens).toEqual(NOTHING);
    expect((await api.data(listPurchases, {}, fan)).list).toEqual([]);
  });

  test('is counted for a plan by its price, without what only an earlier membership opens', async () => {
    const coffee = await savePlan(api, creator, { ...sponsorshipForm, price: '30.00' });
    const tea = await savePlan(api, creator, { ...sponsorshipForm, name: 'Tea', price: '5.00' });
    await publish(api, creator, { audience: 'members', title: 'Members' });
    await publish(api, creator, { audience: 'members', window: 'period' });
    await publish(api, creator, { audience: 'price', min_price: '30.00', title: 'Dear' });
    await publish(api, creator, { audience: 'named', plan_ids: [tea.plan_id], title: 'Tea' });
    await publish(api, creator, { title: 'Open' });
    await api.projected();
    const { list } = await api.data(listPlans, { user_id: creator.user_id });
    const counts = new Map(list.map(({ plan_id, unlockNum }) => [plan_id, unlockNum]));
    expect([counts.get(coffee.plan_id), counts.get(tea.plan_id)]).toEqual([2, 2]);
    const { opens } = await api.data(prepareOrder, { plan_id: coffee.plan_id, month: 1 }, fan);
    expect(opens).toMatchObject({ post_count: 2, posts: [{ title: 'Dear' }, { title: 'Members' }] });
    const custom = { user_id: creator.user_id, custom_price: '10.00' };
    expect((await api.data(prepareOrder, custom, fan)).opens).toEqual(NOTHING);

    const only = (unlock_plan_ids: string) =>
      api.data(listPlans, { user_id: creator.user_id, unlock_plan_ids, diy: 1, affiliate_code: 'none' });
    const { list: named, ...rest } = await only(`${tea.plan_id},unknown`);
    expect(named.map(({ plan_id }) => plan_id)).toEqual([tea.plan_id]);
    expect(rest).toMatchObject({ total_count: 1, affiliate_applied: 0 });
    expect(rest.diy).toMatchObject({ custom_plan: expect.any(Number) });
    const many = Array.from({ length: 51 }, (_, n) => `p${n}`).join(',');
    expect((await api.send(listPlans, { user_id: creator.user_id, unlock_plan_ids: many })).ec).toBe(40000);
  });
});
