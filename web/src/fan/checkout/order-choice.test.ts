import { describe, expect, test } from 'vitest';
import type { Plan } from '#services/api/contract/plans.ts';
import { linesOf, monthsOf, savingPercent } from './order-choice.ts';

const plan = (pay_month: number, permanent = false) => ({ pay_month, permanent }) as Plan; // all that is read

describe('the saving that a number of months is labelled with', () => {
  test.each([
    [1, 0],
    [5, 0],
    [6, 6],
    [11, 6],
    [12, 10],
    [23, 10],
    [24, 14],
    [35, 14],
    [36, 16],
  ])('%i months: %i %%', (months, percent) => {
    expect(savingPercent(months)).toBe(percent);
  });
});

describe('months are whole periods, one at least and 36 at most', () => {
  test.each([
    [1, undefined, 1],
    [1, 7, 7],
    [1, 99, 36],
    [3, undefined, 3],
    [3, 4, 3],
    [3, 36, 36],
    [12, 1, 12],
    [12, 24, 24],
  ])('periods of %i, asked for %s: %i', (period, asked, months) => {
    expect(monthsOf(plan(period), asked)).toBe(months);
  });

  test('what never ends is bought once', () => {
    expect(monthsOf(plan(1, true), 12)).toBe(1);
  });
});

describe('lines of a checkout link', () => {
  test('are read', () => {
    expect(linesOf('[{"sku_id":"a","count":2},{"sku_id":"b","count":1}]')).toEqual([
      { sku_id: 'a', count: 2 },
      { sku_id: 'b', count: 1 },
    ]);
  });

  test.each([
    '',
    'x',
    '{}',
    '[1]',
    '[{"sku_id":"a"}]',
    '[{"sku_id":"a","count":0}]',
    '[{"sku_id":"a","count":1.5}]',
  ])('%s is no line', (text) => {
    expect(linesOf(text)).toEqual([]);
  });
});
