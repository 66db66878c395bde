import { expect, test } from 'vitest';
import { line, longText, requiredLine, searchText, text } from './fields.ts';
import { hasVisible, typedReceiverPhone, withoutExtension } from './typed.ts';

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

test.each([
  ['138 0013-8000', '13800138000'],
  ['+86 138 0013 8000', '+8613800138000'],
  ['００８５２ 2345 6789', '+85223456789'],
  ['+852 2345 6789 ext. 12', '+85223456789 ext. 12'],
  ['(02) 2345-6789 x7', '0223456789 ext. 7'],
  ['+1 212 555 0100, Extension: 4321', '+12125550100 ext. 4321'],
  ['+1 (212) 555-0100 #55', '+12125550100 ext. 55'],
  ['0755-12345678 转 801', '075512345678 ext. 801'],
  ['0755-12345678分机：801', '075512345678 ext. 801'],
  ['0755-12345678-801', '075512345678 ext. 801'],
  ['0571-88888888', '057188888888'],
  [`${' '.repeat(80)}x${' '.repeat(80)}`, 'x'],
  [`1${' '.repeat(100_000)}y`, '1y'],
])('the phone number %j is read as %j', (typed, phone) => {
  expect(typedReceiverPhone(typed)).toBe(phone);
  expect(typedReceiverPhone(phone)).toBe(phone);
});

test('a carrier compares the digits before the extension', () => {
  expect(withoutExtension('+85223456789 ext. 12')).toBe('+85223456789');
  expect(withoutExtension('13800138000')).toBe('13800138000');
});
