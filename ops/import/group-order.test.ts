import { expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import { businessCalendar } from '#events/time.ts';
import { groupOrder } from './group-order.ts';
import type { FileLine } from './order-line.ts';

const shanghai = businessCalendar('Asia/Shanghai');
const AT = Date.UTC(2026, 0, 31, 10);

const line = (number: number, changes: Partial<FileLine> = {}): FileLine => ({
  line: number,
  out_trade_no: '536365',
  paid_at: AT,
  user: 'Ann',
  plan: 'Prints',
  sku: 'A3',
  count: 2,
  unit_price: fenOf(500),
  status: 'paid',
  ...changes,
});

it('joins lines some minutes apart into one order, at the earliest time', () => {
  const { orders, rejected } = groupOrder([line(2, { paid_at: AT + 60_000 }), line(3)], shanghai);
  expect(rejected).toEqual([]);
  expect(orders).toMatchObject([{ paid_at: AT, keeps_number: true, cancelled: false, refunded: 0 }]);
});

it('adds up the refunds of an order', () => {
  const { orders } = groupOrder([line(2), line(3, { status: 'refunded', count: 1 })], shanghai);
  expect(orders).toMatchObject([{ refunded: 500, lines: [{ line: 2 }, { line: 3 }] }]);
});

it('makes an order for each plan of a number', () => {
  const { orders } = groupOrder([line(2), line(3, { plan: 'Books' }), line(4)], shanghai);
  expect(orders.map(({ plan, keeps_number, lines }) => [plan, keeps_number, lines.length])).toEqual([
    ['Prints', true, 2],
    ['Books', false, 1],
  ]);
});

it('takes at most 1,500 lines into an order, and rejects the rest', () => {
  const { orders, rejected } = groupOrder(
    Array.from({ length: 1_502 }, (_, at) => line(2 + at)),
    shanghai,
  );
  expect(orders.map(({ lines }) => lines.length)).toEqual([1_500]);
  expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [1_502, 'the order has more than 1500 lines'],
    [1_503, 'the order has more than 1500 lines'],
  ]);
});

it('takes at most 1,000,000.00 into an order, and 120 months', () => {
  const lines = [
    line(2, { unit_price: fenOf(99_999_999), count: 1 }),
    line(3, { unit_price: fenOf(1), count: 1 }),
    line(4, { unit_price: fenOf(1), count: 1 }),
    line(5, { plan: 'Fans', sku: '', count: 120 }),
    line(6, { plan: 'Fans', sku: '', count: 1 }),
    line(7, { plan: 'Bulk', unit_price: fenOf(100), count: 1_000_000 }),
    line(8, { plan: 'Lump', unit_price: fenOf(101), count: 1_000_000 }),
  ];
  const { orders, rejected } = groupOrder(lines, shanghai);
  expect(orders.map((order) => order.lines.map((one) => one.line))).toEqual([[2, 3], [5], [7]]);
  expect(rejected).toEqual([
    { line: 4, reason: 'the order is above 1000000.00' },
    { line: 6, reason: 'the order has more than 120 months' },
    { line: 8, reason: 'the order is above 1000000.00' },
  ]);
});

it.each<[string, Partial<FileLine>]>([
  ['user differs from line 2', { user: 'Bob' }],
  ['paid_at is on another day than line 2', { paid_at: AT + 86_400_000 }],
  ['status contradicts line 2', { status: 'cancelled' }],
])('rejects a line that contradicts the first: %s', (reason, changes) => {
  const { orders, rejected } = groupOrder([line(2), line(3, changes)], shanghai);
  expect(orders).toMatchObject([{ lines: [{ line: 2 }] }]);
  expect(rejected).toMatchObject([{ line: 3, reason: expect.stringContaining(reason) }]);
});
