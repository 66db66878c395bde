import { describe, expect } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { businessCalendar, HOUR_MS } from '#events/time.ts';
import { certifiedCreator, publish } from '#services/api/testing/posting.ts';
import { nextDigest } from '#services/modules/messages/digest-times.ts';
import { setNotifyConfig } from '#services/modules/messages/notify-config.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { messageGate, rowGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';

const PEOPLE = 2;
const TIMEOUT = { timeout: 60_000 };
const calendar = businessCalendar('Asia/Shanghai');

/** Every step of a digest that writes anything. */
const steps: Steps = [
  ['planning a digest', rowGate('UPDATE', 'accounts.notify_times', 'OLD.digest_due_at = 0')],
  ['sending a digest', messageGate('notice_digest')],
  ['planning the next one', rowGate('UPDATE', 'accounts.notify_times', 'OLD.digest_due_at > 0')],
];

const on = shopWithWorker();

/** Creators whose posts get a comment; in the morning each gets one mail. */
async function story(): Promise<void> {
  const { api } = on.shop;
  const { pool, comments } = api.deps;
  const user_ids: UserId[] = [];
  const fan = await api.user();
  const offset = async (): Promise<number> => {
    const { rows } = await pool.query<{ at: number }>('SELECT offset_ms::float8 AS at FROM runtime.clock');
    return rows[0]?.at ?? 0;
  };
  const now = Date.now() + (await offset());
  const plans = async (from: number): Promise<number> => {
    const { rows } = await pool.query(
      'SELECT FROM accounts.notify_times WHERE user_id = ANY ($1) AND digest_due_at > $2',
      [user_ids, from],
    );
    return rows.length;
  };
  const posts: { creator_id: UserId; post_id: string }[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const creator = await certifiedCreator(api);
    user_ids.push(creator.user_id);
    posts.push({ creator_id: creator.user_id, post_id: (await publish(api, creator)).post_id });
    await setNotifyConfig(pool, creator.user_id, { digest: 'daily' });
  }
  await expect.poll(() => plans(0), TIMEOUT).toBe(PEOPLE);
  const own = { user_id: fan.user_id, request_key: null, parent_sn: undefined, content: 'x', now };
  for (const post of posts) expect(isRefusal(await comments.publish({ ...own, ...post }))).toBe(false);
  const shown = async () =>
    (await pool.query('SELECT FROM rm.posts WHERE post_id = ANY ($1)', [posts.map(({ post_id }) => post_id)]))
      .rowCount;
  await expect.poll(shown, TIMEOUT).toBe(PEOPLE);

  const morning = nextDigest(calendar, 'daily', now);
  await moveSandboxClock(pool, morning + HOUR_MS - Date.now());
  await expect.poll(() => plans(morning), TIMEOUT).toBe(PEOPLE);
  const { rows } = await pool.query<{ to_user: string; sent: number }>(
    `SELECT to_user, count(*)::int AS sent FROM runtime.outbox
      WHERE template = 'notice_digest' AND to_user = ANY ($1) GROUP BY to_user`,
    [user_ids],
  );
  expect(rows.map(({ to_user, sent }) => `${to_user} ${sent}`).sort()).toEqual(
    user_ids.map((user) => `${user} 1`).sort(),
  );
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);
});
