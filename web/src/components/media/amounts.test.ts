import { expect, test } from 'vitest';
import { durationWords, sizeWords } from './amounts.ts';

const MB = 1024 * 1024;

test('sizes and durations in words', () => {
  expect([0, 1023, 1024, 1536, 10 * MB, 4.5 * 1024 * MB].map(sizeWords)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '10 MB',
    '4.5 GB',
  ]);
  expect([0, 59.9, 61, 3723].map(durationWords)).toEqual(['0:00', '0:59', '1:01', '1:02:03']);
});
