import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { hidePlan, setCanBuyHide } from '#services/contract/catalog/plan-changes.ts';
import {
  getPlan,
  listAllPlans,
  listPlans,
  listPlanTags,
  listProducts,
  listSkus,
} from '#services/contract/catalog/plans.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator());
const fan = fixture(() => api.user());

const HOUR = 3600;
const now = (): number => Math.floor(api.deps.clock.now() / 1000);
const pass = (seconds: number): void => api.deps.clock.setOffset(api.deps.clock.offset + seconds * 1000);
const save = (form: EditPlan) => savePlan(api, creator, form);
const goods = (more: Partial<EditPlan>): EditPlan => ({
  name: 'Scarf',
  product_type: 1,
  sku: [forSale('Red', 9)],
  ...more,
});
const detail = (plan_id: string, as?: TestUser) => api.call(getPlan, { plan_id }, as);
const listed = async (call: typeof listPlans | typeof listProducts, as?: TestUser, query: object = {}) => {
  const { data } = await api.call(call, { user_id: creator.user_id, ...query }, as);
  return data.list.map(({ name }) => name);
};

it('is listed and sold at its set times, without any write', async () => {
  const begin = now() + HOUR;
  const soon = await save(goods({ name: 'Soon', timing_on: begin, timing_off: begin + 3 * HOUR }));
  const later = await save(
    goods({ name: 'Later', timing_sell_on: begin + HOUR, timing_sell_off: begin + 2 * HOUR }),
  );
  await api.projected();
  const head = await api.deps.log.head();

  expect(soon).toMatchObject({
    status: 3,
    own_status: 1,
    can_buy: false,
    buy_refusal: 'not_yet',
    on_sale_from: begin,
  });
  expect(await listed(listProducts)).toEqual(['Later']);
  expect(await listed(listProducts, creator, { with_hidden: 1 })).toEqual(['Soon', 'Later']);
  expect((await detail(soon.plan_id, fan)).ec).toBe(40400);
  expect((await detail(soon.plan_id, creator)).ec).toBe(202);
  expect((await detail(later.plan_id)).data.plan).toMatchObject({
    status: 1,
    buy_refusal: 'not_yet',
    on_sale_from: begin + HOUR,
  });
  const buy = async () => {
    const sku = [{ sku_id: later.sku[0]?.sku_id, count: 1 }];
    return (await orderCalls(api, fan).create({ plan_id: later.plan_id, sku })).ec;
  };
  expect(await buy()).toBe(40000);

  pass(2 * HOUR + 60);
  expect(await listed(listProducts)).toEqual(['Soon', 'Later']);
  expect((await detail(soon.plan_id, fan)).data.plan).toMatchObject({ status: 1, can_buy: true });
  expect((await detail(later.plan_id)).data.plan).toMatchObject({ can_buy: true, buy_refusal: '' });
  expect(await api.deps.log.head()).toBe(head);
  expect(await buy()).toBe(200);

  pass(2 * HOUR);
  expect(await listed(listProducts)).toEqual(['Later']);
  expect((await detail(later.plan_id)).data.plan).toMatchObject({ can_buy: false, buy_refusal: 'ended' });
  expect(await buy()).toBe(40000);
});

it('a price for a while begins and ends by the clock', async () => {
  const begin = now() + HOUR;
  const plan = await save(
    goods({ time_limit_begin: begin, time_limit_end: begin + HOUR, time_limit_price: '8.00' }),
  );
  await api.projected();
  const price = async () => {
    const { floor_price, has_time_limit_price } = (await detail(plan.plan_id)).data.plan;
    return [floor_price, has_time_limit_price];
  };
  expect(await price()).toEqual(['10.00', false]);
  pass(HOUR + 1);
  expect(await price()).toEqual(['8.00', true]);
  pass(HOUR);
  expect(await price()).toEqual(['10.00', false]);
});

it('a hidden plan is bought where its switch allows it; the switch is one call', async () => {
  const { plan_id } = await save({ ...sponsorshipForm, name: 'Secret' });
  await api.call(hidePlan, { plan_id }, creator);
  const set = async (status: unknown, as = creator) => api.send(setCanBuyHide, { plan_id, status }, as);
  expect((await set(1)).data.plan).toMatchObject({ can_buy_hide: true, can_buy: true, status: 3 });
  expect((await set('0')).data.plan).toMatchObject({ can_buy_hide: false, buy_refusal: 'hidden' });
  expect((await set(2)).ec).toBe(40000);
  expect((await set(1, await api.creator())).ec).toBe(40400);
  expect((await set(1, fan)).ec).toBe(40300);
});

it('members see the member’s price; others do not', async () => {
  const members = await save({ ...sponsorshipForm, name: 'Members' });
  const plan = await save(goods({ vip_plan: members.plan_id, vip_price: '6.00' }));
  const calls = orderCalls(api, fan);
  const { data } = await calls.create({ plan_id: members.plan_id, month: 1 });
  await calls.pay(data.out_trade_no, 30);
  await api.projected();
  const seen = async (as?: TestUser) => {
    const { is_vip, floor_price, sku } = (await detail(plan.plan_id, as)).data.plan;
    return [is_vip, floor_price, sku[0]?.show_price_after_adjust];
  };
  expect(await seen(fan)).toEqual([true, '6.00', '6.00']);
  expect(await seen(await api.user())).toEqual([false, '10.00', '10.00']);
  expect(await seen()).toEqual([false, '10.00', '10.00']);
});

it('lists of one’s own: all plans, plans by name to choose from, SKUs of one', async () => {
  const seller = await api.creator();
  const long = 'A plan with quite a long name, for members';
  const members = await savePlan(api, seller, { ...sponsorshipForm, name: long });
  const scarf = await savePlan(api, seller, goods({ rank: 3 }));
  await api.call(hidePlan, { plan_id: scarf.plan_id }, seller);
  await api.projected();
  const all = await api.call(listAllPlans, {}, seller);
  expect(all.data.list.map(({ name, own_status }) => [name, own_status])).toEqual([
    ['Scarf', 3],
    [long, 1],
  ]);
  const tags = await api.call(listPlanTags, {}, seller);
  expect(tags.data.list).toMatchObject([
    { plan_id: members.plan_id, name: long.slice(0, 30), price: '30.00' },
  ]);
  const skus = (as?: TestUser) => api.call(listSkus, { plan_id: scarf.plan_id }, as);
  expect((await skus(seller)).data.list).toMatchObject([{ name: 'Red', stock: 9 }]);
  expect((await skus(fan)).ec).toBe(40400);
  const query = { user_id: seller.user_id, with_hidden: 1 };
  const names = async (more: object) => {
    const { data } = await api.send(listPlans, { ...query, ...more }, seller);
    return data.list.map(({ product_type }) => product_type);
  };
  expect([await names({}), await names({ post_only: 1 }), await names({ sale_only: 1 })]).toEqual([
    [0],
    [0],
    [1],
  ]);
});
