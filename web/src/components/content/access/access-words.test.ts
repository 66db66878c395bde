import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { AUDIENCES, WINDOWS } from '#services/contract/content/posts.ts';
import { formatsOf } from '../../../language/format.ts';
import type { Language } from '../../../language/language.ts';
import { numbers, spaces, WRITING } from '../../../language/numbers.ts';
import { accessWords, type Terms, whomOf } from './access-words.ts';

const textsOf = (language: Language): object =>
  JSON.parse(readFileSync(new URL(`../../../locales/${language}/content.json`, import.meta.url), 'utf8'));

function wordsIn(language: Language) {
  const instance = i18next.createInstance();
  void instance
    .use(numbers)
    .use(spaces)
    .init({
      lng: language,
      resources: { [language]: { content: textsOf(language) } },
      defaultNS: 'content',
      fallbackLng: false,
      initAsync: false,
      ...WRITING,
    });
  return accessWords(instance.getFixedT(language, 'content'), formatsOf(language));
}

const plain: Terms = { audience: 'all', audience_price: '0.00', plan_ids: [], skus: [], window: 'now' };
const PLAN = ['p1'];
const SKU = [{ plan_id: 'p2', sku_id: 's1' }];
const zh = wordsIn('zh-CN');
const en = wordsIn('en-US');

test('posts that name plans, products, or both have readers of different kinds', () => {
  const named: Terms = { ...plain, audience: 'named' };
  expect(whomOf({ ...named, plan_ids: PLAN })).toBe('plans');
  expect(whomOf({ ...named, skus: SKU })).toBe('items');
  expect(whomOf({ ...named, plan_ids: PLAN, skus: SKU })).toBe('named');
  expect(
    AUDIENCES.filter((audience) => audience !== 'named').map((audience) => whomOf({ ...plain, audience })),
  ).toEqual(['all', 'members', 'price', 'self']);
});

test('why a post is locked', () => {
  const price: Terms = { ...plain, audience: 'price', audience_price: '30.00' };
  expect(zh.why(price)).toBe('这条动态对 ¥30 及以上的会员开放');
  expect(zh.why({ ...price, audience_price: '1000.50' })).toBe('这条动态对 ¥1,000.50 及以上的会员开放');
  expect(zh.why({ ...price, window: 'period' })).toBe('这条动态对发布时 ¥30 及以上的会员开放');
  expect(zh.why({ ...plain, audience: 'members' })).toBe('这条动态对会员开放');
  expect(en.why(price)).toBe('This post is open to members from ¥30 a month');
  expect(en.why({ ...plain, audience: 'named', skus: SKU })).toBe(
    'This post is open to buyers of selected products',
  );
});

test('who can read it, for the creator', () => {
  expect(zh.readableBy(plain)).toBe('所有人可读');
  expect(zh.readableBy({ ...plain, audience: 'self' })).toBe('仅自己可读');
  expect(zh.readableBy({ ...plain, audience: 'price', audience_price: '30.00' })).toBe(
    '¥30 及以上的会员可读',
  );
  expect(en.readableBy({ ...plain, audience: 'members' })).toBe('For members');
});

const gated = AUDIENCES.filter((audience) => audience !== 'all' && audience !== 'self');
const named = [
  { plan_ids: PLAN, skus: [] },
  { plan_ids: [], skus: SKU },
  { plan_ids: PLAN, skus: SKU },
];

describe.each([
  ['zh-CN', zh],
  ['en-US', en],
] as const)('in %s', (_language, words) => {
  test('every audience and window has a sentence; windows of memberships differ', () => {
    for (const audience of gated) {
      for (const what of audience === 'named' ? named : [{}]) {
        const sentences = WINDOWS.map((window) =>
          words.why({ ...plain, audience, audience_price: '30.00', window, ...what }),
        );
        for (const sentence of sentences) expect(sentence).not.toMatch(/whom|\{\{|undefined/);
        // A purchase counts until it is refunded, whatever the window.
        const isPurchase = whomOf({ ...plain, audience, ...what }) === 'items';
        expect(new Set(sentences).size, audience).toBe(isPurchase ? 1 : 3);
      }
    }
  });
});

test('when a post opens for everybody', () => {
  const time = Date.parse('2026-12-01T12:00:00Z') / 1000;
  const locked = { is_public: false, goal_id: '', opens: null };
  expect(zh.opening(locked)).toEqual([]);
  expect(zh.opening({ ...locked, opens: { time, goal_percent: null } })).toEqual([
    expect.stringMatching(/^2026年12月1日 20:00.* 起对所有人开放$/),
  ]);
  const goal = { ...locked, goal_id: 'g1', opens: { time: 0, goal_percent: 0.8299 } };
  expect(zh.opening(goal)).toEqual(['目标达成后对所有人开放，当前进度 82%']);
  expect(en.opening(goal)).toEqual(['Opens for everyone when the goal is reached: 82% so far']);
  expect(en.opening({ ...goal, opens: { time: 0, goal_percent: 0.9999 } })[0]).toContain('99%');
  // The reader is not shown a hidden goal's figures.
  expect(en.opening({ ...goal, opens: null })).toEqual(['Opens for everyone when the goal is reached']);
  expect(en.opening({ ...goal, is_public: true })).toEqual([]);
});
