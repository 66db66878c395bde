import { expect, test } from 'vitest';
import { amountWithin } from './amount.ts';

test.each([
  ['94', '94.00'],
  [' 1.00 ', '1.00'],
  ['93.9', '93.90'],
  ['94.01', undefined],
  ['0.99', undefined],
  ['1.005', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1e1', undefined],
])('of 94.00, from 1.00 on, %j is %j', (typed, amount) => {
  expect(amountWithin(typed, '1.00', '94.00')).toBe(amount);
});
