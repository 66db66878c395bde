import { expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { setPublicIncome } from '#services/contract/catalog/page-settings.ts';
import { editGoal, hideGoal, showGoal } from '#services/contract/goals/goals.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { openNearGoals } from '#services/modules/relations/near-goals.ts';
import { nearGoals } from '#services/worker/processes/lists/near-goals.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certify } from '../testing/replying.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const DAY_MS = 86_400_000;

/** What the worker does after each of the events; what a timer said last. */
async function counted(): Promise<Map<string, number>> {
  await api.projected();
  const { log, pool, calendar, clock } = api.deps;
  const process = nearGoals({ pool, calendar, nearGoals: openNearGoals(pool) });
  const { events } = await log.readAll(0, { limit: 10_000, types: process.types });
  const timers = new Map(
    events.flatMap((event) => {
      const change = process.timerFor(event);
      return change && 'set' in change ? [[change.key, change.set.data] as const] : [];
    }),
  );
  const again = new Map<string, number>();
  for (const [key, data] of timers) {
    const fired = await process.fire({ key, due_at: 0, attempts: 0, data }, clock.now());
    if (fired !== 'done') again.set(key, fired.again_at);
  }
  return again;
}

/** Names and progress of the creators with an open goal, as the list has them. */
async function near(): Promise<[name: string, percent: number | null][]> {
  const { list } = await api.data(exploreCreators, { type: 'goal' });
  return list.map(({ name, goal_percent }) => [name, goal_percent]);
}

const setGoal = async (creator: TestUser, monthly_income: string): Promise<string> =>
  (await api.data(editGoal, { type: 2, monthly_income, desc: '' }, creator)).goal.goal_id;

test('creators are listed by their nearest open goal, as payments, refunds, edits and months change it', async () => {
  const [half, most, none, both] = [
    await api.creator('half'),
    await api.creator('most'),
    await api.creator('none'),
    await api.creator('both'),
  ];
  const fan = await api.user();
  const buy = async (creator: TestUser): Promise<string> => {
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    return orderCalls(api, fan).buy({ plan_id });
  };
  await setGoal(half, '60.00');
  const goal_id = await setGoal(most, '40.00');
  const paid = await buy(half);
  await buy(most);
  await buy(none);
  await setGoal(both, '3000.00');
  await setGoal(both, '50.00');
  const again = await counted();
  expect(await near()).toEqual([
    ['most', 0.75],
    ['half', 0.5],
    ['both', 0],
  ]);
  // Certified creators come first, as in every list; other lists have no progress.
  await certify(api, both);
  expect((await near()).map(([name]) => name)).toEqual(['both', 'most', 'half']);
  expect((await api.data(exploreCreators, {})).list.map((card) => card.goal_percent)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const { pool, clock } = api.deps;
  // A hidden goal, a goal that shows what is hidden, a creator who is not shown.
  await api.data(hideGoal, { goal_id }, most);
  await counted();
  expect((await near()).map(([name]) => name)).toEqual(['both', 'half']);
  await api.data(showGoal, { goal_id }, most);
  await counted();
  await certify(api, most);
  await api.data(setPublicIncome, { status: 0 }, most);
  expect((await near()).map(([name]) => name)).toEqual(['both', 'half']);
  await api.data(setPublicIncome, { status: 1 }, most);
  const show = (status: number) =>
    pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [most.user_id, status]);
  for (const status of [USER_STATUS.hidden, USER_STATUS.banned]) {
    await show(status);
    expect((await near()).map(([name]) => name)).toEqual(['both', 'half']);
  }
  await show(USER_STATUS.shown);
  // A refund lowers it; a smaller target is reached, and leaves the list.
  await api.data(refundOrder, { out_trade_no: paid }, half);
  await api.data(editGoal, { goal_id, type: 2, monthly_income: '30.00' }, most);
  await counted();
  expect(await near()).toEqual([
    ['both', 0],
    ['half', 0],
  ]);
  // At the begin of the next month all of them begin again.
  const next = again.get(most.user_id) ?? 0;
  expect(api.deps.calendar.dayOf(next)).toMatch(/-01$/);
  expect(api.deps.calendar.dayOf(next - 1)).not.toMatch(/-01$/);
  const before = clock.offset;
  try {
    clock.setOffset(before + next - clock.now() + DAY_MS);
    expect(await near()).toEqual([]);
    await counted();
    expect((await near()).map(([name, percent]) => [name, percent]).sort()).toEqual([
      ['both', 0],
      ['half', 0],
      ['most', 0],
    ]);
  } finally {
    clock.setOffset(before);
  }
});

test('a goal with a window counts only while it runs', async () => {
  const creator = await api.creator('window');
  const { clock } = api.deps;
  const minute = Math.ceil(clock.now() / 60_000) * 60;
  const window = { begin_time: minute + 3_600, end_time: minute + 7_200 };
  await api.data(editGoal, { type: 3, sum_income: '50.00', ...window }, creator);
  await counted();
  const before = clock.offset;
  const isListed = async (seconds: number): Promise<boolean> => {
    clock.setOffset(before + seconds * 1_000);
    return (await near()).some(([name]) => name === 'window');
  };
  try {
    expect([await isListed(0), await isListed(5_400), await isListed(9_000)]).toEqual([false, true, false]);
  } finally {
    clock.setOffset(before);
  }
});
