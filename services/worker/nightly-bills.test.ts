import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { PLATFORM } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays } from '#events/time.ts';
import { whatNeedsAttention } from '#services/api/books/finance-attention.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { nightlyStatement } from '#services/modules/books/reconciliation/fetch-nightly.ts';
import { takeStatement } from '#services/modules/books/reconciliation/take-statement.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { wechatStandIn } from '#services/modules/payments/wechat/testing/stand-in.ts';
import { movableClock } from '#services/runtime/clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = movableClock();
const alipay = fixture(alipayStandIn);
const wechat = fixture(wechatStandIn);
const api = fixture(() =>
  startTestApi({ clock, config: { alipay: alipay.settings, wechatPay: wechat.settings } }),
);

const failures: unknown[] = [];
function fetcher(name: string) {
  const { pool, calendar, committer, payments } = api.deps;
  const provider = payments.stating.find((one) => one.name === name);
  if (!provider) throw new Error(`${name} gives no statement`);
  const onError = (error: unknown): void => void failures.push(error);
  return nightlyStatement({ pool, clock, calendar, committer, provider, onError });
}
const goTo = (at: number): void => clock.setOffset(clock.offset + at - clock.now());
const today = (): string => api.deps.calendar.dayOf(clock.now());
const tomorrowAt = (hours: number): number =>
  api.deps.calendar.startOf(api.deps.calendar.dayOf(clock.now() + DAY)) + hours * HOUR;

async function recorded(provider: string, since: number) {
  const { events } = await api.deps.log.readAll(since, { limit: 10_000 });
  return events.flatMap(({ type, data }) => {
    if (type !== 'StatementLineRecorded') return [];
    const { provider: of, kind, reference, provider_reference, amount, fee, line_id } = data;
    return of === provider ? [{ line_id, kind, reference, provider_reference, amount, fee }] : [];
  });
}
async function imports(since: number) {
  const { events } = await api.deps.log.readAll(since, { limit: 10_000, types: ['StatementImported'] });
  return events.map(
    ({ data }) => data as { format: string; fresh: number; rejected_count: number; rejected: unknown[] },
  );
}

/** What finance reads about days without a statement. */
async function missing(): Promise<string[]> {
  const { deps } = api;
  await api.projected();
  const looking = { calendar: deps.calendar, now: clock.now(), until: undefined, most: 50 };
  const { list } = await whatNeedsAttention(deps, { ...looking, kind: 'statement_missing' });
  return list.map(({ ref }) => ref);
}
/** Acts until nothing is due, and goes to the time at which something is. */
async function nextTime(act: () => Promise<number>): Promise<void> {
  for (;;) {
    const at = await act();
    if (at > clock.now()) return goTo(at);
  }
}

const ORDER = `2${'1'.repeat(26)}`;
const YESTERDAY = `2${'2'.repeat(26)}`;
const PAYOUT = `${'a1'.repeat(16)}-1`;
let since = 0;

beforeEach(async () => {
  for (const { bills } of [alipay, wechat]) bills.clear();
  Object.assign(wechat.bills.behavior, { forgedHash: false, padding: 0 });
  alipay.bills.behavior.address = '';
  // Each test begins at 15 o'clock of a new day; yesterday was fetched, and was empty.
  goTo(tomorrowAt(15) + DAY);
  for (const name of ['alipay', 'wechat']) {
    const act = fetcher(name);
    while ((await act()) <= clock.now());
  }
  failures.length = 0;
  since = await api.deps.log.head();
});

describe('the bills of WeChat Pay', () => {
  const trade = (change: Record<string, string> = {}) => ({
    交易时间: `${today()} 10:00:00`,
    微信订单号: '4200001',
    商户订单号: `${ORDER}_1`,
    交易状态: 'SUCCESS',
    应结订单金额: '1000.00',
    订单金额: '1000.00',
    手续费: '6.00000',
    商品名称: 'Tea, green "A"',
    ...change,
  });

  it('are taken at 10 o’clock of the next day: payments, refunds, and other moves, with fees and our numbers', async () => {
    wechat.bills.setTrades(today(), [
      trade(),
      trade({
        交易状态: 'REFUND',
        微信退款单号: '5030001',
        商户退款单号: `${ORDER}_r1`,
        退款金额: '100.50',
        退款状态: 'SUCCESS',
        手续费: '-0.60',
        应结订单金额: '0.00',
      }),
      trade({ 微信订单号: '4200002', 商户订单号: 'other-shop-1', 应结订单金额: '5.00', 手续费: '0.03' }),
    ]);
    const flow = { 记账时间: `${today()} 11:00:00`, 业务名称: '提现', 收支类型: '支出' };
    wechat.bills.setFlows(today(), [
      { ...flow, 资金流水单号: '1', 业务类型: '交易', 收支类型: '收入', '收支金额(元)': '1000.00' },
      { ...flow, 资金流水单号: '2', 业务类型: '扣除交易手续费', '收支金额(元)': '6.00' },
      { ...flow, 资金流水单号: '3', 微信支付业务单号: 'w3', 业务类型: '提现', '收支金额(元)': '500.00' },
    ]);
    const act = fetcher('wechat');
    expect(await act()).toBe(tomorrowAt(10));
    goTo(tomorrowAt(10));
    await Promise.all([act(), fetcher('wechat')()]);
    expect(failures).toEqual([]);
    expect(await recorded('wechat', since)).toEqual([
      {
        line_id: '4200001',
        kind: 'charge',
        reference: `ch_${ORDER}_1`,
        provider_reference: '4200001',
        amount: 100_000,
        fee: 600,
      },
      {
        line_id: '5030001',
        kind: 'refund',
        reference: `${ORDER}_r1`,
        provider_reference: '5030001',
        amount: -10_050,
        fee: -60,
      },
      {
        line_id: '4200002',
        kind: 'charge',
        reference: '',
        provider_reference: '4200002',
        amount: 500,
        fee: 3,
      },
      { line_id: '3', kind: 'transfer', reference: '', provider_reference: 'w3', amount: -50_000, fee: 0 },
    ]);
    expect(await imports(since)).toMatchObject([{ format: 'wechat', fresh: 4, rejected_count: 0 }]);
  });

  it('with another hash, too many bytes or wrong amounts are not taken, and requested again', async () => {
    const day = today();
    const good = trade({ 微信订单号: '4200009' });
    goTo(tomorrowAt(10));
    const act = fetcher('wechat');
    const isRefused = async (why: RegExp) => {
      const count = failures.length;
      await nextTime(act);
      expect(failures).toHaveLength(count + 1);
      expect(String(failures.at(-1))).toMatch(why);
    };
    wechat.bills.setFlows(day, []);
    wechat.bills.setTrades(day, [good]);
    wechat.bills.behavior.forgedHash = true;
    await isRefused(/another content/);
    Object.assign(wechat.bills.behavior, { forgedHash: false, padding: 33 * 1024 * 1024 });
    await isRefused(/too large/);
    expect(await missing()).toEqual([`wechat ${day} too_large`]);
    wechat.bills.behavior.padding = 0;
    wechat.bills.setTrades(day, [{ ...good, 应结订单金额: 'free' }]);
    await isRefused(/wrong amount/);
    wechat.bills.setTrades(day, [good, { ...good, 微信订单号: '4200010', 交易时间: 'soon' }]);
    await isRefused(/wrong time/);
    expect(await imports(since)).toEqual([]);
    expect(await missing()).toEqual([`wechat ${day} unreadable`]);
    wechat.bills.setTrades(day, [good]);
    await act();
    expect(await imports(since)).toMatchObject([{ fresh: 1 }]);
    expect(await missing()).toEqual([]);
  });

  it('of a day that cannot be read do not hold up later days, and are taken when they can be', async () => {
    const [first, second] = [today(), api.deps.calendar.dayOf(clock.now() + DAY)];
    const moved = (微信订单号: string, day: string) => trade({ 微信订单号, 交易时间: `${day} 10:00:00` });
    for (const day of [first, second]) wechat.bills.setFlows(day, []);
    wechat.bills.setTrades(first, [trade({ 应结订单金额: 'free' })]);
    wechat.bills.setTrades(second, [moved('4200012', second)]);
    const act = fetcher('wechat');
    goTo(tomorrowAt(10) + DAY);
    await nextTime(act);
    expect((await recorded('wechat', since)).map(({ line_id }) => line_id)).toEqual(['4200012']);
    expect(await missing()).toEqual([`wechat ${first} unreadable`]);
    // Another process goes on with what is stored.
    wechat.bills.setTrades(first, [moved('4200011', first)]);
    await nextTime(fetcher('wechat'));
    expect((await recorded('wechat', since)).map(({ line_id }) => line_id)).toEqual(['4200012', '4200011']);
    expect(await missing()).toEqual([]);
  });

  it('that finance uploads for a missing day end its entry', async () => {
    const day = today();
    const { calendar, committer } = api.deps;
    wechat.bills.setFlows(day, []);
    wechat.bills.setTrades(day, [trade({ 应结订单金额: 'free' })]);
    goTo(tomorrowAt(10));
    await nextTime(fetcher('wechat'));
    expect(await missing()).toEqual([`wechat ${day} unreadable`]);
    const head = 'wechat_line_id,time,kind,reference,provider_reference,amount,fee,net,currency';
    const [from, to] = [calendar.startOf(day), calendar.startOf(addDays(day, 1))];
    // Two adjacent files cover it together.
    const noon = from + 12 * HOUR;
    for (const [nth, period] of [
      { from, to: noon },
      { from: noon, to },
    ].entries()) {
      expect(await missing()).toHaveLength(1);
      const at = new Date(period.from + HOUR).toISOString();
      const line = `420001${nth + 3},${at},charge,,420001${nth + 3},5.00,0.03,4.97,CNY`;
      const pieces = Readable.from([Buffer.from(`${head}\r\n${line}\r\n`)]);
      const input = { pieces, by: PLATFORM, reason: '', period, correlation_id: 'upload' };
      expect(await takeStatement({ committer, clock }, input)).toMatchObject({ ok: true });
    }
    expect(await missing()).toEqual([]);
    wechat.bills.setTrades(day, []);
    await nextTime(fetcher('wechat'));
  });

  it('that do not exist in the afternoon are of a day without moves', async () => {
    const act = fetcher('wechat');
    goTo(tomorrowAt(10));
    expect(await act()).toBeGreaterThan(clock.now());
    expect(failures).toHaveLength(1);
    goTo(clock.now() + 4 * HOUR);
    expect(await imports(since)).toEqual([]);
    await act();
    expect(await imports(since)).toMatchObject([{ format: 'wechat', fresh: 0 }]);
  });
});

describe('an original bill that finance uploads', () => {
  async function taken(provider: 'alipay' | 'wechat', files: readonly Buffer[]) {
    const day = today();
    const { calendar, committer } = api.deps;
    for (const bytes of files) {
      const period = { from: calendar.startOf(day), to: calendar.startOf(addDays(day, 1)) };
      const input = { pieces: Readable.from([bytes]), by: PLATFORM, reason: '', period, correlation_id: 'u' };
      expect(await takeStatement({ committer, clock }, input)).toMatchObject({ ok: true, outside: 0 });
    }
    return recorded(provider, since);
  }

  it('of WeChat Pay is read as the fetched one, with names of goods as people write them', async () => {
    const at = `\`${today()} 10:00:00`;
    const head =
      '交易时间,微信订单号,商户订单号,交易状态,应结订单金额,退款金额,微信退款单号,商户退款单号,退款状态,手续费,商品名称';
    const trades = [
      head,
      `${at},\`42001,\`${ORDER}_1,\`SUCCESS,\`10.00,\`0.00,\`0,\`0,\`,\`0.06000,\`Tea, "green`,
      `${at},\`42002,\`${ORDER}_2,\`SUCCESS,\`free,\`0.00,\`0,\`0,\`,\`0.06000,\`Tea`,
      `${at},\`42001,\`${ORDER}_1,\`REFUND,\`0.00,\`1.50,\`50301,\`${ORDER}_r1,\`SUCCESS,\`0.00000,\`Tea`,
      '总交易单数,应结订单总金额',
      '`3,`10.00',
    ];
    const flows = [
      '记账时间,微信支付业务单号,资金流水单号,业务类型,收支类型,收支金额（元）',
      `${at},\`w1,\`f1,\`交易,\`收入,\`10.00`,
      `${at},\`w3,\`f3,\`提现,\`支出,\`500.00`,
      '资金流水总笔数,收入笔数',
      '`2,`1',
    ];
    const files = [trades, flows].map((lines) => Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`));
    expect(await taken('wechat', files)).toMatchObject([
      { line_id: '42001', kind: 'charge', reference: `ch_${ORDER}_1`, amount: 1_000, fee: 6 },
      { line_id: '50301', kind: 'refund', reference: `${ORDER}_r1`, amount: -150, fee: 0 },
      { line_id: 'f3', kind: 'transfer', amount: -50_000 },
    ]);
    expect(await imports(since)).toMatchObject([
      { format: 'wechat', fresh: 2, rejected: [{ line: 3, reason: 'unreadable' }] },
      { format: 'wechat', fresh: 1, rejected: [] },
    ]);
  });

  it('of Alipay is read as the fetched one', async () => {
    const at = `${today()} 12:00:00`;
    const trades = [
      '#支付宝业务明细查询',
      '支付宝交易号,商户订单号,业务类型,商品名称,完成时间,商家实收（元）,服务费（元）,退款批次号/请求号',
      `2026\t,${ORDER}_1a\t,交易,月度, 会员,${at},30.00,-0.18,`,
      '#-----业务明细列表结束-----',
      '#导出时间',
    ];
    const moves = [
      '#支付宝账务明细查询',
      '账务流水号,业务流水号,商户订单号,发生时间,收入金额（+元）,支出金额（-元）,业务类型',
      `u1\t,t1,${ORDER}_1a,${at},30.00,0.00,在线支付`,
      `u2\t,t2,another-shop-1,${at},5.00,0.00,在线支付`,
      `u3\t,t3,${PAYOUT},${at},0.00,-12.34,转账`,
      '#-----账务明细列表结束-----',
    ];
    const files = [trades, moves].map((lines) => Buffer.from(`${lines.join('\r\n')}\r\n`));
    expect(await taken('alipay', files)).toMatchObject([
      { line_id: '2026', kind: 'charge', reference: `ch_${ORDER}_1`, amount: 3_000, fee: 18 },
      { line_id: 'u3', kind: 'payout', reference: PAYOUT, amount: -1_234 },
    ]);
    expect(await imports(since)).toMatchObject([{ rejected_count: 0 }, { rejected_count: 0 }]);
  });
});

describe('the bills of Alipay', () => {
  const trade = (change: Record<string, string> = {}) => ({
    支付宝交易号: '2026113022001',
    商户订单号: `${ORDER}_1a`,
    业务类型: '交易',
    商品名称: '"月度, 会员',
    完成时间: `${today()} 23:59:59`,
    '订单金额（元）': '30.00',
    '商家实收（元）': '30.00',
    '服务费（元）': '-0.18',
    ...change,
  });
  const move = (change: Record<string, string>) => ({ 发生时间: `${today()} 12:00:00`, ...change });

  it('are taken from packed files in GBK: payments, refunds, payouts, fees and transfers to our bank', async () => {
    alipay.bills.setTrades(today(), [
      trade(),
      trade({
        业务类型: '退款',
        '订单金额（元）': '-10.00',
        '商家实收（元）': '-10.00',
        '退款批次号/请求号': `${ORDER}_r1`,
        '服务费（元）': '0.06',
      }),
    ]);
    alipay.bills.setMoves(today(), [
      move({ 账务流水号: '1', 商户订单号: `${ORDER}_1a`, '收入金额（+元）': '30.00', 业务类型: '在线支付' }),
      move({ 账务流水号: '2', 商户订单号: `${ORDER}_1a`, '支出金额（-元）': '-0.18', 业务类型: '收费' }),
      // Of a trade in yesterday's bill, booked after midnight.
      move({
        账务流水号: '6',
        商户订单号: `${YESTERDAY}_1`,
        '收入金额（+元）': '30.00',
        业务类型: '在线支付',
      }),
      move({ 账务流水号: '7', 商户订单号: `${YESTERDAY}_1`, '支出金额（-元）': '-0.18', 业务类型: '收费' }),
      move({
        账务流水号: '3',
        业务流水号: 't3',
        商户订单号: PAYOUT,
        '支出金额（-元）': '-12.34',
        业务类型: '转账',
      }),
      move({ 账务流水号: '4', 业务流水号: 't4', '支出金额（-元）': '-0.10', 业务类型: '收费' }),
      move({ 账务流水号: '5', 业务流水号: 't5', '支出金额（-元）': '-500.00', 业务类型: '提现' }),
    ]);
    goTo(tomorrowAt(10));
    await fetcher('alipay')();
    expect(failures).toEqual([]);
    const charge = { line_id: '2026113022001', kind: 'charge', reference: `ch_${ORDER}_1` };
    const refund = { line_id: `2026113022001/${ORDER}_r1`, kind: 'refund', reference: `${ORDER}_r1` };
    expect(await recorded('alipay', since)).toEqual([
      { ...charge, provider_reference: '2026113022001', amount: 3_000, fee: 18 },
      { ...refund, provider_reference: `${ORDER}_r1`, amount: -1_000, fee: -6 },
      { line_id: '3', kind: 'payout', reference: PAYOUT, provider_reference: 't3', amount: -1_234, fee: 0 },
      { line_id: '4', kind: 'fee', reference: '', provider_reference: 't4', amount: 0, fee: 10 },
      { line_id: '5', kind: 'transfer', reference: '', provider_reference: 't5', amount: -50_000, fee: 0 },
    ]);
    expect(await imports(since)).toMatchObject([{ format: 'alipay', fresh: 5, rejected_count: 0 }]);
  });

  it('at another host, in no archive, or too large when unpacked are not taken', async () => {
    const day = today();
    const good = trade({ 支付宝交易号: '2026113022009' });
    alipay.bills.setMoves(day, []);
    alipay.bills.setTrades(day, [good]);
    goTo(tomorrowAt(10));
    const act = fetcher('alipay');
    const isRefused = async () => {
      const count = failures.length;
      await nextTime(act);
      expect(failures).toHaveLength(count + 1);
      expect(failures.at(-1)).toMatchObject({ name: 'ProviderUnavailable' });
    };
    alipay.bills.behavior.address = 'http://169.254.169.254/latest';
    await isRefused();
    alipay.bills.behavior.address = '';
    alipay.bills.setFile(day, Buffer.from('no archive'));
    await isRefused();
    alipay.bills.setFile(day, zipSync({ 'lines.csv': Buffer.from('another,head\r\n1,2\r\n') }));
    await isRefused();
    alipay.bills.setFile(day, zipSync({ 'lines.csv': new Uint8Array(33 * 1024 * 1024) }));
    await isRefused();
    expect(await imports(since)).toEqual([]);
    alipay.bills.setTrades(day, [good]);
    await act();
    expect(await imports(since)).toMatchObject([{ fresh: 1 }]);
  });
});
