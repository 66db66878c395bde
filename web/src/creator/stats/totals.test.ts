import { expect, test } from 'vitest';
import type { StatDay } from '#services/contract/stats/calls.ts';
import { dayPlus } from './period.ts';
import { barsOf, sumMoney, totalOf } from './totals.ts';

const day = (date: string, gross: string, sponsors = 1): StatDay => ({
  date,
  orders: 2,
  gross,
  net: '0.00',
  refunds: '0.10',
  new_sponsors: 1,
  sponsors,
  gross_sponsorship: gross,
  gross_goods: '0.20',
});

test('money adds up to the cent', () => {
  expect(sumMoney(['0.10', '0.20', '-0.05'])).toBe('0.25');
  expect(sumMoney(Array.from({ length: 1000 }, () => '0.01'))).toBe('10.00');
});

test('figures over days add up; sponsors are those of the last day', () => {
  const days = [day('2026-11-19', '1.10', 5), day('2026-11-20', '2.20', 4)];
  expect(totalOf('gross', days)).toBe('3.30');
  expect(totalOf('orders', days)).toBe('4');
  expect(totalOf('sponsors', days)).toBe('4');
});

test('a short period has a bar for each day, and one for the same day of the period before', () => {
  const bars = barsOf([day('2026-11-20', '3.00')], [day('2026-11-19', '1.00')]);
  expect(bars).toEqual([
    { from: '2026-11-20', to: '2026-11-20', sponsorship: 3, goods: 0.2, before: 1, orders: 2 },
  ]);
});

test('a long period has a bar for each week, and loses no day', () => {
  const days = Array.from({ length: 100 }, (_, index) => day(dayPlus('2026-01-01', index), '1.00'));
  const bars = barsOf(days, []);
  expect(bars).toHaveLength(15);
  expect(bars.reduce((sum, bar) => sum + bar.sponsorship, 0)).toBe(100);
  expect(bars.at(-1)).toMatchObject({ from: '2026-04-09', to: '2026-04-10', before: undefined });
});
