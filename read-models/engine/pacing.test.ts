import { expect, it } from 'vitest';
import { pacing } from './pacing.ts';

const after = (pages: readonly number[]): number => {
  const pace = pacing();
  for (const ms of pages) pace.took(ms);
  return pace.pauseMs();
};
const often = (ms: number, pages = 200): number[] => Array.from({ length: pages }, () => ms);

it('waits the shortest time before the first page and while pages are applied quickly', () => {
  expect(after([])).toBe(40);
  expect(after(often(15))).toBe(40);
});

it('gathers longer where pages take long, and never longer than it may', () => {
  expect(after(often(110))).toBeGreaterThan(100);
  expect(after(often(110))).toBeLessThan(after(often(140)));
  expect(after(often(5_000))).toBe(150);
});

it('is not put out by one slow page among quick ones', () => {
  expect(after([...often(15), 100])).toBeLessThan(60);
});

it('comes back when pages are quick again', () => {
  expect(after([...often(200), ...often(15)])).toBe(40);
});
