import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#events/time.ts';
import { hotCreator, hotPost } from './hot-score.ts';

const HOUR = DAY_MS / 24 / 1000;
const post = { published_at: 1_700_000_000_000, earlier: 0, paying: 0, others: 0 };

test('each doubling of people is worth half a day, and each further post of a day costs one', () => {
  const of = (change: Partial<typeof post>) =>
    (hotPost({ ...post, ...change }) - post.published_at / 1000) / HOUR;
  expect(of({})).toBe(0);
  expect([1, 3, 7, 1023].map((paying) => of({ paying }))).toEqual([12, 24, 36, 120]);
  expect(of({ paying: 1, others: 2 })).toBeCloseTo(12 * Math.log2(3), 3);
  expect(of({ earlier: 3 })).toBe(-36);
});

test('accounts that never paid lift nothing alone, and at most double the people who paid', () => {
  const people = fc.record({ paying: fc.nat(10_000), others: fc.nat(1_000_000) });
  fc.assert(
    fc.property(people, fc.nat(1_000_000), ({ paying, others }, bots) => {
      const before = hotPost({ ...post, paying, others });
      const after = hotPost({ ...post, paying, others: others + bots });
      expect(after).toBeGreaterThanOrEqual(before);
      expect(after - hotPost({ ...post, paying })).toBeLessThanOrEqual(12 * HOUR + 1);
      if (paying === 0) expect(after).toBe(before);
    }),
  );
});

test('a creator rises by a week for each doubling', () => {
  expect(hotCreator({ newest_at: 5_000, paying: 1, others: 0 })).toBe(5 + (7 * DAY_MS) / 1000);
});
