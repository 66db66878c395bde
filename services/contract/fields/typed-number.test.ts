import { expect, test } from 'vitest';
import { typedNumber } from './typed-number.ts';

test.each([
  ['1,000', 1_000],
  ['１０', 10],
  ['１，０００', 1_000],
  ['1 000', 1_000],
  ['12\u00A0345\u200B', 12_345],
  ['-1,234.50', -1_234.5],
  ['0', 0],
  ['1,0', undefined],
  ['1,00,000', undefined],
  ['1.2.3', undefined],
  ['1e3', undefined],
  ['ten', undefined],
  ['', undefined],
])('%j is %j', (text, number) => {
  expect(typedNumber(text)).toBe(number);
});
