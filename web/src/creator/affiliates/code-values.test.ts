import { expect, test } from 'vitest';
import type { Affiliate } from '#services/contract/affiliates/calls.ts';
import { codeRequestOf, codeValuesOf, newCodeValues, slugIn } from './code-values.ts';

test.each([
  ['idagarden', 'idagarden'],
  [' idagarden ', 'idagarden'],
  ['https://fanwatt.example/a/idagarden?tab=shop', 'idagarden'],
  ['fanwatt.example/@idagarden/plan', 'idagarden'],
  ['@idagarden', 'idagarden'],
])('the page %s is that of %s', (typed, slug) => {
  expect(slugIn(typed)).toBe(slug);
});

test('a new code names its partner by the page', () => {
  const values = { ...newCodeValues('FRIEND7'), partner: '/a/idagarden', rate: 15, note: ' met in spring ' };
  expect(codeRequestOf(values, undefined)).toEqual({
    code: 'FRIEND7',
    partner: 'idagarden',
    rate: 15,
    plan_ids: [],
    note: 'met in spring',
  });
});

test('a saved one that is paused stays so, with its code and partner', () => {
  const saved: Affiliate = {
    affiliate_id: 'a1',
    code: 'FRIEND7',
    status: 0,
    rate: 10,
    partner: { user_id: 'u1', name: 'Ida', avatar: '', url_slug: 'idagarden' },
    plans: [{ plan_id: 'p1', name: 'Tea' }],
    note: '',
    create_time: 1,
    orders: 0,
    gross: '0.00',
    commission: '0.00',
    url: '/a/shop?affiliate_code=FRIEND7',
  };
  expect(codeRequestOf({ ...codeValuesOf(saved), rate: 20 }, saved)).toEqual({
    affiliate_id: 'a1',
    status: 0,
    rate: 20,
    plan_ids: ['p1'],
    note: '',
  });
});
