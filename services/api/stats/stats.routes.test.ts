import { beforeAll, describe, expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId, derivedHexId, newPlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays, DAY_MS } from '#events/time.ts';
import { type ImportOrder, importOrder } from '#services/commerce/orders/import-order.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import {
  type Dashboard,
  type Explain,
  explainStats,
  getDashboard,
  getStats,
  listTopPlans,
  type Stat,
} from '#services/contract/stats/calls.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let fans: TestUser[];
let today: string;

const PLAN = newPlanId();
let orders = 0;

/** An order this many days ago, through the command of an import. */
async function pastOrder(daysAgo: number, fan: number, fen: number, over: Partial<ImportOrder> = {}) {
  orders += 1;
  const { committer, clock } = api.deps;
  const outcome = await committer.submit(
    importOrder({
      out_trade_no: asOutTradeNo(`past-${orders}`),
      creator_id: creator.user_id,
      user_id: fans[fan]!.user_id,
      plan_id: PLAN,
      plan_name: '旧计划',
      product_type: 1,
      lines: [
        { sku_id: asSkuId(derivedHexId('sku')), name: 'Mug', price: fenOf(fen), count: 1, of_plan: null },
      ],
      month: 0,
      paid_at: clock.now() - daysAgo * DAY_MS,
      outcome: 'paid',
      ...over,
    }),
  );
  if (!outcome.accepted) throw new Error('refused');
  return outcome.position;
}

const api = fixture(startTestApi);
const creator = fixture<TestUser>(() => api.creator('阿福'));
const other = fixture(() => api.creator('Other'));
beforeAll(async () => {
  fans = [await api.user('one'), await api.user('two'), await api.user('three')];
  today = api.deps.calendar.dayOf(api.deps.clock.now());
  await pastOrder(0, 0, 1_000);
  await pastOrder(0, 1, 2_000);
  await pastOrder(1, 0, 500);
  await pastOrder(40, 2, 101, { product_type: 0, month: 1 });
  await pastOrder(3, 2, 5_000, { outcome: 'refunded' });
  await api.projected();
});

const statOf = (query = {}, as = creator): Promise<Stat> => api.data(getStats, query, as);
const explained = (query: InputOf<typeof explainStats>): Promise<Explain> =>
  api.data(explainStats, query, creator);

describe('daily statistics', () => {
  test('are 31 rows, zero-filled, oldest first, in business days', async () => {
    const { list } = await statOf();
    expect(list.map(({ date }) => date)).toEqual(
      Array.from({ length: 31 }, (_, day) => addDays(today, day - 30)),
    );
    expect(list.at(-1)).toEqual({
      date: today,
      orders: 2,
      gross: '30.00',
      net: '30.00',
      refunds: '0.00',
      new_sponsors: 1,
      sponsors: 3,
      gross_sponsorship: '0.00',
      gross_goods: '30.00',
    });
    expect(list.at(-4)).toMatchObject({ orders: 1, gross: '50.00', net: '0.00', refunds: '50.00' });
    expect(list[0]).toMatchObject({ orders: 0, gross: '0.00', sponsors: 1 });
  });

  test('of another creator are separate', async () => {
    expect((await statOf({}, other)).list.every(({ orders: count }) => count === 0)).toBe(true);
  });

  test.each([
    [{ days: 0 }, 'days'],
    [{ days: 367 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2024-01-01', to: '2026-01-01' }, 'to'],
    [{ from: '2024-01-01' }, 'to'],
    [{ min_position: -1 }, 'min_position'],
  ])('with %j name the field %s', async (query, field) => {
    const { ec, data } = await api.send(getStats, query, creator);
    expect(ec).toBe(40000);
    expect(data.errors?.[0]?.field).toBe(field);
  });

  test('of a plan that is not the caller’s own are not found', async () => {
    expect((await api.call(getStats, { plan_id: asPlanId('nothing') }, other)).ec).toBe(40400);
  });

  test('are for creators only', async () => {
    expect((await api.call(getStats, {}, fans[0])).ec).toBe(40300);
    expect((await api.call(getStats, {})).ec).toBe(40100);
  });

  test('wait for the position that the caller has written', async () => {
    const min_position = await pastOrder(0, 0, 100);
    const { list, as_of } = await statOf({ min_position });
    expect(as_of.position).toBeGreaterThanOrEqual(min_position);
    expect(list.at(-1)?.orders).toBe(3);
  });
});

test('the dashboard holds each figure against the period before', async () => {
  const board: Dashboard = await api.data(getDashboard, {}, creator);
  expect(board.today).toMatchObject({
    from: today,
    to: today,
    from_before: addDays(today, -1),
    gross: { before: '5.00' },
    net: { before: '5.00' },
  });
  expect(board.last_31_days.gross.before).toBe('1.01');
  expect(board.last_31_days.net.before).toBe('1.01');
  expect(board.sponsors).toEqual({ value: 3, before: 1 });
  expect(board.orders.before).toBe(1);
});

test('the best plans of a period are those with the highest gross', async () => {
  const { list } = await api.data(listTopPlans, { from: addDays(today, -30), to: today }, creator);
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ plan_id: PLAN });
});

describe('every figure is explained by its orders', () => {
  test('which add up to the same as the daily rows', async () => {
    const { list } = await statOf({ days: 60 });
    for (const day of list.filter(({ orders: count, refunds }) => count > 0 || refunds !== '0.00')) {
      for (const figure of ['orders', 'gross', 'net', 'refunds', 'new_sponsors', 'sponsors'] as const) {
        const { value } = await explained({ figure, date: day.date });
        expect([day.date, figure, value]).toEqual([day.date, figure, String(day[figure])]);
      }
    }
  });

  test('and each order by all its events, with position, time and actor, without references to personal data', async () => {
    const date = addDays(today, -3);
    const { list, total_count } = await explained({ figure: 'net', date });
    expect(total_count).toBe(2);
    // The refund, and the payment before it.
    expect(list[0]?.contribution).toBe(`-${list[1]?.contribution}`);
    expect(Number(list[1]?.contribution)).toBeGreaterThan(0);
    expect(list[0]?.order).toMatchObject({ imported: true, refunded_amount: '50.00' });
    const events = list[0]?.events ?? [];
    expect(events.map(({ type }) => type)).toEqual(['OrderPlaced', 'OrderPaid', 'OrderRefunded']);
    expect(events.every(({ actor }) => actor === `import:${creator.user_id}`)).toBe(true);
    expect(events[0]?.data).not.toHaveProperty('remark_ref');
    expect(events[0]?.data).not.toHaveProperty('request_hash');
  });

  test('page by page', async () => {
    const query = { figure: 'orders' as const, from: addDays(today, -59), to: today, per_page: 2 };
    const first = await explained({ ...query, page: 1 });
    const last = await explained({ ...query, page: 3 });
    expect([first.has_more, last.has_more]).toEqual([true, false]);
    expect(first.value).toBe(String(first.total_count));
    expect(first.list).toHaveLength(2);
  });

  test.each([
    [{ figure: 'profit', date: '2026-01-01' }, 'figure'],
    [{ figure: 'gross' }, 'date'],
    [{ figure: 'gross', month: '2026-13' }, 'month'],
    [{ figure: 'gross', date: '2026-01-01', month: '2026-01' }, 'date'],
  ])('with %j name the field %s', async (query, field) => {
    const { ec, data } = await api.send(explainStats, query, creator);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
  });
});
