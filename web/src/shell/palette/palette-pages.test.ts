import { expect, test } from 'vitest';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { wordsOf } from '#services/contract/content/search-words.ts';
import { findPages, pageNames } from './palette-pages.ts';
import { monthOf } from './use-palette-hits.ts';

// Only these fields decide.
const person = (creator: object | null, ...roles: string[]) => ({ creator, roles }) as unknown as Profile;
const names = await pageNames();
const found = (search: string, who: Profile, language = 'en-US') =>
  findPages(who, names, language, wordsOf(search)).map(({ to, title }) => `${to} ${title}`);

test('pages are found by their names in both languages, and named in the shown one', () => {
  expect(found('order', person(null))).toEqual(['/dashboard/order My orders']);
  expect(found('我的订单', person(null))).toEqual(['/dashboard/order My orders']);
  expect(found('MY ORDERS', person(null), 'zh-CN')).toEqual(['/dashboard/order 我的订单']);
  expect(found('no such page', person(null))).toEqual([]);
});

test('only pages that the person may open', () => {
  expect(found('income', person(null))).toEqual([]);
  expect(found('income', person({}))).toEqual(['/dashboard/income Income']);
  expect(found('ledger', person({}))).toEqual([]);
  expect(found('ledger', person(null, 'finance'))).toEqual(['/finance/ledger Ledger']);
});

test('every page has a name in both languages', () => {
  const all = person({}, 'finance', 'admin', 'support');
  for (const language of ['en-US', 'zh-CN'])
    for (const who of [all, person(null)])
      for (const { to, title } of findPages(who, names, language, [])) expect([to, title]).not.toContain('');
});

test.each([
  ['2026-10', '2026-10'],
  ['2026年9月', '2026-09'],
  ['２０２６／１０', '2026-10'],
  ['2026-13', undefined],
  ['10', undefined],
])('%j means the month %j', (text, month) => expect(monthOf(text)).toBe(month));
