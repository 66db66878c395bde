import { expect, test } from 'vitest';
import { customOrderIn } from './search.ts';

test.each([
  ['B-42', 'B-42'],
  [42, '42'],
  ['订单 42', '订单 42'],
  ['B'.repeat(80), 'B'.repeat(80)],
  ['B'.repeat(81), undefined],
  ['😀'.repeat(41), undefined],
  ['a\0b', undefined],
  ['a\u202Eb', undefined],
  ['\uD800', undefined],
  ['', undefined],
  [{ toString: 1 }, undefined],
  [undefined, undefined],
])('custom_order_id %j of a link is %j', (custom_order_id, kept) => {
  expect(customOrderIn({ custom_order_id })).toBe(kept);
});
