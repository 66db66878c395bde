import { expect, it } from 'vitest';
import { movableClock } from '#services/runtime/clock.ts';
import { fireTimers } from './firing.ts';
import type { Timer } from './process.ts';
import type { TimerStore } from './timers.ts';

it('finds a timer that another process sets during the query', async () => {
  const clock = movableClock();
  let answer: (due_at: number | undefined) => void = () => undefined;
  let looks = 0;
  const stored: Timer[] = [];
  const store: TimerStore = {
    checkpoint: async () => 0,
    follow: async () => undefined,
    attempt: async () => undefined,
    setAside: async () => [],
    takeBack: async () => undefined,
    due: async () => stored.splice(0),
    nextDue() {
      looks += 1;
      // The first query waits until the test answers it, with the state before.
      if (looks > 1) return Promise.resolve(stored[0]?.due_at);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    settle: async () => undefined,
  };
  const fired: string[] = [];
  const process = {
    name: 'test',
    types: [],
    timerFor: () => undefined,
    fire: async ({ key }: Timer) => {
      fired.push(key);
      return 'done' as const;
    },
  };
  const errors: unknown[] = [];
  const firing = fireTimers({
    process,
    store,
    clock,
    onFired: () => undefined,
    onError: (error) => errors.push(error),
  });
  await expect.poll(() => looks).toBe(1);
  stored.push({ key: 'late', due_at: clock.now() - 1, attempts: 0, data: {} });
  firing.refresh();
  answer(undefined);
  await expect.poll(() => fired).toEqual(['late']);
  await firing.stop();
  expect(errors).toEqual([]);
});
