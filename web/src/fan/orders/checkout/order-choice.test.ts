import { describe, expect, test } from 'vitest';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { choiceOf, linesOf, monthsOf, savingPercent, unitsOf } from './order-choice.ts';

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
  ])('periods of %i, requested %s: %i', (period, requested, months) => {
    expect(monthsOf(plan(period), requested)).toBe(months);
  });

  test('a plan is sold one month at a time', () => {
    expect(monthsOf({ pay_month: 1, permanent: false, single_month: true }, 12)).toBe(1);
  });

  test('a permanent plan is bought once', () => {
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

describe('the choice of a link', () => {
  const sku = ['ace', 'king', 'queen'].map((sku_id) => ({ sku_id }));
  const offer = (product_type: number, more: object = {}) =>
    ({
      plan_id: 'plan',
      product_type,
      pay_month: 1,
      permanent: false,
      bundle_sku_select_count: '',
      sku,
      ...more,
    }) as Plan; // all that is read
  const lines = (...ids: string[]) => JSON.stringify(ids.map((sku_id) => ({ sku_id, count: 1 })));

  test('of months has months and nothing else', () => {
    expect(choiceOf(offer(0), { month: 6, sku: lines('ace'), bundle_count: 2 })).toEqual({
      choice: { plan_id: 'plan', product_type: 0, month: 6 },
      complete: true,
    });
  });

  test('of goods and tickets is complete with a line of the plan', () => {
    expect(choiceOf(offer(1), { sku: lines('ace', 'other') })).toMatchObject({
      choice: { sku: [{ sku_id: 'ace', count: 1 }] },
      complete: true,
    });
    expect(choiceOf(offer(4), { sku: lines('other') }).complete).toBe(false);
  });

  test('a bundle has its number, and is complete with all its parts', () => {
    expect(choiceOf(offer(2), { bundle_count: 3 })).toMatchObject({
      choice: { bundle_count: 3 },
      complete: true,
    });
    const two = offer(3, { bundle_sku_select_count: 2 });
    expect(choiceOf(two, { sku: lines('ace') }).complete).toBe(false);
    expect(choiceOf(two, { sku: lines('ace', 'queen') })).toMatchObject({
      choice: { bundle_count: 1 },
      complete: true,
    });
    expect(choiceOf(two, { sku: lines('ace', 'king', 'queen') }).complete).toBe(false);
  });
});

test('each unit of a line is a ticket', () => {
  expect(
    unitsOf([
      { sku_id: 'a', count: 2 },
      { sku_id: 'b', count: 1 },
    ]),
  ).toEqual(['a', 'a', 'b']);
});
