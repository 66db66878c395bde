import { describe, expect, test } from 'vitest';
import { noticeText, readNotice } from './checkpoint-notice.ts';

const many = (count: number): Set<string> =>
  new Set(
    Array.from({ length: count }, (_, number) => `0199c1f0a5b07c1e9d3f${String(number).padStart(12, '0')}`),
  );

const noMore = '{"model":"m","position":1,"creators":[],"users":[]}';

describe('the notice that a model has moved', () => {
  test('names who is concerned', () => {
    const text = noticeText('orders', 7, { creators: new Set(['c']), users: new Set(['u', 'v']) });
    expect(readNotice(text)).toEqual({
      model: 'orders',
      position: 7,
      creators: ['c'],
      users: ['u', 'v'],
      more: false,
    });
  });

  test('fits into a notification of PostgreSQL, and reports when it does not name all users', () => {
    const text = noticeText('daily_stats', 1e12, { creators: many(500), users: many(500) });
    expect(Buffer.byteLength(text)).toBeLessThan(8_000);
    expect(readNotice(text)).toMatchObject({ more: true, position: 1e12 });
  });

  test.each([
    '',
    '{',
    'null',
    '7',
    '{"model":1}',
    '{"model":"m","position":1,"creators":[1],"users":[]}',
    noMore,
  ])('is nothing else: %s', (text) => {
    expect(readNotice(text)).toBeUndefined();
  });
});
