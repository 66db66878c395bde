import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatsOf } from './format.ts';
import { isElsewhere, zonedSeconds, zonedText, zoneName } from './zone.ts';

const SHANGHAI = 'Asia/Shanghai';
const BERLIN = 'Europe/Berlin';
/** 12 December 2026, 09:00 in Shanghai; 11 December, 17:00 in Los Angeles. */
const BEGIN = Date.parse('2026-12-12T01:00:00Z') / 1000;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(['America/Los_Angeles', 'Asia/Shanghai', 'Asia/Singapore', 'UTC'])(
  'in a browser in %s',
  (here) => {
    const named = here === 'America/Los_Angeles' || here === 'UTC';
    const zh = () => formatsOf('zh-CN', SHANGHAI);
    const en = () => formatsOf('en-US', SHANGHAI);

    test('times are those of the business zone, which is named where a clock here shows another one', () => {
      vi.stubEnv('TZ', here);
      expect(isElsewhere(BEGIN, SHANGHAI)).toBe(named);
      expect(zh().dateTime(BEGIN)).toBe(`2026年12月12日 09:00${named ? '（GMT+8）' : ''}`);
      expect(zh().occasion(BEGIN, BEGIN)).toBe(`12月12日周六 09:00${named ? '（GMT+8）' : ''}`);
      expect(en().dateTime(BEGIN)).toBe(`Dec 12, 2026, 09:00${named ? ' GMT+8' : ''}`);
      expect(en().occasion(BEGIN, BEGIN)).toBe(`Sat, Dec 12, 09:00${named ? ' GMT+8' : ''}`);
      expect(en().time(BEGIN)).toBe(`09:00:00${named ? ' GMT+8' : ''}`);
      expect(en().date(BEGIN)).toBe('Dec 12, 2026');
      expect(zh().date(BEGIN + 15 * 3600)).toBe('2026年12月13日');
    });

    test('typed times are in the business zone', () => {
      vi.stubEnv('TZ', here);
      expect(zonedSeconds('2026-12-12T09:00', SHANGHAI)).toBe(BEGIN);
      expect(zonedSeconds('2026-12-12 09:00:30', SHANGHAI)).toBe(BEGIN + 30);
      expect(zonedText(BEGIN + 59, SHANGHAI)).toBe('2026-12-12T09:00');
      expect(zonedSeconds('2026-12', SHANGHAI)).toBeUndefined();
      expect(zonedSeconds('', SHANGHAI)).toBeUndefined();
    });
  },
);

test('clock changes: the first of two times; a missing time moves later', () => {
  expect(zonedSeconds('2026-10-25T02:30', BERLIN)).toBe(Date.parse('2026-10-25T00:30:00Z') / 1000);
  expect(zonedSeconds('2026-03-29T02:30', BERLIN)).toBe(Date.parse('2026-03-29T01:30:00Z') / 1000);
  expect(zonedText(Date.parse('2026-07-01T10:00:00Z') / 1000, BERLIN)).toBe('2026-07-01T12:00');
});

test('the zone has a name in both languages', () => {
  expect(zoneName('en-US', BEGIN, SHANGHAI)).toBe('China Standard Time (GMT+8)');
  expect(zoneName('zh-CN', BEGIN, SHANGHAI)).toBe('中国标准时间 (GMT+8)');
});
