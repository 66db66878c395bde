import { expect, it } from 'vitest';
import { businessCalendar } from '#events/time.ts';
import { tableTime } from './table-time.ts';

const shanghai = businessCalendar('Asia/Shanghai');
const read = (text: string): string | undefined => {
  const at = tableTime(text, shanghai.instantOf);
  return at === undefined ? undefined : new Date(at).toISOString();
};

it.each([
  ['2026-01-31T18:30:00Z', '2026-01-31T18:30:00.000Z'],
  ['2026-01-31T18:30:00+08:00', '2026-01-31T10:30:00.000Z'],
  ['2026-01-31T18:30:00-0530', '2026-02-01T00:00:00.000Z'],
  ['2026-01-31T18:30:00.123Z', '2026-01-31T18:30:00.000Z'],
  ['2026-01-31 18:30:00', '2026-01-31T10:30:00.000Z'],
  ['2026-01-31T18:30', '2026-01-31T10:30:00.000Z'],
  ['2026-01-31', '2026-01-30T16:00:00.000Z'],
  ['2026/10/1 10:00', '2026-10-01T02:00:00.000Z'],
  ['2026.1.31 9:05:07', '2026-01-31T01:05:07.000Z'],
  ['2026年1月31日 18:30', '2026-01-31T10:30:00.000Z'],
  ['２０２６/１/３１', '2026-01-30T16:00:00.000Z'],
  ['45931.4166666667', '2025-10-01T02:00:00.000Z'],
  ['45931', '2025-09-30T16:00:00.000Z'],
  ['1291191960', '2010-12-01T08:26:00.000Z'],
])('reads %s', (text, instant) => {
  expect(read(text)).toBe(instant);
});

it.each([
  '',
  'yesterday',
  '2026-02-30 10:00:00',
  '2026-01-31 24:00:00',
  '31/01/2026',
  '2026/13/1',
  '2026-1/31',
  '12',
  '2026-01-31Z',
])('refuses %j', (text) => {
  expect(read(text)).toBeUndefined();
});
