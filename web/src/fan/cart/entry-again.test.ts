import { expect, test } from 'vitest';
import type { CartEntry } from '#services/contract/cart/calls.ts';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import { entryOfOrder, entryOfRemoved } from './entry-again.ts';

const order = (product_type: number, more: object) =>
  ({
    plan: { plan_id: 'plan', name: '', product_type },
    sku_detail: [],
    month: 0,
    bundle_count: 0,
    ...more,
  }) as unknown as CheckedOrder; // all that is read
const line = (sku_id: string, count: number) => ({ sku_id, name: '', price: '1.00', count });

test.each([
  [0, { month: 3 }, { month: 3 }],
  [1, { sku_detail: [line('red', 2)] }, { sku: [{ sku_id: 'red', count: 2 }] }],
  [2, { sku_detail: [line('ace', 3)], bundle_count: 3 }, { bundle_count: 3 }],
  [
    3,
    { sku_detail: [line('ace', 2), line('king', 4)], bundle_count: 2 },
    {
      sku: [
        { sku_id: 'ace', count: 1 },
        { sku_id: 'king', count: 2 },
      ],
      bundle_count: 2,
    },
  ],
  [4, { sku_detail: [line('seat', 2)] }, { sku: [{ sku_id: 'seat', count: 2 }] }],
])('an order of type %i is added again with the same choice', (type, more, entry) => {
  expect(entryOfOrder(order(type, more))).toEqual({ plan_id: 'plan', ...entry });
});

const entry = (product_type: number, more: object) =>
  ({
    plan: { plan_id: 'plan', product_type },
    sku: [],
    month: 0,
    bundle_count: 0,
    remark: '',
    custom_order_id: '',
    ...more,
  }) as unknown as CartEntry; // all that is read

test.each([
  [0, { month: 3, remark: 'Hello' }, { month: 3, remark: 'Hello' }],
  [1, { sku: [line('red', 2)] }, { sku: [{ sku_id: 'red', count: 2 }] }],
  [2, { custom_order_id: 'B-42', bundle_count: 3 }, { custom_order_id: 'B-42', bundle_count: 3 }],
  [3, { sku: [line('ace', 2)], bundle_count: 2 }, { sku: [{ sku_id: 'ace', count: 2 }], bundle_count: 2 }],
  [4, { sku: [line('seat', 2)], remark: 'Front' }, { sku: [{ sku_id: 'seat', count: 2 }], remark: 'Front' }],
])('a removed entry of product type %i is added again unchanged', (type, more, wanted) => {
  expect(entryOfRemoved(entry(type, more))).toEqual({ plan_id: 'plan', ...wanted });
});
