import { beforeAll, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays, DAY_MS } from '#events/time.ts';
import { plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { setNotifyConfig } from '#services/modules/messages/notify-config.ts';
import { weeklySummary } from './weekly-summary.ts';

const api = fixture(startTestApi);
const creator = fixture(() => api.creator('Lin'));
/** Monday 2026-01-05 in Shanghai. */
const MONDAY = '2026-01-05';
const NEXT = Date.parse('2026-01-12T01:00:00Z');

const process = () => weeklySummary({ ...api.deps, outbox: api.deps.outbox });

/** Paid orders of the creator, on Monday 00:00, Sunday 23:59:59.999 and the Monday after. */
async function sell(user_id: UserId): Promise<void> {
  const times = ['2026-01-04T16:00:00Z', '2026-01-11T15:59:59.999Z', '2026-01-11T16:00:00Z'].map(Date.parse);
  const steps = times.flatMap((at, nth) =>
    stepsOf(plainFate({ total: 1_000 * (nth + 1), user: nth }), `w${user_id}`, nth).map((step) => ({
      ...step,
      event: {
        ...step.event,
        data: { ...step.event.data, ...('creator_id' in step.event.data ? { creator_id: user_id } : {}) },
        metadata: { ...step.event.metadata, creator_id: user_id, at },
      } as typeof step.event,
    })),
  );
  await write(api.deps.log, steps);
}

async function timersOf(user_id: UserId) {
  const { events } = await api.deps.log.readAll(0, { limit: 1_000, types: ['OrderPaid'] });
  return events
    .filter(({ metadata }) => metadata.creator_id === user_id)
    .flatMap((event) => {
      const change = process().timerFor(event);
      return change && 'set' in change ? [{ key: change.key, attempts: 0, ...change.set }] : [];
    });
}

async function sent(user_id: UserId): Promise<string[]> {
  const { rows } = await api.deps.pool.query<{ message_key: string }>(
    `SELECT message_key FROM runtime.outbox WHERE to_user = $1 AND template = 'weekly_summary'`,
    [user_id],
  );
  return rows.map(({ message_key }) => message_key);
}

beforeAll(async () => {
  await sell(creator.user_id);
  await api.projected();
});

test('a week is from Monday 0:00 to the end of Sunday, and is due on the Monday after at 9:00', async () => {
  const timers = await timersOf(creator.user_id);
  expect(timers.map(({ key, data }) => [key, data.due])).toEqual([
    [`${creator.user_id} ${MONDAY}`, NEXT],
    [`${creator.user_id} ${MONDAY}`, NEXT],
    [`${creator.user_id} ${addDays(MONDAY, 7)}`, NEXT + 7 * DAY_MS],
  ]);
});

test('it is sent once, also by two workers and after a crash', async () => {
  const [timer] = (await timersOf(creator.user_id)).slice(1);
  if (!timer) throw new Error('no timer');
  const [one, other] = [process(), process()];
  expect(await Promise.all([one.fire(timer, NEXT), other.fire(timer, NEXT)])).toEqual(['done', 'done']);
  expect(await process().fire(timer, NEXT + 1)).toBe('done');
  expect(await sent(creator.user_id)).toEqual([`weekly-summary ${creator.user_id} ${MONDAY}`]);
});

test('it waits for the figures, and is not sent a week late or when it is switched off', async () => {
  const quiet = await api.creator('Quiet');
  await sell(quiet.user_id);
  const [, timer] = await timersOf(quiet.user_id);
  if (!timer) throw new Error('no timer');
  const ahead = { ...timer, data: { ...timer.data, position: 1e9 } };
  expect(await process().fire(ahead, NEXT)).toEqual({ again_at: NEXT + 500 });
  expect(await process().fire(timer, NEXT + 6 * DAY_MS + 1)).toBe('done');
  await api.projected();
  await setNotifyConfig(api.deps.pool, quiet.user_id, { weekly_summary: false });
  expect(await process().fire(timer, NEXT)).toBe('done');
  expect(await sent(quiet.user_id)).toEqual([]);
});
