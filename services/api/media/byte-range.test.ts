import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOf } from './byte-range.ts';

const ETAG = '"abc"';
const of = (range: string | undefined, size = 1000) => rangeOf({ range }, size, ETAG);

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=100-199', { start: 100, end: 199 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-4', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  [`bytes=${'0-1,'.repeat(5000)}0-1`, 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=-', 'whole'],
  [`bytes=0-${'9'.repeat(400)}`, 'whole'],
  ['', 'whole'],
  [undefined, 'whole'],
])('%s', (range, expected) => {
  expect(of(range)).toEqual(expected);
});

test('an empty file has no part', () => {
  expect([of('bytes=0-', 0), of('bytes=-1', 0), of(undefined, 0)]).toEqual(['none', 'none', 'whole']);
});

test('a part is sent only of the file that was asked for', () => {
  const range = 'bytes=0-1';
  expect(rangeOf({ range, 'if-range': ETAG }, 10, ETAG)).toEqual({ start: 0, end: 1 });
  for (const other of ['"abd"', 'W/"abc"', 'Sun, 29 Nov 2026 08:00:00 GMT', '']) {
    expect(rangeOf({ range, 'if-range': other }, 10, ETAG)).toBe('whole');
  }
});

test('a part is within the file, whatever is asked for', () => {
  const number = fc.oneof(fc.nat(2_000), fc.constant(''));
  fc.assert(
    fc.property(number, number, fc.nat(1_500), (first, last, size) => {
      const range = of(`bytes=${first}-${last}`, size);
      if (typeof range === 'string') return;
      expect(0 <= range.start && range.start <= range.end && range.end < size).toBe(true);
    }),
  );
});
