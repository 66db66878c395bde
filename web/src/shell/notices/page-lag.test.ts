import { expect, test } from 'vitest';
import { pageLag } from './page-lag.ts';

const lagging = [
  { name: 'orders', seconds_behind: 180, incomplete_from: null },
  { name: 'catalog', seconds_behind: 600, incomplete_from: null },
  { name: 'ledger', seconds_behind: 0, incomplete_from: 17 },
];

test('a page shows the largest lag of its read models', () => {
  expect(pageLag(lagging, ['orders', 'stock'])).toEqual({ seconds: 180, incomplete: false });
  expect(pageLag(lagging, ['orders', 'catalog'])).toEqual({ seconds: 600, incomplete: false });
  expect(pageLag(lagging, ['ledger'])).toEqual({ seconds: 0, incomplete: true });
});

test('a page with current read models shows nothing', () => {
  expect(pageLag(lagging, ['stock'])).toBeUndefined();
  expect(pageLag([], ['orders'])).toBeUndefined();
});
