import { expect, test } from 'vitest';
import { bounded, dayPlus, daysBefore, daysOf, daysOfMonth, lengthOf } from './period.ts';

test.each([
  ['7', '2026-11-14', '2026-11-20', 7],
  ['31', '2026-10-21', '2026-11-20', 31],
  ['90', '2026-08-23', '2026-11-20', 90],
  ['month', '2026-11-01', '2026-11-20', 20],
  ['year', '2026-01-01', '2026-11-20', 324],
] as const)('period %s runs from %s to %s', (period, from, to, length) => {
  const days = daysOf(period, '2026-11-20', {});
  expect(days).toEqual({ from, to });
  expect(lengthOf(days)).toBe(length);
});

test('the period before is as long and ends the day before', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    to: '2026-02-28',
  });
});

test('a custom period is put in order and bounded to 366 days', () => {
  expect(daysOf('custom', '2026-11-20', { from: '2026-02-03', to: '2026-01-02' })).toEqual({
    from: '2026-01-02',
    to: '2026-02-03',
  });
  expect(lengthOf(bounded('2020-01-01', '2026-11-20'))).toBe(366);
});

test('a custom period without sense is the last 31 days', () => {
  expect(daysOf('custom', '2026-11-20', { from: 'x' })).toEqual({ from: '2026-10-21', to: '2026-11-20' });
});

test('days cross the ends of months and years', () => {
  expect(dayPlus('2024-02-28', 1)).toBe('2024-02-29');
  expect(dayPlus('2026-01-01', -1)).toBe('2025-12-31');
});

test('a month has its days until today', () => {
  expect(daysOfMonth('2026-11', '2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(daysOfMonth('2026-02', '2026-11-20')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(daysOfMonth('2025-12', '2026-11-20')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});
