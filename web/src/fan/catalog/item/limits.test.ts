import { expect, test } from 'vitest';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { limitOfPlan, limitOfSku, mostOf } from './limits.ts';

const limit = (purchase_limit_count: number) => ({ purchase_limit_count, purchase_limit_days: -1 });
const sku = (stock: number | '', most: number | null = null) =>
  ({ stock, product_purchase_limit: most === null ? null : limit(most) }) as Sku; // all that is read
const plan = (purchase_limit_type: number, most: number | null = null) =>
  ({ purchase_limit_type, product_purchase_limit: most === null ? null : limit(most) }) as Plan; // the same

test('the stock limits a line', () => {
  expect(mostOf(plan(0), sku(3))).toBe(3);
  expect(mostOf(plan(0), sku(0))).toBe(0);
  expect(mostOf(plan(0), sku(''))).toBe(10_000);
});

test('type 1 limits each SKU, 2 the account, 3 both, 0 none', () => {
  expect(mostOf(plan(1, 2), sku(9, 4))).toBe(4);
  expect(mostOf(plan(2, 2), sku(9, 4))).toBe(2);
  expect(mostOf(plan(3, 6), sku(9, 4))).toBe(4);
  expect(mostOf(plan(0, 2), sku(9, 4))).toBe(9);
});

test('a limit that the type does not use is not shown', () => {
  expect(limitOfPlan(plan(1, 2))).toBeNull();
  expect(limitOfSku(plan(2, 2), sku(9, 4))).toBeNull();
});
