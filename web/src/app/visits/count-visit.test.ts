import { expect, test } from 'vitest';
import { objects, statId } from './count-visit.ts';

const storage = (saved: string | null) => {
  let text = saved;
  return {
    getItem: () => text,
    setItem: (_: string, next: string) => {
      text = next;
    },
  };
};

test('a browser has one random id a day', () => {
  const kept = storage(null);
  const first = statId('2026-11-30', kept);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(statId('2026-11-30', kept)).toBe(first);
  expect(statId('2026-12-01', kept)).not.toBe(first);
});

test.each(['', 'x', '2026-11-30', '2026-11-30 <script>', '2026-11-30 abc'])(
  'a stored %j is no id',
  (saved) => {
    expect(statId('2026-11-30', storage(saved))).toMatch(/^[0-9a-f]{32}$/);
  },
);

test('Do Not Track and Global Privacy Control are an objection', () => {
  expect(objects({ doNotTrack: '1' })).toBe(true);
  expect(objects({ doNotTrack: null, globalPrivacyControl: true })).toBe(true);
  expect(objects({ doNotTrack: null, globalPrivacyControl: false })).toBe(false);
  expect(objects({ doNotTrack: '0' })).toBe(false);
});
