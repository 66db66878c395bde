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
  expect(after([])).toBe(20);
  expect(after(often(15))).toBe(20);
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
  expect(after([...often(200), ...often(15)])).toBe(20);
});

it('gathers longer where the processors are busy', () => {
  expect(after([], 0.2)).toBe(20);
  expect(after([], 0.125)).toBeCloseTo(60);
  expect(after([], 0.05)).toBe(100);
  expect(after([], 0)).toBe(100);
  expect(after(often(90), 0.15)).toBeGreaterThan(80);
});

it('looks at the processors once a second, and one busy second changes little', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  const idle = processorsIdle(() => [{ times }]);
  times = { ...times, user: 1_000 };
  vi.advanceTimersByTime(999);
  expect(idle()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(idle()).toBe(0.75);
  for (let second = 0; second < 20; second += 1) {
    times = { ...times, user: times.user + 900, idle: times.idle + 100 };
    vi.advanceTimersByTime(1_000);
    idle();
  }
  expect(idle()).toBeCloseTo(0.1, 2);
  // Without a tick of the clock there is no share.
  const before = idle();
  vi.advanceTimersByTime(1_000);
  expect(idle()).toBe(before);
});
