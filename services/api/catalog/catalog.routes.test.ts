import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { deletePlan, hidePlan, savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import { getPlan, listPlans, listProducts } from '#services/contract/catalog/plans.ts';
import { forSale, openShop, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());
const other = fixture(() => api.creator());
const fan = fixture(() => api.user());
beforeAll(async () => {
  // The read models' tables are there once something has been projected.
  await openShop(api, [forSale('First', 1)]);
  await api.projected();
});

const edit = (form: object, as = creator) => api.send(savePlanCall, form, as);
const goodsForm = { name: 'Scarf', product_type: 1, sku: [forSale('Red', 3), forSale('Blue', '')] };

describe('public pages', () => {
  const detail = (plan_id: string, as?: TestUser, min_position = 0) =>
    api.call(getPlan, { plan_id, min_position }, as);

  it('is the saved one as soon as the read model has reached it', async () => {
    const saved = await edit(goodsForm);
    const { plan, position } = saved.data;
    const seen = await detail(plan.plan_id, creator, position);
    expect(seen.data.plan).toEqual(plan);
    // Its codes and units are the creator's business.
    const { data: others } = await detail(plan.plan_id);
    const sku = plan.sku.map((one) => ({ ...one, redeem: null, stock_units: null }));
    expect(others.plan).toEqual({ ...plan, redeem: null, sku });
    expect(seen.data.as_of.position).toBeGreaterThanOrEqual(position);
  });

  it('lists sponsorships and products apart, highest rank first, hidden ones for their creator only', async () => {
    const seller = await api.creator();
    const first = await savePlan(api, seller, { ...sponsorshipForm, name: 'First' });
    const ranked = await savePlan(api, seller, { ...sponsorshipForm, name: 'Ranked', rank: 5 });
    const goods = await savePlan(api, seller, goodsForm);
    const hidden = await savePlan(api, seller, { ...goodsForm, name: 'Hidden' });
    const { data } = await api.call(hidePlan, { plan_id: hidden.plan_id }, seller);
    type Listing = typeof listPlans | typeof listProducts;
    const listed = async (call: Listing, as?: TestUser, more: object = {}) => {
      const query = { user_id: seller.user_id, min_position: data.position, ...more };
      const answer = await api.call(call, query, as);
      return [answer.data.list.map(({ plan_id }) => plan_id), answer.data.total_count, answer.data.has_more];
    };
    expect(await listed(listPlans)).toEqual([[ranked.plan_id, first.plan_id], 2, false]);
    expect(await listed(listPlans, undefined, { per_page: 1, page: 2 })).toEqual([[first.plan_id], 2, false]);
    expect(await listed(listProducts)).toEqual([[goods.plan_id], 1, false]);
    expect(await listed(listProducts, other, { with_hidden: 1 })).toEqual([[goods.plan_id], 1, false]);
    expect(await listed(listProducts, seller, { with_hidden: 1, per_page: 1 })).toEqual([
      [goods.plan_id],
      2,
      true,
    ]);
  });

  it('hides a hidden plan from others unless it can be bought hidden; a deleted one has its own refusal', async () => {
    const hide = async (form: object) => {
      const { plan_id } = (await edit(form)).data.plan;
      const { data } = await api.call(hidePlan, { plan_id }, creator);
      return { plan_id, position: data.position };
    };
    const closed = await hide(sponsorshipForm);
    expect((await detail(closed.plan_id, fan, closed.position)).ec).toBe(40400);
    expect(await detail(closed.plan_id, creator)).toMatchObject({
      ec: 202,
      em: '该方案未公开展示',
      data: { plan: { plan_id: closed.plan_id, status: 3 } },
    });
    const open = await hide({ ...sponsorshipForm, can_buy_hide: 1 });
    expect((await detail(open.plan_id, undefined, open.position)).ec).toBe(202);
    const gone = await api.call(deletePlan, { plan_id: open.plan_id }, creator);
    expect((await detail(open.plan_id, fan, gone.data.position)).ec).toBe(41005);
    expect((await detail('ffffffffffffffffffffffffffffffff')).ec).toBe(40400);
    expect((await api.send(getPlan, {})).ec).toBe(40000);
  });
});
