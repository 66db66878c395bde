import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { refundOrder } from '../orders/contract/after-payment.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, type TestShop } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import {
  deleteGoal,
  editGoal,
  finishGoals,
  hideGoal,
  listGoals,
  setGoalProductCount,
  setGoalSponsorCount,
  showGoal,
} from './contract.ts';

let shop: TestShop;
let fan: TestUser;
let calls: OrderCalls;
const api = fixture(startTestApi);
beforeEach(async () => {
  shop = await openShop(api, [forSale('Red', '')]);
  fan = await api.user('fan');
  calls = orderCalls(api, fan);
});

const edit = (body: object, as = shop.creator) => api.send(editGoal, body as never, as);
const refusedFields = async (body: object, as = shop.creator) => {
  const { ec, data } = await edit(body, as);
  return [ec, ...(data.errors ?? []).map(({ field }: { field: string }) => field)];
};
const list = async (as?: TestUser, day?: string) => {
  // A reader who has written nothing.
  await api.projected();
  return (await api.call(listGoals, { user_id: shop.creator.user_id, ...(day && { day }) }, as)).data;
};
/** 10.00 for each unit of a product. */
async function sold(count: number): Promise<string> {
  const body = { plan_id: shop.plan.plan_id, sku: [{ sku_id: shop.skus[0]!.sku_id, count }] };
  const { data } = await calls.create(body, fan);
  await calls.pay(data.out_trade_no, count * 10);
  await api.projected();
  return data.out_trade_no;
}

describe('goals of a creator', () => {
  test('are set, changed, hidden, shown and deleted', async () => {
    expect((await api.send(finishGoals, {}, shop.creator)).em).toBe('请最少填写一个目标方案');
    const { ec, data } = await edit({ type: 2, monthly_income: '50.00', desc: ' 新麦克风 ' });
    expect(ec).toBe(200);
    const { goal_id } = data.goal;
    const fresh = { type: 2, monthly_income: '50.00', monthly_fans: 0, amount: '0.00', percent: 0 };
    expect(data.goal).toMatchObject({ ...fresh, desc: '新麦克风', status: 1, begin_time: 0 });
    expect((await api.send(finishGoals, {}, shop.creator)).data.list).toHaveLength(1);
    expect((await edit({ goal_id, type: 2, monthly_income: '80.00' })).data.goal.monthly_income).toBe(
      '80.00',
    );

    await api.call(hideGoal, { goal_id }, shop.creator);
    expect([(await list(fan)).list, (await list(shop.creator)).list]).toMatchObject([[], [{ status: 3 }]]);
    await api.call(showGoal, { goal_id }, shop.creator);
    expect((await list()).list).toMatchObject([{ goal_id, status: 1 }]);
    await api.call(deleteGoal, { goal_id }, shop.creator);
    expect((await list(shop.creator)).list).toEqual([]);
    expect((await api.send(showGoal, { goal_id }, shop.creator)).ec).toBe(40400);
  });

  test('refuse bad input by field, and write nothing', async () => {
    const window = { begin_time: 1_767_196_800, end_time: 1_769_875_200 };
    expect(await refusedFields({ type: 2, monthly_income: '4.99' })).toEqual([40000, 'monthly_income']);
    expect(await refusedFields({ type: 2, monthly_income: '5.001' })).toEqual([40000, 'monthly_income']);
    expect(await refusedFields({ type: 2 })).toEqual([40000, 'monthly_income']);
    expect(await refusedFields({ type: 1, monthly_fans: 0 })).toEqual([40000, 'monthly_fans']);
    expect(await refusedFields({ type: 4, monthly_fans: 3 })).toEqual([40000, 'type']);
    expect(await refusedFields({ type: 3, sum_income: '50.00' })).toEqual([40000, 'begin_time']);
    const turned = { begin_time: window.end_time, end_time: window.begin_time };
    expect(await refusedFields({ type: 3, sum_income: '50.00', ...turned })).toEqual([40000, 'end_time']);
    const { goal_id } = (await edit({ type: 3, sum_income: '50.00', ...window })).data.goal;
    expect(await refusedFields({ goal_id, type: 2, monthly_income: '50.00' })).toEqual([40000, 'type']);
    const other = await api.creator();
    expect(await refusedFields({ goal_id, type: 3, sum_income: '9.00', ...window }, other)).toEqual([40400]);
    expect((await api.send(deleteGoal, { goal_id }, other)).ec).toBe(40400);
    expect((await list(shop.creator)).list).toMatchObject([{ sum_income: '50.00', ...window }]);
  });

  test('count products if the creator chooses so; a refund reduces the progress', async () => {
    await edit({ type: 2, monthly_income: '50.00' });
    await edit({ type: 1, monthly_fans: 1 });
    const out_trade_no = await sold(4);
    const nothing = [
      { amount: '0.00', percent: 0 },
      { sum_fans: 0, percent: 0 },
    ];
    expect((await list()).list).toMatchObject(nothing);
    await api.call(setGoalProductCount, { status: 1 }, shop.creator);
    const { data } = await api.call(setGoalSponsorCount, { status: 1 }, shop.creator);
    expect(data).toMatchObject({ is_sponsor_count_in: 1, is_product_count_in: 1 });
    const reached = [
      { amount: '40.00', percent: 0.8 },
      { sum_fans: 1, percent: 1 },
    ];
    expect((await list(fan)).list).toMatchObject(reached);
    expect((await list(fan, '2020-01-01')).list).toMatchObject(nothing);
    const refund = { out_trade_no, amount: '40.00', reason: 'late' };
    expect((await api.call(refundOrder, refund, shop.creator)).ec).toBe(200);
    await api.projected();
    expect((await list()).list).toMatchObject(nothing);
  });
});
