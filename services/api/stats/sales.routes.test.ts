import { beforeAll, describe, expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays } from '#events/time.ts';
import { importOrder } from '#services/commerce/orders/import-order.ts';
import { explainStats } from '#services/contract/stats/calls.ts';
import {
  getSales,
  getStatsFile,
  listSponsorMonths,
  salesAnswer,
  sponsorMonthsAnswer,
} from '#services/contract/stats/sales.ts';
import { unpacked } from '#services/modules/books/testing/unpacked.ts';
import { answers } from '../http/answer.ts';
import { monthSoFar } from '../http/periods.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => api.creator('阿福'));
const fan = fixture(() => api.user('fan'));
const PLAN = asPlanId('salesplan');
let today = '';

/** A paid order with two SKUs of the plan. */
async function sell(number: string, paid_at: number, user: TestUser, seller = creator): Promise<void> {
  const line = (sku: string, fen: number, count: number) => ({
    sku_id: asSkuId(sku),
    name: sku,
    price: fenOf(fen),
    count,
    of_plan: null,
  });
  const command = importOrder({
    out_trade_no: asOutTradeNo(number),
    creator_id: seller.user_id,
    user_id: user.user_id,
    plan_id: PLAN,
    plan_name: 'Prints',
    product_type: 1,
    month: 0,
    paid_at,
    outcome: 'paid',
    lines: [line('small', 1_000, 1), line('large', 2_000, 2)],
  });
  const outcome = await api.deps.committer.submit({
    ...command,
    // As an order of then that was paid here.
    decide(states, now) {
      const decision = command.decide(states, now);
      if (!decision.accepted) return decision;
      return { ...decision, events: decision.events.map(({ imported: _, ...event }) => event) };
    },
  });
  if (!outcome.accepted) throw new Error('refused');
}

beforeAll(async () => {
  const { calendar, clock } = api.deps;
  today = calendar.dayOf(clock.now());
  const noon = calendar.startOf(addDays(today, -40)) + 12 * 3_600_000 + 1;
  await sell('s1', noon, fan);
  await sell('s2', clock.now(), await api.user('other'));
  await api.projected();
});

describe('sales of a period', () => {
  test('are by plan, SKU and hour, and each is explained by its orders', async () => {
    const from = addDays(today, -60);
    const reply = await api.call(getSales, { from, to: today }, creator);
    answers(salesAnswer)[200].parse(reply);
    const [plan] = reply.data.plans;
    expect(plan).toMatchObject({ plan_id: PLAN, orders: 2, gross: '100.00', new_sponsors: 2 });
    expect(plan?.skus).toEqual([
      { sku_id: 'large', name: '', orders: 2, units: 4, gross: '80.00' },
      { sku_id: 'small', name: '', orders: 2, units: 2, gross: '20.00' },
    ]);
    const sku = { from, to: today, plan_id: PLAN, sku_id: 'large' };
    const worth = await api.call(explainStats, { figure: 'gross', ...sku }, creator);
    const units = await api.call(explainStats, { figure: 'units', ...sku }, creator);
    expect([worth.data.value, units.data.value, units.data.total_count]).toEqual(['80.00', '4', 2]);
    const noon = reply.data.hours.find(({ hour }) => hour === 12);
    const { weekday = 0, hour = 0, orders = 0 } = noon ?? {};
    const explained = await api.call(
      explainStats,
      { figure: 'orders', from, to: today, weekday, hour },
      creator,
    );
    expect(explained.data.value).toBe(String(orders));
  });

  test('of one hour, of another creator and of wrong periods', async () => {
    const from = addDays(today, -60);
    const other = await api.creator('Other');
    expect((await api.call(getSales, { from, to: today }, other)).data).toMatchObject({
      plans: [],
      hours: [],
    });
    expect(await api.call(getSales, { from: today, to: from }, creator)).toMatchObject({ ec: 40000 });
    expect(await api.call(getSales, { from, to: today, plan_id: 'foreign' }, creator)).toMatchObject({
      ec: 40400,
    });
    const wrong = await api.call(
      explainStats,
      { figure: 'net', from, to: today, plan_id: PLAN, sku_id: 'large' },
      creator,
    );
    expect(wrong).toMatchObject({ ec: 40000, data: { errors: [{ field: 'figure' }] } });
    const planless = await api.call(explainStats, { figure: 'units', date: today, sku_id: 'large' }, creator);
    expect(planless).toMatchObject({ ec: 40000, data: { errors: [{ field: 'plan_id' }] } });
    const foreign = await api.call(
      explainStats,
      { figure: 'units', date: today, plan_id: PLAN, sku_id: 'large' },
      other,
    );
    expect(foreign.data).toMatchObject({ value: '0', total_count: 0, list: [] });
    const cohort = await api.call(
      explainStats,
      { figure: 'orders', date: today, cohort: '2026-01' },
      creator,
    );
    expect(cohort).toMatchObject({ ec: 40000, data: { errors: [{ field: 'cohort' }] } });
  });
});

test('this month is compared with the same days of the month before', async () => {
  const seller = await api.creator('compared');
  const { before } = monthSoFar(today);
  const last = addDays(`${today.slice(0, 7)}-01`, -1);
  for (const [nth, day] of [before.from, before.to, last].entries()) {
    await sell(`m${nth}`, api.deps.calendar.startOf(day) + 1, await api.user(`of ${nth}`), seller);
  }
  await api.projected();
  const { data } = await api.call(listSponsorMonths, {}, seller);
  // In a month before that is shorter, the same days are all days.
  const sponsors = last === before.to ? 3 : 2;
  expect(data.before).toMatchObject({ month: last.slice(0, 7), sponsors, new: sponsors, lost: 0 });
  expect(data.list.at(-2)).toMatchObject({ month: last.slice(0, 7), sponsors: 3 });
});

test('sponsor months have the fans of each month, and their cohorts', async () => {
  const reply = await api.call(listSponsorMonths, { months: 6 }, creator);
  answers(sponsorMonthsAnswer)[200].parse(reply);
  const { list, cohorts, to } = reply.data;
  expect([list.length, cohorts.length, to]).toEqual([6, 6, today]);
  expect(list.at(-1)).toMatchObject({ sponsors: 1, new: 1, kept: 0, recurring: '0.00' });
  expect(list.reduce((sum, month) => sum + month.new, 0)).toBe(2);
  expect(cohorts.at(-1)?.sponsors).toEqual([1]);
  const figure = await api.call(explainStats, { figure: 'month_new', month: today.slice(0, 7) }, creator);
  expect(figure.data).toMatchObject({ value: '1', list: [{ order: { out_trade_no: 's2' } }] });
  expect(await api.send(listSponsorMonths, { months: 37 }, creator)).toMatchObject({ ec: 40000 });
});

test('the spreadsheet has what the filter shows, in the caller’s language', async () => {
  const file = (language: string, query: Record<string, string>) =>
    api.app.inject({
      url: getStatsFile.path,
      query,
      headers: { authorization: `Bearer ${creator.token}`, 'locale-lang': language },
    });
  const reply = await file('en-US', { from: today, to: today });
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="stats-${today}-${today}.xlsx"`);
  const files = unpacked(reply.rawPayload);
  const sheet = (name: string): string => files.get(`xl/worksheets/${name}.xml`)?.toString() ?? '';
  expect(files.get('xl/workbook.xml')?.toString()).toContain('Sponsors by month');
  expect(sheet('days').match(/<row>/g)).toHaveLength(2);
  // Only the order of today.
  expect(sheet('plans')).toContain('<v>50.00</v>');
  expect(sheet('skus')).toContain('<v>40.00</v>');
  expect(sheet('about')).toContain(today);
  const chinese = unpacked((await file('zh-CN', { from: today, to: today })).rawPayload);
  expect(chinese.get('xl/workbook.xml')?.toString()).toContain('每月赞助者');
  expect((await file('en-US', { from: today, to: addDays(today, -1) })).json()).toMatchObject({ ec: 40000 });
});
