import { describe, expect, test } from 'vitest';
import { explainPeriod, monthOf, monthSoFar, periodBefore, statPeriod } from './periods.ts';

const TODAY = '2026-03-31';

describe('periods of business days', () => {
  test('the last 31 days are today and the 30 days before it', () => {
    expect(statPeriod({}, TODAY)).toEqual({ from: '2026-03-01', to: TODAY });
    expect(statPeriod({ days: 1 }, TODAY)).toEqual({ from: TODAY, to: TODAY });
  });

  test('from and to take priority over days, and span 366 days at most', () => {
    const year = { from: '2024-01-01', to: '2024-12-31' };
    expect(statPeriod({ ...year, days: 7 }, TODAY)).toEqual(year);
    expect(statPeriod({ ...year, to: '2025-01-01' }, TODAY)).toMatchObject({ field: 'to' });
    expect(statPeriod({ from: TODAY, to: '2026-03-30' }, TODAY)).toMatchObject({ field: 'to' });
    expect(statPeriod({ from: TODAY }, TODAY)).toMatchObject({ field: 'to', message: { key: 'required' } });
  });

  test('the period before is as long and ends the day before', () => {
    expect(periodBefore({ from: '2026-03-01', to: TODAY })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
    expect(periodBefore({ from: TODAY, to: TODAY })).toEqual({ from: '2026-03-30', to: '2026-03-30' });
  });

  test.each([
    ['2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-03-10', '2026-02-01', '2026-02-10'],
    ['2026-01-01', '2025-12-01', '2025-12-01'],
  ])('on %s this month is held against %s to %s', (today, from, to) => {
    const { now, before } = monthSoFar(today);
    expect(now).toEqual({ from: `${today.slice(0, 7)}-01`, to: today });
    expect(before).toEqual({ from, to });
  });

  test.each([
    ['2026-02', '2026-02-28'],
    ['2024-02', '2024-02-29'],
    ['2025-12', '2025-12-31'],
    ['2026-04', '2026-04-30'],
  ])('month %s ends on %s', (month, last) => {
    expect(monthOf(month)).toEqual({ from: `${month}-01`, to: last });
  });

  test('a figure is explained for one date, one month, or from and to', () => {
    expect(explainPeriod({ date: TODAY })).toEqual({ from: TODAY, to: TODAY });
    expect(explainPeriod({ month: '2026-02' })).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(explainPeriod({ from: '2026-02-01', to: TODAY })).toEqual({ from: '2026-02-01', to: TODAY });
    expect(explainPeriod({})).toMatchObject({ field: 'date', message: { key: 'required' } });
    expect(explainPeriod({ date: TODAY, month: '2026-03' })).toMatchObject({ field: 'date' });
    expect(explainPeriod({ month: '2026-03', from: TODAY, to: TODAY })).toMatchObject({ field: 'month' });
  });
});
