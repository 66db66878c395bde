import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addDays } from '#events/time.ts';
import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { getLedgerEntry, getTrialBalance, listLedger } from '#services/contract/books/books.ts';
import { getIncome, listIncomeLines } from '#services/contract/income/income.ts';
import { checkSettlements, getSettlement, listSettlements } from '#services/contract/income/settlements.ts';
import { type Dashboard, getDashboard } from '#services/contract/stats/calls.ts';
import { settleMonths } from '#services/modules/income/settle.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const MONTH = '2026-01';

/** Position of the first order's payment. */
let firstPaid: number;

/** The same steps for a creator who exists. */
const of = (user: TestUser, steps: readonly Step[]): Step[] =>
  JSON.parse(JSON.stringify(steps).replaceAll('pc0', user.user_id));

const api = fixture(startTestApi);
const creator = fixture(() => api.creator('阿福'));
const finance = fixture(() => api.staff('finance'));
beforeAll(async () => {
  const { log, pool, committer, calendar, clock } = api.deps;
  await write(log, of(creator, stepsOf(plainFate({ total: 10_000, placedHour: 12 }), 'p', 1)));
  firstPaid = await log.head();
  await write(
    log,
    of(
      creator,
      stepsOf(
        plainFate({ total: 2_000, placedHour: 40, ending: 'refunded', hours: 1, refundTenths: [5] }),
        'p',
        2,
      ),
    ),
  );
  await write(log, of(creator, stepsOf(plainFate({ total: 3_000, placedHour: 40, imported: true }), 'p', 3)));
  await api.projected();
  await settleMonths({ pool, committer, calendar, clock });
  // Earned in a month that is not over.
  const hours = Math.floor((clock.now() - Date.parse('2025-12-31T16:00:00Z')) / 3_600_000);
  await write(log, of(creator, stepsOf(plainFate({ total: 500, placedHour: hours }), 'p', 4)));
  await api.projected();
});

describe('a creator', () => {
  test('lists each month with its amount and the time when it can be withdrawn', async () => {
    const { list, pending, available, paying } = await api.data(getIncome, {}, creator);
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({
      orders: 1,
      gross: '5.00',
      net: '4.70',
      status: 'open',
      settled_at: null,
    });
    expect(list[1]).toMatchObject({
      month: MONTH,
      orders: 2,
      gross: '120.00',
      payment_fee: '1.10',
      service_fee: '5.50',
      affiliate: '0.00',
      refunds: '10.00',
      net: '103.40',
      status: 'available',
      available_at: Date.parse('2026-02-01T02:00:00Z') / 1000,
    });
    expect({ pending, available, paying }).toEqual({ pending: '4.70', available: '103.40', paying: '0.00' });
    const one = await api.data(getIncome, { month: MONTH }, creator);
    expect(one.list.map(({ month }) => month)).toEqual([MONTH]);
  });

  test('sees the orders and refunds of a month', async () => {
    const query = { month: MONTH, per_page: 2 };
    const { list, total_count, has_more } = await api.data(listIncomeLines, query, creator);
    expect([total_count, has_more]).toEqual([3, true]);
    expect(list.map(({ out_trade_no, net }) => [out_trade_no, net])).toEqual([
      ['po1', '94.00'],
      ['po2', '18.80'],
    ]);
  });

  test('has the same on the dashboard', async () => {
    const cards: Dashboard = await api.data(getDashboard, {}, creator);
    expect(cards).toMatchObject({ pending: '4.70', available: '103.40', paying: '0.00' });
  });
});

describe('finance', () => {
  test('lists a month’s settlements with their evidence', async () => {
    const answer = await api.data(listSettlements, { month: MONTH }, finance);
    expect(answer).toMatchObject({ total_count: 1, open_count: 0, total: { net: '103.40', orders: 2 } });
    expect(answer.list[0]).toMatchObject({ user_id: creator.user_id, name: '阿福', status: 'available' });
    const before = await api.data(
      listSettlements,
      {
        month: MONTH,
        as_of: firstPaid,
      },
      finance,
    );
    expect(before).toMatchObject({ total_count: 0, list: [], as_of: { position: firstPaid } });
  });

  test('sees the lines of one, recomputes them, and checks a whole month', async () => {
    const of = { month: MONTH, user_id: creator.user_id };
    const { settlement, lines, recomputed, because } = await api.data(getSettlement, of, finance);
    expect(because).toEqual({ by: null, reason: 'scheduled' });
    expect(lines.map(({ kind, amount, net }) => [kind, amount, net])).toEqual([
      ['order', '100.00', '94.00'],
      ['order', '20.00', '18.80'],
      ['refund', '-10.00', '-9.40'],
    ]);
    expect(lines[0]?.text).toBe(`${firstPaid}\torder\tpo1\t\t10000\t100\t500\t0\t9400`);
    expect(recomputed).toEqual({ sha256: settlement.sha256, agrees: true, differing: [] });
    const second = await api.data(getSettlement, { ...of, per_page: 2, page: 2 }, finance);
    expect(second).toMatchObject({ total_count: 3, has_more: false, recomputed: { agrees: true } });
    expect(second.lines).toHaveLength(1);
    expect(await api.call(getSettlement, { month: MONTH, user_id: 'nobody' }, finance)).toMatchObject({
      ec: 40400,
    });
    const check = await api.data(checkSettlements, { month: MONTH }, finance);
    expect(check).toMatchObject({ compared: 1, differing: [], next: creator.user_id });
    const end = await api.data(
      checkSettlements,
      {
        month: MONTH,
        after: creator.user_id,
      },
      finance,
    );
    expect(end).toMatchObject({ compared: 0, differing: [], next: null });
    // Before it was settled.
    const as_of = settlement.position - 1;
    expect(await api.call(getSettlement, { ...of, as_of }, finance)).toMatchObject({ ec: 40400 });
    const none = await api.data(checkSettlements, { month: MONTH, as_of }, finance);
    expect(none).toMatchObject({ compared: 0, as_of: { position: as_of } });
    const since = await api.data(getSettlement, { ...of, as_of: settlement.position }, finance);
    expect(since).toMatchObject({ settlement, as_of: { position: settlement.position } });
  });

  test('reads an account’s postings and the entry behind each, of a period and as of a position or time', async () => {
    const account = `liabilities:user:${creator.user_id}:pending`;
    const all = await api.data(listLedger, { account }, finance);
    expect(all).toMatchObject({ name: '阿福', balance: '-4.70', total_count: 5 });
    expect(all.list.map(({ kind, debit, credit, balance }) => [kind, debit, credit, balance])).toEqual([
      ['order', '0.00', '4.70', '-4.70'],
      ['settlement', '103.40', '0.00', '0.00'],
      ['refund', '9.40', '0.00', '-103.40'],
      ['order', '0.00', '18.80', '-112.80'],
      ['order', '0.00', '94.00', '-94.00'],
    ]);
    const first = await api.data(listLedger, { account, as_of: firstPaid }, finance);
    expect(first).toMatchObject({ balance: '-94.00', total_count: 1, as_of: { position: firstPaid } });
    const day = await api.data(
      listLedger,
      {
        account,
        from: '2026-01-02',
        to: '2026-01-03',
      },
      finance,
    );
    expect(day.list.map(({ kind }) => kind)).toEqual(['refund', 'order']);
    expect(day).toMatchObject({ debit: '9.40', credit: '18.80', balance: '-103.40' });
    const firstTime = first.list[0]?.time ?? 0;
    const then = await api.data(listLedger, { account, as_of: firstTime }, finance);
    expect(then).toMatchObject({ balance: '-94.00', as_of: { time: firstTime } });
    const early = await api.data(listLedger, { account, as_of: firstTime - 1 }, finance);
    expect(early).toMatchObject({ balance: '0.00', total_count: 0 });

    const entry = await api.data(getLedgerEntry, { position: firstPaid }, finance);
    expect(entry.postings.map((one) => [one.account, one.debit, one.credit])).toEqual([
      ['assets:psp:sandbox', '100.00', '0.00'],
      ['income:payment-fee', '0.00', '1.00'],
      ['income:service-fee', '0.00', '5.00'],
      [account, '0.00', '94.00'],
    ]);
    expect(await api.call(getLedgerEntry, { position: 1 }, finance)).toMatchObject({ ec: 40400 });
    const position = firstPaid;
    const asOfThen = await api.data(getLedgerEntry, { position, as_of: position }, finance);
    expect(asOfThen).toMatchObject({ postings: entry.postings, as_of: { position } });
    expect(await api.call(getLedgerEntry, { position, as_of: position - 1 }, finance)).toMatchObject({
      ec: 40400,
    });
    expect(
      await api.call(listLedger, { account, from: '2026-02-01', to: '2026-01-01' }, finance),
    ).toMatchObject({ ec: 40000, data: { errors: [{ field: 'to' }] } });
    expect(await api.send(listLedger, {}, finance)).toMatchObject({ ec: 40000 });
    for (const mistyped of ['assets:bnk', 'liabilities:user:x:payable', 'assets:psp:'])
      expect(await api.call(listLedger, { account: mistyped }, finance)).toMatchObject({
        ec: 40000,
        data: { errors: [{ field: 'account' }] },
      });
  });

  test('sees that the books sum to zero, now and in the past', async () => {
    const now = await api.data(getTrialBalance, {}, finance);
    expect(now).toMatchObject({ total: '0.00', users: 'each' });
    expect(now.accounts.find(({ account }) => account === 'assets:psp:sandbox')).toMatchObject({
      debit: '125.00',
      credit: '10.00',
      balance: '115.00',
    });
    const summed = await api.data(getTrialBalance, { users: 'sum' }, finance);
    expect(summed.total).toBe('0.00');
    expect(summed.accounts.map(({ account }) => account)).toContain('liabilities:user:*:available');
    const then = await api.data(getTrialBalance, { as_of: '2026-01-01' }, finance);
    expect(then.accounts.map(({ account, balance }) => [account, balance])).toContainEqual([
      'assets:psp:sandbox',
      '100.00',
    ]);
    expect(then.total).toBe('0.00');
    const { clock, calendar } = api.deps;
    const soon = Math.floor(clock.now() / 1000) + 60;
    const tomorrow = addDays(calendar.dayOf(clock.now()), 1);
    for (const as_of of ['then', '7258118400', soon, tomorrow]) {
      const { ec, data } = await api.call(getTrialBalance, { as_of }, finance);
      expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'as_of']);
    }
    const today = await api.call(getTrialBalance, { as_of: calendar.dayOf(clock.now()) }, finance);
    expect(today.ec).toBe(200);
  });
});
