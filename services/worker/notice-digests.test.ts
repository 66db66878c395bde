import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { businessCalendar, DAY_MS, HOUR_MS } from '#events/time.ts';
import { digestOf } from '#services/api/notices/digest.ts';
import { certifiedCreator, publish } from '#services/api/testing/posting.ts';
import { goesWrong } from '#services/api/testing/race.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { publishComment } from '#services/contract/content/comments.ts';
import { deletePost, hidePost } from '#services/contract/content/posts.ts';
import { editNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { listNotices, readNotices } from '#services/contract/notices/notices.ts';
import { blockUser } from '#services/contract/relations/blocks.ts';
import { likePost } from '#services/contract/relations/likes.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { digestLines } from '#services/modules/messages/digest-lines.ts';
import { momentOf, nextDigest } from '#services/modules/messages/digest-times.ts';
import { openedMessage, type SealedMessage } from '#services/modules/messages/outbox.ts';
import { timeText } from '#services/runtime/business-time.ts';
import { derivedRing } from '#services/runtime/seal.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { makeDueDigests, type NoticeDigests } from './notice-digests.ts';

const api = fixture(startTestApi);
const calendar = businessCalendar('Asia/Shanghai');
const failures: unknown[] = [];
const parts = (instead: Partial<NoticeDigests> = {}): NoticeDigests => ({
  ...api.deps,
  calendar,
  digestOf: (user, window) => digestOf(api.deps, user, window),
  onFailure: (error) => failures.push(error),
  ...instead,
});
async function pass(ms: number): Promise<void> {
  const { clock, pool } = api.deps;
  clock.setOffset(clock.offset + ms);
  // Likes have the database's time.
  await pool.query('UPDATE runtime.clock SET offset_ms = $1', [Math.round(clock.offset)]);
}
const choose = (as: TestUser, digest: 'never' | 'daily' | 'weekly') =>
  api.data(editNotifyConfig, { digest }, as);

/** Lines of the digests of a person, the first first. */
async function sentTo({ user_id }: TestUser): Promise<(readonly string[])[]> {
  const { rows } = await api.deps.pool.query<SealedMessage>(
    `SELECT template, language, sealed, sealed_to FROM runtime.outbox
      WHERE to_user = $1 AND template = 'notice_digest' ORDER BY id`,
    [user_id],
  );
  const key = derivedRing(secretsOf(api.databaseUrl).ring('vault'), 'outbox');
  return rows.map((row) => {
    const message = openedMessage(key, row)?.message;
    return message?.template === 'notice_digest' ? message.values.items : [];
  });
}
/** What is newer, or of the present minute, is in the next digest. */
const SETTLED_MS = 2 * 60_000;
/** To the next 9:00 whose digest has everything until now. */
async function nextMorning(): Promise<void> {
  const now = api.deps.clock.now();
  await pass(nextDigest(calendar, 'daily', now + SETTLED_MS) - now + 1);
  await makeDueDigests(parts());
}
async function planned(as: TestUser, digest: 'daily' | 'weekly' = 'daily'): Promise<void> {
  await choose(as, digest);
  await makeDueDigests(parts());
  // What is older than a minute before the choice is in no digest.
  await pass(SETTLED_MS);
}

let creator: TestUser;
let post_id: string;
beforeAll(async () => {
  creator = await certifiedCreator(api);
  ({ post_id } = await publish(api, creator, { title: 'Spring' }));
  await api.projected();
});
afterEach(async () => {
  expect(failures.splice(0)).toEqual([]);
  await api.deps.pool.query('DELETE FROM accounts.notify_times; DELETE FROM notices.groups');
});

const say = (as: TestUser, content = 'x', of = post_id) =>
  api.data(publishComment, { post_id: of, content }, as);

describe('a digest', () => {
  test('is sent in the morning to who has chosen it, and names what is new', async () => {
    const [ann, ben, reader] = [await api.user('Ann'), await api.user('Ben'), await api.user('Reader')];
    await planned(creator);
    await planned(reader);
    await api.data(markCreator, { user_id: creator.user_id }, reader);
    await say(ann, 'Look at https://evil.example');
    await say(ben);
    await api.data(likePost, { post_id }, ann);
    await publish(api, creator, { title: 'See evil.example now' });
    await api.projected();
    await nextMorning();
    expect(await sentTo(creator)).toEqual([
      ['· Ben、Ann评论了你的动态《Spring》', '· Ann赞了你的动态《Spring》'],
    ]);
    expect(await sentTo(reader)).toEqual([[`· ${creator.name}发布了《See … now》`]]);
    expect(await sentTo(ann)).toEqual([]);
    // Nothing is new on the day after.
    await nextMorning();
    expect(await sentTo(creator)).toHaveLength(1);
  });

  test('is one a day at most, whatever is written and chosen', async () => {
    const ann = await api.user();
    await planned(creator);
    const before = (await sentTo(creator)).length;
    for (let n = 0; n < 9; n += 1) await say(await api.user());
    await nextMorning();
    for (const digest of ['never', 'daily', 'weekly', 'daily'] as const) {
      await choose(creator, digest);
      await makeDueDigests(parts());
      await say(ann);
      await pass(HOUR_MS);
      await makeDueDigests(parts());
    }
    expect(await sentTo(creator)).toHaveLength(before + 1);
    expect((await sentTo(creator)).at(-1)).toHaveLength(1);
  });

  test('has nothing that was seen, deleted, hidden, or of people who are blocked, rejected or hidden', async () => {
    const [hidden, blocked, rejected, ann] = await Promise.all(
      ['H', 'B', 'R', 'Ann'].map((name) => api.user(name)),
    );
    if (!hidden || !blocked || !rejected || !ann) throw new Error('no people');
    const before = (await sentTo(creator)).length;
    const [removed, secret, seen, apart] = await Promise.all(
      ['Removed', 'Secret', 'Seen', 'Apart'].map(
        async (title) => (await publish(api, creator, { title })).post_id,
      ),
    );
    await api.projected();
    await planned(creator);
    for (const one of [hidden, blocked, rejected]) await say(one, 'x', apart);
    for (const one of [removed, secret, seen]) await say(ann, 'x', one);
    const { list } = await api.data(listNotices, { tab: 'comment' }, creator);
    const notices = list
      .filter(({ post }) => post.post_id === seen)
      .map(({ kind, subject_id, arrived }) => ({ kind, subject_id, arrived }));
    await api.data(readNotices, { notices }, creator);
    await api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [
      hidden.user_id,
      USER_STATUS.hidden,
    ]);
    await api.data(blockUser, { user_id: blocked.user_id, type: 'block' }, creator);
    await api.data(blockUser, { user_id: rejected.user_id, type: 'reject' }, creator);
    await api.data(deletePost, { post_id: removed ?? '' }, creator);
    await api.data(hidePost, { post_id: secret ?? '' }, creator);
    await api.projected();
    await nextMorning();
    // A hidden post is found by its creator.
    expect((await sentTo(creator)).slice(before)).toEqual([['· Ann评论了你的动态《Secret》']]);
  });

  test('of a week is sent on Monday at 9:00', () => {
    const at = (text: string) => momentOf(calendar, text);
    const after = (text: string, every: 'daily' | 'weekly') =>
      timeText(calendar, nextDigest(calendar, every, at(text)) / 1000);
    expect(after('2026-11-30 08:59', 'weekly')).toBe('2026-11-30 09:00');
    expect(after('2026-11-30 09:00', 'weekly')).toBe('2026-12-07 09:00');
    expect(after('2026-11-29 23:00', 'weekly')).toBe('2026-11-30 09:00');
    expect(after('2026-11-29 09:00', 'daily')).toBe('2026-11-30 09:00');
    expect(after('2026-11-29 08:00', 'daily')).toBe('2026-11-29 09:00');
  });

  test('that fails is made again, and the others are not held up', async () => {
    const [first, second] = [await certifiedCreator(api), creator];
    const before = (await sentTo(second)).length;
    await planned(first);
    await planned(second);
    await say(await api.user());
    await pass(DAY_MS);
    const broken: NoticeDigests['digestOf'] = async (user, window) => {
      if (user === first.user_id) throw new Error('broken');
      return digestOf(api.deps, user, window);
    };
    await makeDueDigests(parts({ digestOf: broken }));
    expect(failures.splice(0)).toHaveLength(1);
    expect(await sentTo(second)).toHaveLength(before + 1);
    expect(await makeDueDigests(parts())).toBeLessThanOrEqual(api.deps.clock.now() + 10 * 60_000);
  });

  test('has a bounded number of lines', () => {
    const many = {
      kind: 'comment',
      title: 'T'.repeat(500),
      names: ['N'.repeat(500)],
      hasMoreNames: true,
    } as const;
    const lines = digestLines('en-US', {
      notices: [many],
      posts: [{ creator: '', title: '' }],
      hasMore: true,
    });
    expect(lines).toHaveLength(3);
    expect(lines[0]?.length).toBeLessThan(200);
    expect(lines[1]).toContain('(untitled)');
  });
});

/** Two workers make the digests of one morning, twice. @returns how many mails the person gets */
async function byTwoWorkers(outbox: NoticeDigests['outbox'] = api.deps.outbox): Promise<number> {
  const fan = await api.user();
  const before = (await sentTo(creator)).length;
  await planned(creator);
  await say(fan);
  await pass(DAY_MS);
  const two = parts({ outbox });
  await Promise.all([makeDueDigests(two), makeDueDigests(two)]);
  await makeDueDigests(two);
  await choose(creator, 'never');
  return (await sentTo(creator)).length - before;
}

describe('two workers', () => {
  test('send it once', async () => {
    for (let round = 0; round < 5; round += 1) expect(await byTwoWorkers()).toBe(1);
  });

  test('negative control: without the key of the message it is sent twice', async () => {
    const { outbox } = api.deps;
    const careless: NoticeDigests['outbox'] = {
      send: (entry) => outbox.send({ ...entry, message_key: randomUUID() }),
    };
    expect(await goesWrong(async () => (await byTwoWorkers(careless)) > 1)).toBe(true);
  });
});
