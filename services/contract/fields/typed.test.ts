import { expect, test } from 'vitest';
import { line, longText, requiredLine, searchText, text } from './fields.ts';
import { hasVisible } from './typed.ts';

const UNSEEN = [
  '\u200B\u200D',
  '\u00AD\u00AD',
  '\u3164',
  '\u115F\u1160',
  '\u2800',
  '\uFE0F',
  '\u2060 \u3000',
  ' \t\n',
];

test.each(UNSEEN)('%j is blank: refused where a text is required, empty elsewhere', (blank) => {
  expect(hasVisible(blank)).toBe(false);
  for (const field of [text(40, 1), line(40, 1), longText(40, 1), requiredLine(40, 'required')]) {
    const { error } = field.safeParse(blank);
    expect(error?.issues.map(({ message }) => message)).toEqual(['required']);
  }
  expect([text(40).parse(blank), line(40).parse(blank)]).toEqual(['', '']);
});

test.each(['a', '鹿', '👩‍👩‍👧', '❤️', 'می‌خواهم', 'क्ष', '-', '１'])('%j is kept as it is', (visible) => {
  expect([text(40, 1).parse(visible), line(40, 1).parse(visible)]).toEqual([visible, visible]);
});

test('line breaks and tabs of a name are a blank; a longer text keeps them', () => {
  expect(line(40, 1).parse('ab\r\ncd\te')).toBe('ab cd e');
  expect(requiredLine(40, 'required').parse(' ab\u2028cd\n')).toBe('ab cd');
  expect(text(40, 1).parse('ab\ncd')).toBe('ab\ncd');
});

test.each([
  ["'288612345678901234567890", '288612345678901234567890'],
  ['2886 1234 5678', '288612345678'],
  ['２８８６', '2886'],
  [' ＡＢＣ\u200B ', 'ABC'],
  ["'quoted'", "'quoted'"],
])('%j is searched as %j', (typed, wanted) => {
  expect(searchText(100).parse(typed)).toBe(wanted);
});
