import { expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import { businessCalendar } from '#events/time.ts';
import { type Column, columnOf, type FileLine, readLine } from './order-line.ts';

const shanghai = businessCalendar('Asia/Shanghai');
const NOW = Date.UTC(2026, 6, 1);

const good: Record<Column, string> = {
  out_trade_no: '536365',
  paid_at: '2026-01-31 18:30:00',
  user: '王小明',
  plan: 'Prints',
  sku: 'A3',
  count: '80995',
  unit_price: '2.08',
  status: 'paid',
};

const read = (changes: Partial<Record<Column, string>>) => {
  const fields = { ...good, ...changes };
  return readLine(2, (column) => fields[column], shanghai, NOW);
};

it('reads a good line', () => {
  expect(read({ status: 'Refunded' })).toEqual({
    ok: true,
    line: {
      ...good,
      line: 2,
      paid_at: Date.UTC(2026, 0, 31, 10, 30),
      count: 80_995,
      unit_price: 208,
      status: 'refunded',
    },
  });
});

it.each<[Partial<Record<Column, string>>, Partial<FileLine>]>([
  [{ count: '1.0' }, { count: 1 }],
  [{ count: '1,000' }, { count: 1_000 }],
  [{ count: '１０' }, { count: 10 }],
  [{ unit_price: '¥1,019.90' }, { unit_price: fenOf(101_990) }],
  [{ unit_price: '￥12.5' }, { unit_price: fenOf(1_250) }],
  [{ unit_price: '1019.9元' }, { unit_price: fenOf(101_990) }],
  [{ status: '已支付' }, { status: 'paid' }],
  [{ status: '已退款' }, { status: 'refunded' }],
  [{ status: '交易关闭' }, { status: 'cancelled' }],
])('reads %o as a spreadsheet writes it', (changes, line) => {
  expect(read(changes)).toMatchObject({ ok: true, line });
});

it.each([
  ['订单号', 'out_trade_no'],
  [' 付款时间 ', 'paid_at'],
  ['买家', 'user'],
  ['Unit price', 'unit_price'],
  ['备注', undefined],
])('knows the column %s', (head, column) => {
  expect(columnOf(head)).toBe(column);
});

it.each<[string, Partial<Record<Column, string>>]>([
  ['out_trade_no is missing', { out_trade_no: '' }],
  ['user is missing', { user: '' }],
  ['status is missing', { status: '' }],
  ['out_trade_no may have letters', { out_trade_no: 'a b' }],
  ['out_trade_no is longer than 60', { out_trade_no: '1'.repeat(61) }],
  ['plan is longer than 60', { plan: '画'.repeat(61) }],
  ['plan contains hidden control characters', { plan: 'a\u202eb' }],
  ['user contains hidden control characters', { user: '\u2066a' }],
  ['user contains a NUL', { user: 'a\0b' }],
  ['sku is not valid UTF-8', { sku: '\uFFFD' }],
  ['paid_at is not a time', { paid_at: '2026-02-30' }],
  ['paid_at is in the future', { paid_at: '2026-07-02' }],
  ['count must be above zero', { count: '-3' }],
  ['count must be above zero', { count: '0' }],
  ['count must be a whole number', { count: '1.5' }],
  ['count is not a number', { count: '1e3' }],
  ['count is above 1000000', { count: '1000001' }],
  ['unit_price must be above zero', { unit_price: '-2.00' }],
  ['unit_price must be above zero', { unit_price: '0.00' }],
  ['unit_price has more than two decimals', { unit_price: '2.005' }],
  ['unit_price is not an amount', { unit_price: '$2' }],
  ['unit_price is not an amount', { unit_price: '1,02.00' }],
  ['unit_price is above', { unit_price: '1000000.01' }],
  ['status must be paid, refunded, cancelled', { status: 'shipped' }],
])('rejects a line: %s', (reason, changes) => {
  const answer = read(changes);
  expect(answer.ok ? '' : answer.reason).toContain(reason);
});
