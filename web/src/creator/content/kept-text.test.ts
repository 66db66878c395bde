import { beforeEach, expect, test, vi } from 'vitest';
import { forgetText, keepText, keptText } from './kept-text.ts';
import { NEW_POST } from './post-values.ts';

/** A browser's storage: its entries are its own keys, as Object.keys sees them. */
class Storage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

let storage: Storage;
beforeEach(() => {
  storage = new Storage();
  vi.stubGlobal('localStorage', storage);
});

const text = (content: string) => ({ ...NEW_POST, content });
const contentOf = (user_id: string, post_id?: string) => keptText(user_id, post_id, NEW_POST)?.values.content;

test('a text is kept by person and post until it is forgotten', () => {
  expect(keepText('ann', undefined, text('new'), 1)).toBe(true);
  keepText('ann', 'p1', text('of p1'), 2);
  expect(contentOf('ann')).toBe('new');
  expect(contentOf('ann', 'p1')).toBe('of p1');
  expect(contentOf('ben')).toBeUndefined();
  expect(keptText('ann', 'p1', NEW_POST)?.at).toBe(2);
  forgetText('ann', 'p1');
  expect(contentOf('ann', 'p1')).toBeUndefined();
  expect(contentOf('ann')).toBe('new');
});

test('the oldest of more than 20 texts goes; other entries of the storage stay', () => {
  storage.setItem('locale_lang', 'zh-CN');
  for (let at = 1; at <= 21; at += 1) keepText('ann', `p${at}`, text(String(at)), at);
  expect(contentOf('ann', 'p1')).toBeUndefined();
  expect(contentOf('ann', 'p2')).toBe('2');
  // A text that is there already takes no further place.
  keepText('ann', 'p21', text('again'), 22);
  expect(contentOf('ann', 'p2')).toBe('2');
  expect(storage.getItem('locale_lang')).toBe('zh-CN');
});

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['no values', '{"at":1}'],
  ['a missing field', JSON.stringify({ values: { content: 'x' }, at: 1 })],
  ['a field of another kind', JSON.stringify({ values: { ...NEW_POST, named: [1] }, at: 1 })],
  ['a time of another kind', JSON.stringify({ values: { ...NEW_POST, publish_time: 'soon' }, at: 1 })],
])('%s is not used', (_what, stored) => {
  storage.setItem('post_text ann new', stored);
  expect(contentOf('ann')).toBeUndefined();
});

test('times and lists come back as they were', () => {
  const values = { ...text('x'), named: ['p1/s1'], publish_time: 5, public_time: '' as const };
  keepText('ann', undefined, values, 1);
  expect(keptText('ann', undefined, NEW_POST)?.values).toEqual(values);
});

test('a full or disabled storage is reported, and breaks nothing', () => {
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(keepText('ann', undefined, text('x'), 1)).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  expect(keepText('ann', undefined, text('x'), 1)).toBe(false);
  expect(contentOf('ann')).toBeUndefined();
  forgetText('ann', undefined);
});
