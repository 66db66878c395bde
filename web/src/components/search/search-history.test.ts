import { expect, test, vi } from 'vitest';
import { forgetSearches, rememberSearch } from './search-history.ts';
import { rememberCreator } from './visited-creators.ts';

const saved = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => saved.get(key) ?? null,
  setItem: (key: string, value: string) => saved.set(key, value),
});
const words = () => JSON.parse(saved.get('search_history') ?? '{}').words;

test('ten searches, newest first, each once', () => {
  for (let n = 1; n <= 12; n += 1) rememberSearch('ann', `猫 ${n}`);
  rememberSearch('ann', '猫 5');
  expect(words()).toEqual([
    '猫 5',
    '猫 12',
    '猫 11',
    '猫 10',
    '猫 9',
    '猫 8',
    '猫 7',
    '猫 6',
    '猫 4',
    '猫 3',
  ]);
  forgetSearches('ann');
  expect(words()).toEqual([]);
});

test('another person begins anew, and a strange value is none', () => {
  rememberSearch('ann', '秘密');
  rememberSearch('ben', '公开');
  expect(words()).toEqual(['公开']);
  for (const strange of ['[]', '{', '{"words":7}', '{"words":[1,{}]}', 'null']) {
    saved.set('search_history', strange);
    rememberSearch('', '猫');
    expect(words()).toEqual(['猫']);
  }
});

test('three creators, newest first, each once, with the newest name', () => {
  for (const slug of ['lin', 'mo', 'an', 'bo']) rememberCreator('ann', { slug, name: `${slug} 画室` });
  rememberCreator('ann', { slug: 'mo', name: 'Mo draws' });
  expect(JSON.parse(saved.get('visiter_history') ?? '{}').words).toEqual([
    'mo Mo draws',
    'bo bo 画室',
    'an an 画室',
  ]);
});
