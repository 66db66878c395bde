import { expect, test } from 'vitest';
import { lessYuan, timesYuan } from './wire-money.ts';

test.each([
  ['0.10', 3, '0.30'],
  ['19.90', 3, '59.70'],
  ['1.15', 100, '115.00'],
  ['1000000.00', 36, '36000000.00'],
  ['0.00', 5, '0.00'],
])('%s × %i is %s', (yuan, count, product) => {
  expect(timesYuan(yuan, count)).toBe(product);
});

test('yuan less yuan are exact as well', () => {
  expect(lessYuan('0.30', '0.10')).toBe('0.20');
  expect(lessYuan('1000000.00', '0.01')).toBe('999999.99');
  expect(lessYuan('5.00', '5.00')).toBe('0.00');
});
