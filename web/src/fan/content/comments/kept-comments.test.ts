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

const plain = (text: string) => ({ text, mentions: [] });
const textOf = (name: string) => keptComment(name).text;

test('a text is kept by its name until it is sent; the oldest of eleven goes', () => {
  for (let n = 0; n <= 10; n += 1) keepComment(`ann p${n}`, plain(`text ${n}`));
  expect([textOf('ann p0'), textOf('ann p1'), textOf('ann p10')]).toEqual(['', 'text 1', 'text 10']);
  keepComment('ann p1', plain(' '));
  expect(textOf('ann p1')).toBe('');
  expect(textOf('ben p10')).toBe('');
});

test('people who are mentioned are kept with it; other things in their place are not used', () => {
  const draft = { text: 'Hi @Ann', mentions: [{ user_id: 'a1', offset: 3, length: 4 }] };
  keepComment('ann p1', draft);
  expect(keptComment('ann p1')).toEqual(draft);
  stored.set('comment_texts', '[["ann p1", "Hi", [1, null, {"user_id": 2}]], ["ann p2", "of before"]]');
  expect([keptComment('ann p1'), textOf('ann p2')]).toEqual([plain('Hi'), 'of before']);
});

test.each(['{', 'null', '[1,[2,3]]', '{"a":1}'])('%s in the storage is not used', (text) => {
  stored.set('comment_texts', text);
  expect(textOf('ann p1')).toBe('');
  keepComment('ann p1', plain('x'));
  expect(textOf('ann p1')).toBe('x');
});

test('a disabled storage breaks nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  keepComment('ann p1', plain('x'));
  expect(textOf('ann p1')).toBe('');
});
