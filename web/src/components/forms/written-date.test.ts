import { expect, test } from 'vitest';
import { writtenDate } from './written-date.ts';

test.each([
  '2026-10-02 21:39',
  '2026-10-02T21:39',
  '2026/10/2 21:39',
  '2026.10.2, 21:39',
  ' 2026年10月2日 21:39 ',
  '2026年10月2日21点39分',
  '２０２６－１０－０２　２１：３９',
  '202610022139',
])('%s is a time', (text) => {
  expect(writtenDate(text, true)).toBe('2026-10-02T21:39');
  expect(writtenDate(text, false)).toBeUndefined();
});

test.each(['2026-10-02', '2026/10/2', '2026年10月2日', '20261002'])('%s is a day', (text) => {
  expect(writtenDate(text, false)).toBe('2026-10-02');
  expect(writtenDate(text, true)).toBe('2026-10-02T00:00');
});

test.each([
  '',
  'tomorrow',
  '2026-10',
  '2026-02-29',
  '2026-13-01',
  '2026-10-02 24:00',
  '2026-10-02 21:60',
  '2026-10-02 21',
  '10/02/2026',
  '1899-12-31',
  '2100-01-01',
  '26-10-02',
])('“%s” is no date', (text) => {
  expect(writtenDate(text, true)).toBeUndefined();
});
