import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

test('a long order number comes back digit for digit', () => {
  const search = { out_trade_no: '202611202359590000012345678901', page: 2, status: undefined };
  expect(parseSearch(stringifySearch(search))).toEqual({
    out_trade_no: '202611202359590000012345678901',
    page: '2',
  });
});

test('lines are written as the JSON text that checkout links carry', () => {
  const sku = [{ sku_id: 'a1', count: 2 }];
  expect(parseSearch(stringifySearch({ sku }))).toEqual({ sku: JSON.stringify(sku) });
});

test('an empty search has no question mark', () => {
  expect(stringifySearch({ q: '', category: undefined })).toBe('');
});
