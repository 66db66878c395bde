import { expect, test } from 'vitest';
import { byteBudget } from './byte-budget.ts';

test('a reader that needs more than is free waits in turn; no other overtakes it', async () => {
  const budget = byteBudget(10);
  const first = await budget.take(6);
  const order: string[] = [];
  const large = budget.take(25).then((free) => {
    order.push('large');
    free();
  });
  const small = budget.take(1).then((free) => {
    order.push('small');
    free();
  });
  expect(budget.takeIfFree(1)).toBeUndefined();
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  await Promise.all([large, small]);
  expect(order).toEqual(['large', 'small']);
  const all = budget.takeIfFree(10);
  expect(all).toBeDefined();
  all?.();
  // Freed twice is freed once.
  all?.();
  budget.takeIfFree(6);
  expect(budget.takeIfFree(6)).toBeUndefined();
});
