import { beforeEach, expect, test, vi } from 'vitest';
import { keepComment, keptComment } from './kept-comments.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

test('a text is kept by its name until it is sent; the oldest of eleven goes', () => {
  for (let n = 0; n <= 10; n += 1) keepComment(`ann p${n}`, `text ${n}`);
  expect([keptComment('ann p0'), keptComment('ann p1'), keptComment('ann p10')]).toEqual([
    '',
    'text 1',
    'text 10',
  ]);
  keepComment('ann p1', ' ');
  expect(keptComment('ann p1')).toBe('');
  expect(keptComment('ben p10')).toBe('');
});

test.each(['{', 'null', '[1,[2,3]]', '{"a":1}'])('%s in the storage is not used', (text) => {
  stored.set('comment_texts', text);
  expect(keptComment('ann p1')).toBe('');
  keepComment('ann p1', 'x');
  expect(keptComment('ann p1')).toBe('x');
});

test('a disabled storage breaks nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  keepComment('ann p1', 'x');
  expect(keptComment('ann p1')).toBe('');
});
