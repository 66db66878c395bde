import { expect, test } from 'vitest';
import { hintOf } from './recent-hints.ts';

test('a hint that is remembered holds no more memory than its bytes', () => {
  const { bytes } = hintOf('orders', 1_000, new Set(['user:1']));
  expect(Buffer.from(bytes).toString()).toBe('id: 1000.orders\ndata: {"topic":"orders","position":1000}\n\n');
  expect(bytes.buffer.byteLength).toBeLessThan(2 * bytes.length);
});
