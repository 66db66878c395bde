import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { atMost } from './weight.ts';

test.each([{}, { ttl: 60_000 }])('a cache of at most three items keeps the last used three', (options) => {
  const cache = new LRUCache<string, number>({ ...atMost(3), ...options });
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at);
  cache.get('a');
  for (const key of ['d', 'e']) cache.set(key, 0);
  expect([...cache.keys()].sort()).toEqual(['a', 'd', 'e']);
});
