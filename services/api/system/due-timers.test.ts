import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { timersFired } from './due-timers.ts';

/** Of calls that wait, and of those that do not. */
const [SHORT, LONG] = [150, 30_000];
const needed = new Set(['runtime', 'worker']);
const database = fixture(() =>
  createTestDatabase(allMigrations.filter(({ area }) => needed.has(area)).map(({ folder }) => folder)),
);
beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE runtime.timers; TRUNCATE runtime.heartbeats; TRUNCATE runtime.process_checkpoints',
  );
});

const beat = () =>
  database.pool.query(
    `INSERT INTO runtime.heartbeats (process, instance, figures) VALUES ('worker', '1', '{}')`,
  );
const timer = (due: number) =>
  database.pool.query(
    `INSERT INTO runtime.timers (process, key, due_at, data) VALUES ('expiry', '1', $1, '{}')`,
    [due],
  );
const waited = async (patienceMs: number, position = 0): Promise<boolean> => {
  const begun = performance.now();
  await timersFired({ pool: database.pool, now: 1000, position, patienceMs });
  return performance.now() - begun >= patienceMs;
};

test('a timer that is due is waited for, one that is not is not', async () => {
  await beat();
  await timer(1001);
  expect(await waited(LONG)).toBe(false);
  await database.pool.query('UPDATE runtime.timers SET due_at = 1000');
  expect(await waited(SHORT)).toBe(true);
});

test('it continues as soon as the timer has fired', async () => {
  await beat();
  await timer(500);
  const done = timersFired({ pool: database.pool, now: 1000, position: 0, patienceMs: 60_000 });
  await database.pool.query('DELETE FROM runtime.timers');
  await done;
});

test('a process that has not yet read so far is waited for', async () => {
  await beat();
  await database.pool.query(`INSERT INTO runtime.process_checkpoints (name, position) VALUES ('expiry', 5)`);
  expect(await waited(LONG, 5)).toBe(false);
  expect(await waited(SHORT, 6)).toBe(true);
});

test('without a living worker nothing waits', async () => {
  await timer(500);
  expect(await waited(LONG)).toBe(false);
});
