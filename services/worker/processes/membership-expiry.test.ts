import { expect, it } from 'vitest';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { at, BASIC, buy, GOLD, live, refund, shop } from '#services/commerce/testing/membership-shop.ts';
import type { MemoryCommitter } from '#services/commerce/testing/memory-committer.ts';
import type { Process, Timer } from '../process.ts';
import { membershipExpiry } from './membership-expiry.ts';

/** What a worker does: follows the log, then fires what is due. */
function worker(memory: MemoryCommitter) {
  const process: Process = membershipExpiry({ committer: memory });
  const timers = new Map<string, Timer>();
  let seen = 0;
  async function work(day: string): Promise<void> {
    memory.now = at(day);
    for (const { event, ...recorded } of memory.log.slice(seen)) {
      seen += 1;
      if (!process.types.includes(event.type)) continue;
      const { at: recorded_at } = recorded.metadata;
      const change = process.timerFor({ ...recorded, ...event, recorded_at } as RecordedEvent);
      if (change && 'set' in change) timers.set(change.key, { key: change.key, attempts: 0, ...change.set });
      else if (change) timers.delete(change.key);
    }
    for (const timer of timers.values()) {
      if (timer.due_at > memory.now) continue;
      const fired = await process.fire(timer, memory.now);
      if (fired === 'done') timers.delete(timer.key);
      else timers.set(timer.key, { ...timer, due_at: fired.again_at });
    }
  }
  const ended = () =>
    memory.log.flatMap(({ event, metadata }) =>
      event.type === 'MembershipExpired' ? [[event.data.plan_id, metadata.at]] : [],
    );
  return { work, timers, ended };
}

it('the end of a membership is recorded, though an older one is refunded meanwhile', async () => {
  const scenario = shop();
  const { work, timers, ended } = worker(scenario.memory);
  buy(scenario, 1, BASIC);
  await work('2026-05-16');
  await work('2026-06-15');
  expect(ended()).toEqual([[BASIC, at('2026-06-15')]]);
  buy(scenario, 2, BASIC);
  await work('2026-06-16');
  scenario.accepts(refund(1));
  await work('2026-06-17');
  await work('2026-07-15');
  expect(ended()).toEqual([
    [BASIC, at('2026-06-15')],
    [BASIC, at('2026-07-15')],
  ]);
  expect(timers.size).toBe(0);
});

it('the end before a plan for later is recorded when it comes, and the end of that plan, too', async () => {
  const scenario = shop();
  const { work, timers, ended } = worker(scenario.memory);
  buy(scenario, 1, GOLD);
  await work('2026-05-16');
  buy(scenario, 2, BASIC, 1, { begin_at_end: true });
  await work('2026-05-17');
  buy(scenario, 3, BASIC, 2);
  await work('2026-06-15');
  expect(ended()).toEqual([[GOLD, at('2026-06-15')]]);
  expect(live(scenario)).toEqual([[BASIC, '2026-09-15T04:00:00.000Z']]);
  await work('2026-09-15');
  expect(ended()).toEqual([
    [GOLD, at('2026-06-15')],
    [BASIC, at('2026-09-15')],
  ]);
  expect(timers.size).toBe(0);
});
