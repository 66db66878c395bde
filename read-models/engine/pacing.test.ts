import { afterEach, expect, it, vi } from 'vitest';
import { pacing, processorsIdle } from './pacing.ts';

const after = (pages: readonly number[], idle = 1): number => {
  const pace = pacing(() => idle);
  for (const ms of pages) pace.took(ms);
  return pace.pauseMs();
};
const often = (ms: number, pages = 200): number[] => Array.from({ length: pages }, () => ms);

afterEach(() => {
  vi.useRealTimers();
});

it('waits the shortest time before the first page and while pages are applied quickly', () => {
  expect(after([])).toBe(40);
  expect(after(often(15))).toBe(40);
});

it('gathers longer where pages take long, and never longer than it may', () => {
  expect(after(often(70))).toBeGreaterThan(60);
  expect(after(often(70))).toBeLessThan(after(often(90)));
  expect(after(often(5_000))).toBe(100);
});

it('is not put out by one slow page among quick ones', () => {
  expect(after([...often(15), 100])).toBeLessThan(60);
});

it('comes back when pages are quick again', () => {
  expect(after([...often(200), ...often(15)])).toBe(40);
});

it('gathers longer where the processors are busy', () => {
  expect(after([], 0.2)).toBe(40);
  expect(after([], 0.125)).toBeCloseTo(70);
  expect(after([], 0.05)).toBe(100);
  expect(after([], 0)).toBe(100);
  expect(after(often(90), 0.15)).toBeGreaterThan(80);
});

it('looks at the processors once a second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  const idle = processorsIdle(() => [{ times }]);
  times = { ...times, user: 900, idle: 100 };
  vi.advanceTimersByTime(999);
  expect(idle()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(idle()).toBe(0.1);
  times = { ...times, idle: 1_100 };
  vi.advanceTimersByTime(1_000);
  expect(idle()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(idle()).toBe(1);
});
