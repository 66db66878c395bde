import { expect, test } from 'vitest';
import { visibleLength, visibleText } from '../fields/visible-text.ts';
import { shareWords } from './share-words.ts';

const open = {
  title: '海边',
  content: '',
  preview_text: '',
  is_public: true,
  has_right: true,
  share_title: '',
  share_text: '',
};
const described = (of: Partial<typeof open>) => shareWords({ ...open, ...of }).description;

test('own words come first', () => {
  const own = { ...open, content: '正文。', share_title: '夏天', share_text: '三天的海' };
  expect(shareWords(own)).toEqual({ title: '夏天', description: '三天的海' });
  expect(shareWords({ ...open, title: '', content: 'One. Two.' }).title).toBe('One. Two.');
});

test('a description is made of whole sentences; a long one is cut', () => {
  const sentence = `${'海'.repeat(49)}。`;
  expect(described({ content: sentence.repeat(4) })).toBe(sentence.repeat(2));
  expect(described({ content: 'Version 3.5 is\n\nhere. ' })).toBe('Version 3.5 is here.');
  expect(described({ content: '海'.repeat(130) })).toBe(`${'海'.repeat(120)}…`);
  expect(described({ content: `${'a'.repeat(110)} 3.${'5'.repeat(20)}` })).toMatch(/3\.5+…$/);
});

test('text that is not for everybody has no part in it', () => {
  const locked = { is_public: false, content: 'secret' };
  expect(described(locked)).toBe('');
  expect(described({ ...locked, preview_text: 'Soon.' })).toBe('Soon.');
  expect(described({ ...locked, has_right: false, content: 'Before the line.' })).toBe('Before the line.');
});

test('characters are counted as a person counts them', () => {
  expect(['海边', 'e\u0301', '👩🏽‍🚀', ''].map(visibleLength)).toEqual([2, 1, 2, 0]);
  const five = visibleText(5);
  for (const [text, fits] of [
    ['e\u0301'.repeat(5), true],
    ['海边的夏天', true],
    ['海边的夏天啊', false],
    [`a${'\u0301'.repeat(60)}`, false],
  ] as const)
    expect(five.safeParse(text).success).toBe(fits);
});
