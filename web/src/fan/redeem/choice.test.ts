import { expect, test } from 'vitest';
import type { RedeemOffer } from '#services/contract/redeem/calls.ts';
import { chosenOf, firstCounts, skuLines, toChoose } from './choice.ts';

type Offer = Parameters<typeof toChoose>[0];
const offer = (product_type: number, sku_id = '', bundle_sku_select_count: number | '' = ''): Offer => ({
  sku_id,
  // Just the fields that are looked at.
  plan: { product_type, bundle_sku_select_count } as RedeemOffer['plan'],
});

test.each([
  ['months', offer(0), 0],
  ['any model', offer(1), 1],
  ['one model', offer(1, 'red'), 0],
  ['a ticket of any kind', offer(4), 1],
  ['a bundle of all', offer(2), 0],
  ['two of a bundle', offer(3, '', 2), 2],
])('a code for %s requires this many choices', (_, offered, count) => {
  expect(toChoose(offered)).toBe(count);
});

test('the only model that can be chosen is chosen at first', () => {
  const of = (product_type: number, ...stocks: number[]): Offer => {
    const { plan } = offer(product_type);
    const sku = stocks.map((stock, at) => ({ sku_id: `sku${at}`, stock })) as RedeemOffer['plan']['sku'];
    return { sku_id: '', plan: { ...plan, sku } };
  };
  expect(firstCounts(of(1, 3))).toEqual({ sku0: 1 });
  expect(firstCounts(of(4, 0, 3))).toEqual({ sku1: 1 });
  expect(firstCounts(of(1, 3, 3))).toEqual({});
  expect(firstCounts(of(1, 0))).toEqual({});
  expect(firstCounts(of(0, 3))).toEqual({});
});

test('the choice is sent, and nothing else', () => {
  expect(skuLines({ red: 1, blue: 0, green: 2 })).toEqual([
    { sku_id: 'red', count: 1 },
    { sku_id: 'green', count: 2 },
  ]);
  expect(skuLines({})).toBeUndefined();
  expect(skuLines({ red: 0 })).toBeUndefined();
  expect(chosenOf({ red: 1, green: 2 })).toBe(3);
});
