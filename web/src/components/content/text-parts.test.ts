import { expect, test } from 'vitest';
import { textParts } from './text-parts.ts';

test.each([
  ['没有链接', []],
  ['看 https://example.com/a?b=1#c。下一句', ['https://example.com/a?b=1#c']],
  ['见（https://example.com/a）', ['https://example.com/a']],
  ['See http://example.com.', ['http://example.com']],
  ['(https://example.com/a)', ['https://example.com/a']],
  ['https://en.wikipedia.org/wiki/A_(b)', ['https://en.wikipedia.org/wiki/A_(b)']],
  ['链接https://example.com/路径后面', ['https://example.com/']],
  ['two https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) ftp://example.com https://', []],
])('links of %s', (text, links) => {
  const parts = textParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(links);
});

test('line breaks and spaces stay', () => {
  expect(textParts('a\n\n  b https://c.example\nd')).toEqual([
    { text: 'a\n\n  b ' },
    { text: 'https://c.example', href: 'https://c.example' },
    { text: '\nd' },
  ]);
});
