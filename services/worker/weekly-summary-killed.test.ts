import { describe, expect } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { DAY_MS } from '#events/time.ts';
import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { messageGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';

const CREATORS = 5;
const HOUR_MS = 3_600_000;
const TIMEOUT = { timeout: 60_000 };

/** Every step of a weekly summary that writes anything. */
const steps: Steps = [
  ['noting that summaries are due', timerGate('INSERT', 'weekly-summary')],
  ['sending a summary', messageGate('weekly_summary')],
  ['forgetting a summary that is sent', timerGate('DELETE', 'weekly-summary')],
];

let runs = 0;
const on = shopWithWorker();

/** The Monday after a moment, at 9:00 in Shanghai. */
function nextSummary(now: number): number {
  const there = now + 8 * HOUR_MS;
  const weekday = (new Date(there).getUTCDay() + 6) % 7;
  return there - (there % DAY_MS) + (7 - weekday) * DAY_MS + HOUR_MS;
}

/** Creators who earn something this week; on Monday each gets one mail. */
async function story(): Promise<void> {
  runs += 1;
  const { clock, log, pool } = on.shop.api.deps;
  const now = Date.now() + clock.offset;
  const users: UserId[] = [];
  const steps: Step[] = [];
  for (let nth = 0; nth < CREATORS; nth += 1) {
    const { user_id } = await on.shop.api.creator();
    users.push(user_id);
    for (const { stream, event } of stepsOf(plainFate({ total: 1_000 + nth }), `w${runs}n${nth}`, nth)) {
      if (event.type === 'OrderPlaced') Object.assign(event.data, { creator_id: user_id });
      Object.assign(event.metadata, { creator_id: user_id, at: now });
      steps.push({ stream, event });
    }
  }
  await write(log, steps);
  const timers = async () => {
    const { rows } = await pool.query("SELECT FROM runtime.timers WHERE process = 'weekly-summary'");
    return rows.length;
  };
  await expect.poll(timers, TIMEOUT).toBe(CREATORS);
  await moveSandboxClock(pool, nextSummary(now) - Date.now());
  await expect.poll(timers, TIMEOUT).toBe(0);
  const { rows } = await pool.query<{ to_user: string; sent: number }>(
    `SELECT to_user, count(*)::int AS sent FROM runtime.outbox
      WHERE template = 'weekly_summary' AND to_user = ANY ($1) GROUP BY to_user`,
    [users],
  );
  expect(rows.map(({ to_user, sent }) => `${to_user} ${sent}`).sort()).toEqual(
    users.map((user) => `${user} 1`).sort(),
  );
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);
});
