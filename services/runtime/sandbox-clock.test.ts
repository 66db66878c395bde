import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from './clock.ts';
import { createListener } from './listener.ts';
import { advanceSandboxClock, followSandboxClock, moveSandboxClock } from './sandbox-clock.ts';

const listeners: ReturnType<typeof createListener>[] = [];
const database = fixture(() => createTestDatabase([new URL('./migrations/', import.meta.url)]));
afterAll(async () => {
  for (const listener of listeners) await listener.close();
});

async function processClock() {
  const listener = createListener(database.url);
  listeners.push(listener);
  const clock = movableClock();
  await followSandboxClock(database.pool, listener, clock);
  return clock;
}

test('all processes follow, later ones too, and time never goes back', async () => {
  const [one, other] = [await processClock(), await processClock()];
  const moved = vi.fn();
  other.onMove(moved);
  expect(await advanceSandboxClock(database.pool, 3_600_000)).toBe(3_600_000);
  await vi.waitFor(() => expect([one.offset, other.offset]).toEqual([3_600_000, 3_600_000]), 45_000);
  expect(moved).toHaveBeenCalledTimes(1);

  expect(await moveSandboxClock(database.pool, 1_000)).toBe(3_600_000);
  const late = await processClock();
  expect(late.offset).toBe(3_600_000);
  expect(Math.abs(late.now() - Date.now() - 3_600_000)).toBeLessThan(1_000);
});

test('a process that lost its connection catches up', async () => {
  const clock = await processClock();
  await database.pool.query('UPDATE runtime.clock SET offset_ms = 7200000');
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'fanwatt-listener' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(clock.offset).toBe(7_200_000), 45_000);
});
