import { describe, expect, test } from 'vitest';
import { excerptOf, isLongEnough, markedParts, wordsOf } from './search-words.ts';

test.each([
  ['', []],
  ['   ', []],
  ['春天', ['春天']],
  ['春天  的 春天', ['春天', '的']],
  ['ＣＡＦＥ Café', ['cafe']],
  ['1 2 3 4 5 6 7', ['1', '2', '3', '4', '5 6 7']],
  ["O'Neill", ['oneill']],
])('the words of %j are %j', (search, words) => expect(wordsOf(search)).toEqual(words));

test.each([
  [['春'], false],
  [['春', 'a'], false],
  [['1', '2', '3', '4', '5 6 7'], false],
  [['春天'], true],
  [['春', 'ab'], true],
  [['😀'], false],
])('%j are long enough: %j', (words, enough) => expect(isLongEnough(words)).toBe(enough));

/** Hits in brackets. */
const marked = (text: string, search: string): string =>
  markedParts(text, wordsOf(search))
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('');

describe('marks', () => {
  test.each([
    ['今天画了春天的猫', '春天', '今天画了[春天]的猫'],
    ['猫猫猫', '猫', '[猫][猫][猫]'],
    ['Ｃafé au lait', 'cafe LAIT', '[Ｃafé] au [lait]'],
    ['abcd', 'bc cd', 'a[bc][d]'],
    ['e\u0301tude', 'etude', '[e\u0301tude]'],
    ['😀春天😀', '春天', '😀[春天]😀'],
    ['line\nbreak', 'e', 'lin[e]\nbr[e]ak'],
    ['nothing', '没有', 'nothing'],
    ['<b>春天</b>', '<b>', '[<b>]春天</b>'],
  ])('in %j the words of %j', (text, search, parts) => expect(marked(text, search)).toBe(parts));

  test('leave the text as it is', () => {
    const text = 'Ｃafé 春天\n😀 e\u0301 ﬁne';
    const parts = markedParts(text, wordsOf('fine 春 é'));
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});

describe('an excerpt', () => {
  const long = `${'前'.repeat(60)}春天${'后'.repeat(200)}`;
  test('has the first hit, with some of the text before it', () => {
    const excerpt = excerptOf([long], ['春天']);
    expect(excerpt).toBe(`…${'前'.repeat(24)}春天${'后'.repeat(74)}…`);
  });
  test('is of the first text with a hit, otherwise the beginning of the first one', () => {
    expect(excerptOf(['正文', '预览有春天'], ['春天'])).toBe('预览有春天');
    expect(excerptOf(['', '正文\n第二行'], ['春天'])).toBe('正文 第二行');
    expect(excerptOf([], ['春天'])).toBe('');
  });
  test('does not cut a character in two', () => {
    expect(excerptOf([`${'😀'.repeat(60)}春天${'😀'.repeat(200)}`], ['春天']).isWellFormed()).toBe(true);
  });
});
