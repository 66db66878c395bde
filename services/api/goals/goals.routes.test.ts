import { beforeEach, describe, expect, test } from 'vitest';
import { windowPeriod } from '#events/goals.ts';
import { goalStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import {
  deleteGoal,
  editGoal,
  finishGoals,
  type Goal,
  hideGoal,
  listGoals,
  setGoalProductCount,
  setGoalSponsorCount,
  showGoal,
} from '#services/contract/goals/goals.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { explainGoal, getGoalHistory } from '#services/contract/stats/explain-goal.ts';
import { goals } from '#services/worker/processes/goals.ts';
import { type OrderCalls, orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, type TestShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

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
  const body = unitsOf(shop, count);
  const out_trade_no = await calls.buy(body, fan);
  await api.projected();
  return out_trade_no;
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
    expect(await refusedFields({ type: 3, sum_income: '4.99', ...window })).toEqual([40000, 'sum_income']);
    expect(await refusedFields({ type: 3, sum_income: '5.005', ...window })).toEqual([40000, 'sum_income']);
    const turned = { begin_time: window.end_time, end_time: window.begin_time };
    expect(await refusedFields({ type: 3, sum_income: '50.00', ...turned })).toEqual([40000, 'end_time']);
    const { goal_id } = (await edit({ type: 3, sum_income: '50.00', ...window })).data.goal;
    expect(await refusedFields({ goal_id, type: 2, monthly_income: '50.00' })).toEqual([40000, 'type']);
    const other = await api.creator();
    const head = await api.deps.log.head();
    expect(await refusedFields({ goal_id, type: 3, sum_income: '9.00', ...window }, other)).toEqual([40400]);
    for (const act of [deleteGoal, showGoal, hideGoal]) {
      expect((await api.send(act, { goal_id }, other)).ec).toBe(40400);
    }
    expect(await api.deps.log.head()).toBe(head);
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
    expect((await list(fan, '2020-01-01')).list).toEqual([]);
    const refund = { out_trade_no, amount: '40.00', reason: 'late' };
    expect((await api.call(refundOrder, refund, shop.creator)).ec).toBe(200);
    await api.projected();
    expect((await list()).list).toMatchObject(nothing);
  });

  test('are explained by their orders, and their history by their events', async () => {
    await edit({ type: 2, monthly_income: '50.00' });
    const { goal_id: fans } = (await edit({ type: 1, monthly_fans: 2 })).data.goal;
    await api.call(setGoalProductCount, { status: 1 }, shop.creator);
    await api.call(setGoalSponsorCount, { status: 1 }, shop.creator);
    const [first, second] = [await sold(1), await sold(3)];
    const [{ goal_id }] = (await list()).list as [Goal];
    const explain = async (input: object) =>
      (await api.send(explainGoal, { goal_id, ...input }, shop.creator)).data;
    const whole = await explain({});
    expect(whole).toMatchObject({ value: '40.00', total_count: 2, goal: { amount: '40.00' } });
    expect(whole.list).toMatchObject([
      { contribution: '30.00', order: { out_trade_no: second } },
      { contribution: '10.00', order: { out_trade_no: first } },
    ]);
    expect(whole.list[0]?.events.map(({ type }) => type)).toContain('OrderPaid');
    // A fan counts once, by the newest order.
    const ofFans = await explain({ goal_id: fans });
    expect(ofFans).toMatchObject({ value: '1', goal: { sum_fans: 1, percent: 0.5 } });
    expect(ofFans.list).toMatchObject([{ contribution: '1', order: { out_trade_no: second } }]);
    expect(await explain({ day: '2020-01-01' })).toMatchObject({ value: '0.00', list: [] });
    const refund = { out_trade_no: second, amount: '30.00', reason: 'late' };
    await api.call(refundOrder, refund, shop.creator);
    await api.projected();
    const refunded = await explain({});
    expect([refunded.value, refunded.total_count]).toEqual(['10.00', 3]);
    expect(refunded.list[0]).toMatchObject({ contribution: '-30.00', order: { out_trade_no: second } });
    expect((await explain({ goal_id: fans })).list).toMatchObject([{ order: { out_trade_no: first } }]);

    await api.call(hideGoal, { goal_id }, shop.creator);
    await api.call(deleteGoal, { goal_id }, shop.creator);
    const history = async (page: number) =>
      (await api.call(getGoalHistory, { goal_id, page, per_page: 2 }, shop.creator)).data;
    const types = async (page: number) => (await history(page)).list.map(({ type }) => type);
    expect([await types(1), await types(2)]).toEqual([['GoalDeleted', 'GoalHidden'], ['GoalSet']]);
    expect(await history(1)).toMatchObject({ has_more: true, total_count: 3 });
    const other = await api.creator();
    expect((await api.call(explainGoal, { goal_id: fans }, other)).ec).toBe(40400);
    expect((await api.call(getGoalHistory, { goal_id }, other)).ec).toBe(40400);
  });

  test('a goal whose window was moved can be reached again, once', async () => {
    const { pool, calendar, committer, log, clock } = api.deps;
    await api.call(setGoalProductCount, { status: 1 }, shop.creator);
    const first = Math.floor(clock.now() / 60_000) * 60;
    const [begin_time, end_time] = [first - 3_600, first + 3_600];
    const terms = { type: 3, sum_income: '10.00', begin_time };
    const { goal_id } = (await edit({ ...terms, end_time })).data.goal;
    /** What the worker does after payments and edits. @returns the windows in which it was reached */
    const periods = async () => {
      await api.projected();
      const timer = { key: shop.creator.user_id, due_at: 0, attempts: 0, data: { position: 0 } };
      await goals({ pool, calendar, committer }).fire(timer, 0);
      await api.projected();
      const { list } = (await api.call(getGoalHistory, { goal_id }, shop.creator)).data;
      const reached = list.filter(({ type }) => type === 'GoalReached').map(({ data }) => data.period);
      const recorded = (await log.readStream(goalStream(goal_id))).map(({ type }) => type);
      expect(recorded.filter((type) => type === 'GoalReached')).toHaveLength(reached.length);
      return reached;
    };
    const period = (end: number) => windowPeriod({ begin_at: begin_time * 1000, end_at: end * 1000 });
    await sold(1);
    expect(await periods()).toEqual([period(end_time)]);
    const moved = end_time + 3_600;
    const { goal } = (await edit({ goal_id, ...terms, end_time: moved })).data;
    expect(goal).toMatchObject({ end_time: moved, amount: '10.00', percent: 1 });
    expect(await periods()).toEqual([period(moved), period(end_time)]);
    await sold(1);
    expect(await periods()).toHaveLength(2);
    // A window without payments is another period, too.
    await edit({ goal_id, ...terms, begin_time: end_time, end_time: moved });
    expect((await list()).list).toMatchObject([{ amount: '0.00', percent: 0 }]);
    expect(await periods()).toHaveLength(2);
  });

  test('a price says how far the order would bring the first goal that it moves', async () => {
    const plan_id = shop.plan.plan_id;
    const goalFor = async (count: number, as?: TestUser) => {
      const sku = [{ sku_id: shop.skus[0]!.sku_id, count }];
      return (await api.call(prepareOrder, { plan_id, sku }, as)).data.goal;
    };
    await edit({ type: 2, monthly_income: '50.00', desc: 'Microphone' });
    expect(await goalFor(1, fan)).toBeNull();
    await api.call(setGoalProductCount, { status: 1 }, shop.creator);
    await sold(1);
    expect(await goalFor(1, fan)).toMatchObject({ desc: 'Microphone', type: 2, percent: 0.4 });
    expect((await goalFor(90))?.percent).toBe(1);
    await sold(4);
    // That goal is reached; the next one counts fans, of whom this one counts already.
    await edit({ type: 1, monthly_fans: 4 });
    await api.call(setGoalSponsorCount, { status: 1 }, shop.creator);
    await api.projected();
    expect([await goalFor(1, fan), (await goalFor(1))?.percent]).toEqual([null, 0.5]);
    const custom = { user_id: shop.creator.user_id, custom_price: '5.00' };
    expect((await api.call(prepareOrder, custom)).data.goal).toMatchObject({ type: 1, percent: 0.5 });
  });
});
