import { expect, test } from 'vitest';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import {
  apartOf,
  bundleOrder,
  canTake,
  changed,
  missingOf,
  mostBundles,
  pieceOrder,
  stillThere,
} from './choice.ts';

const sku = (sku_id: string, stock: number | '' = '', offered = true) => ({ sku_id, stock, offered }) as Sku; // all that is read
const plan = (more: Partial<Plan>): Plan =>
  ({
    plan_id: 'set',
    product_type: 3,
    can_buy: true,
    bundle_sku_select_count: 2,
    bundle_sku_can_repeat: false,
    bundle_stock: '',
    purchase_limit_type: 0,
    sku: [sku('a', 1), sku('b', 5), sku('c', 0), sku('d', 9, false)],
    ...more,
  }) as Plan; // the same

const [a, b, c, d] = plan({}).sku as [Sku, Sku, Sku, Sku];

test('different ones are chosen until there are enough', () => {
  expect(missingOf(plan({}), {})).toBe(2);
  const one = changed({}, 'a', 1);
  expect([canTake(plan({}), one, a), canTake(plan({}), one, b)]).toEqual([false, true]);
  const two = changed(one, 'b', 1);
  expect(missingOf(plan({}), two)).toBe(0);
  expect(canTake(plan({}), changed(two, 'a', -1), a)).toBe(true);
  expect(changed(two, 'a', -1)).toEqual({ b: 1 });
});

test('sold-out or removed units cannot be chosen; repeats only if allowed', () => {
  expect([canTake(plan({}), {}, c), canTake(plan({}), {}, d)]).toEqual([false, false]);
  const again = plan({ bundle_sku_can_repeat: true });
  expect(canTake(again, { b: 1 }, b)).toBe(true);
  expect(canTake(again, { a: 1 }, a)).toBe(false);
});

test('a choice loses units that are sold out meanwhile', () => {
  expect(stillThere(plan({ sku: [sku('a', 0), sku('b', 2)] }), { a: 1, b: 3 })).toEqual({ b: 2 });
});

test('as many bundles as their stock, their parts and the limit allow', () => {
  expect(mostBundles(plan({}), { b: 2 })).toBe(2);
  expect(mostBundles(plan({ bundle_stock: 1 }), { b: 2 })).toBe(1);
  const all = plan({ product_type: 2, sku: [sku('a', 4), sku('b', 7)] });
  expect(mostBundles(all, {})).toBe(4);
  const limited = {
    purchase_limit_type: 2,
    product_purchase_limit: { purchase_limit_count: 3, purchase_limit_days: -1 },
  };
  expect(mostBundles({ ...all, ...limited }, {})).toBe(3);
});

test('bought separately the contents cost what they are worth, once that no longer depends on the choice', () => {
  const priced = (...prices: string[]) =>
    plan({ sku: prices.map((price, at) => ({ ...sku(`${at}`), price })) });
  expect(apartOf(priced('16.00', '16.00', '16.00'), {})).toBe('32.00');
  const mixed = priced('16.00', '20.50', '9.00');
  expect(apartOf(mixed, { 1: 1 })).toBeUndefined();
  expect(apartOf(mixed, { 1: 1, 2: 1 })).toBe('29.50');
});

test('the order names the choice of one bundle, or nothing where one gets all', () => {
  expect(bundleOrder(plan({}), { a: 1 }, 1)).toBeUndefined();
  expect(bundleOrder(plan({ can_buy: false }), { a: 1, b: 1 }, 1)).toBeUndefined();
  expect(bundleOrder(plan({}), { a: 1, b: 1 }, 2)).toEqual({
    plan_id: 'set',
    product_type: 3,
    bundle_count: 2,
    sku: '[{"sku_id":"a","count":1},{"sku_id":"b","count":1}]',
  });
  expect(bundleOrder(plan({ product_type: 2 }), {}, 1)).toEqual({
    plan_id: 'set',
    product_type: 2,
    bundle_count: 1,
  });
});

test('goods and tickets are ordered by the piece, as far as there are any', () => {
  const goods = plan({ product_type: 1 });
  expect(pieceOrder(goods, b, 2)?.sku).toBe('[{"sku_id":"b","count":2}]');
  expect(pieceOrder(goods, c, 1)).toBeUndefined();
  expect(pieceOrder(goods, undefined, 1)).toBeUndefined();
});
