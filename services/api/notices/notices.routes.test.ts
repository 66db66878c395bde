import { describe, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { deleteComment, likeComment, publishComment } from '#services/contract/content/comments.ts';
import { deletePost, hidePost, showPost } from '#services/contract/content/posts.ts';
import { getMyCheck, listMyMessages } from '#services/contract/messages/calls.ts';
import { editNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { listNotices, type NoticeTab, readNotices } from '#services/contract/notices/notices.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const DAY_MS = 86_400_000;

async function openPost(creator: TestUser, body: Parameters<typeof publish>[2] = {}): Promise<string> {
  const { post_id } = await publish(api, creator, body);
  await api.projected();
  return post_id;
}
const say = async (post_id: string, as: TestUser, content: string, reply_comment_id?: string) =>
  (await api.data(publishComment, { post_id, content, ...(reply_comment_id && { reply_comment_id }) }, as))
    .comment.comment_id;
const list = async (as: TestUser, tab: NoticeTab, more = {}) =>
  (await api.data(listNotices, { tab, ...more }, as)).list;
const unread = async (as: TestUser) => (await api.data(getMyCheck, {}, as)).unread_count;
const inShort = async (as: TestUser, tab: NoticeTab) =>
  (await list(as, tab)).map(({ kind, users, new_count, text }) => [
    kind,
    users.map(({ name }) => name),
    new_count,
    text,
  ]);
const setStatus = (user: TestUser, status: number) =>
  api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [user.user_id, status]);

test('comments of a post are one notice for its creator, replies one for whom they answer', async () => {
  const creator = await certifiedCreator(api);
  const [ann, ben] = [await api.user('Ann'), await api.user('Ben')];
  const post_id = await openPost(creator, { title: 'Spring' });
  const root = await say(post_id, ann, 'Lovely');
  await say(post_id, ben, 'Agreed', root);
  await say(post_id, creator, 'Thank you', root);
  // Nobody hears of themselves; the creator not twice of a reply.
  await say(post_id, ann, 'I mean it', root);
  expect(await inShort(creator, 'comment')).toEqual([['comment', ['Ann', 'Ben'], 3, 'I mean it']]);
  expect(await inShort(ann, 'comment')).toEqual([
    ['reply', [(await list(ann, 'comment'))[0]?.users[0]?.name, 'Ben'], 2, 'Thank you'],
  ]);
  expect(await list(ann, 'comment')).toMatchObject([
    { subject_id: root, post: { post_id, title: 'Spring' }, root_comment_id: root, like_count: 0 },
  ]);
  expect(await unread(creator)).toMatchObject({ message: 0, comment: 1, like: 0 });
  expect(await unread(ann)).toMatchObject({ comment: 1 });
  expect(await unread(ben)).toMatchObject({ comment: 0 });
});

test('likes name the newest people and how many there are', async () => {
  const creator = await certifiedCreator(api);
  const post_id = await openPost(creator);
  const fans = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => api.user(name)));
  const [first] = fans;
  if (!first) throw new Error('no fans');
  const comment_id = await say(post_id, first, 'Nice');
  for (const fan of fans) {
    await api.data(likePost, { post_id }, fan);
    await api.data(likeComment, { comment_id }, fan);
  }
  await api.data(likePost, { post_id }, creator);
  expect(await list(creator, 'like')).toMatchObject([
    { kind: 'like', like_count: 5, has_more_users: true, new_count: 5, text: '', root_comment_id: '' },
  ]);
  expect((await list(creator, 'like'))[0]?.users.map(({ name }) => name)).toEqual(['E', 'D', 'C']);
  const [own] = await list(first, 'like');
  expect(own).toMatchObject({ kind: 'comment_like', subject_id: comment_id, like_count: 4, text: 'Nice' });
  expect(own?.users).toHaveLength(3);
});

test('what was seen is read, what came since is not', async () => {
  const creator = await certifiedCreator(api);
  const [ann, ben] = [await api.user(), await api.user()];
  const [one, two] = [await openPost(creator), await openPost(creator)];
  await say(one, ann, '1');
  await say(two, ann, '2');
  const [newest] = await list(creator, 'comment');
  await say(two, ben, '3');
  if (!newest) throw new Error('no notice');
  const seen = { kind: newest.kind, subject_id: newest.subject_id, arrived: newest.arrived };
  await api.data(readNotices, { notices: [seen] }, creator);
  expect((await list(creator, 'comment')).map(({ new_count }) => new_count)).toEqual([1, 1]);
  // A number from the future is what there is; an older one changes nothing; of others nothing is marked.
  await api.data(readNotices, { notices: [{ ...seen, arrived: 1_000_000 }] }, ann);
  await api.data(readNotices, { notices: [{ ...seen, arrived: 1_000_000 }] }, creator);
  await api.data(readNotices, { notices: [seen] }, creator);
  expect((await list(creator, 'comment')).map(({ new_count }) => new_count)).toEqual([0, 1]);
  expect(await unread(creator)).toMatchObject({ comment: 1 });
  await api.data(likePost, { post_id: one }, ann);
  await api.data(readNotices, { all: 'comment' }, creator);
  expect(await unread(creator)).toMatchObject({ comment: 0, like: 1 });
});

test('pages are complete, the newest first, and passed-over notices leave no holes', async () => {
  const creator = await certifiedCreator(api);
  const ann = await api.user();
  const ids: string[] = [];
  for (let n = 0; n < 7; n += 1) ids.push((await publish(api, creator)).post_id);
  await api.projected();
  const comments: string[] = [];
  for (const id of ids) comments.push(await say(id, ann, 'x'));
  for (const [n, id] of ids.entries()) await say(id, creator, 'y', comments[n]);
  for (const id of ids.slice(3, 6)) await api.data(hidePost, { post_id: id }, creator);
  await api.projected();
  const found: string[] = [];
  for (let rank = 0; ; ) {
    const page = await api.data(listNotices, { tab: 'comment', rank, per_page: 2 }, ann);
    found.push(...page.list.map(({ post }) => post.post_id));
    expect(page.list).toHaveLength(2);
    if (!page.has_more) break;
    rank = page.list.at(-1)?.rank ?? 0;
  }
  expect(found).toEqual([ids[6], ids[2], ids[1], ids[0]]);
  expect(await unread(ann)).toMatchObject({ comment: 4 });
  await api.data(showPost, { post_id: ids[4] ?? '' }, creator);
  await api.projected();
  expect(await unread(ann)).toMatchObject({ comment: 5 });
});

describe('nothing is shown of', () => {
  test('people who are hidden, until they are shown again, and who are deleted', async () => {
    const creator = await certifiedCreator(api);
    const [ann, ben] = [await api.user('Ann'), await leaver(api)];
    const post_id = await openPost(creator);
    for (const one of [ann, ben]) {
      await say(post_id, one, 'words');
      await api.data(likePost, { post_id }, one);
    }
    await setStatus(ann, USER_STATUS.hidden);
    await api.call(deleteAccount, { password: PASSWORD }, ben);
    await expect.poll(() => list(creator, 'comment')).toEqual([]);
    expect(await list(creator, 'like')).toEqual([]);
    expect(await unread(creator)).toMatchObject({ comment: 0, like: 0 });
    await setStatus(ann, USER_STATUS.shown);
    expect(await inShort(creator, 'comment')).toEqual([['comment', ['Ann'], 2, 'words']]);
    expect(await list(creator, 'like')).toHaveLength(1);
  });

  test('deleted comments and posts, and likes that were taken back', async () => {
    const creator = await certifiedCreator(api);
    const ann = await api.user();
    const post_id = await openPost(creator);
    const comment_id = await say(post_id, ann, 'words');
    await say(post_id, creator, 'answer', comment_id);
    await api.data(likeComment, { comment_id }, creator);
    await api.data(likePost, { post_id }, ann);
    await api.data(unlikePost, { post_id }, ann);
    expect(await list(creator, 'like')).toEqual([]);
    expect(await list(ann, 'comment')).toHaveLength(1);
    await api.data(deleteComment, { comment_id }, ann);
    expect([await list(ann, 'comment'), await list(ann, 'like'), await list(creator, 'comment')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await unread(ann)).toMatchObject({ comment: 0, like: 0 });

    await say(post_id, ann, 'again');
    expect(await unread(creator)).toMatchObject({ comment: 1 });
    await api.data(deletePost, { post_id }, creator);
    await api.projected();
    expect(await list(creator, 'comment')).toEqual([]);
    expect(await unread(creator)).toMatchObject({ comment: 0 });
  });

  test('posts of a creator who is hidden', async () => {
    const creator = await certifiedCreator(api);
    const ann = await api.user();
    const post_id = await openPost(creator);
    const root = await say(post_id, ann, 'words');
    await say(post_id, await api.user(), 'reply', root);
    expect(await unread(ann)).toMatchObject({ comment: 1 });
    await setStatus(creator, USER_STATUS.hidden);
    expect(await list(ann, 'comment')).toEqual([]);
    expect(await unread(ann)).toMatchObject({ comment: 0 });
  });
});

test('a storm of strangers is one notice for each subject, and no message and no mail', async () => {
  const creator = await certifiedCreator(api);
  const post_id = await openPost(creator);
  const fans = await Promise.all(Array.from({ length: 12 }, () => api.user()));
  await Promise.all(
    fans.map(async (fan) => {
      for (let n = 0; n < 5; n += 1) {
        await say(post_id, fan, `spam ${n}`);
        await api.data(likePost, { post_id }, fan);
        await api.data(unlikePost, { post_id }, fan);
      }
      await api.data(likePost, { post_id }, fan);
    }),
  );
  expect(await unread(creator)).toMatchObject({ message: 0, comment: 1, like: 1 });
  expect(await list(creator, 'comment')).toMatchObject([{ new_count: 60 }]);
  expect((await api.data(listMyMessages, {}, creator)).list).toEqual([]);
  const { rows } = await api.deps.pool.query('SELECT FROM runtime.outbox WHERE to_user = $1', [
    creator.user_id,
  ]);
  expect(rows).toHaveLength(0);
});

test('an event that is not wanted on the site is not counted', async () => {
  const creator = await certifiedCreator(api);
  const ann = await api.user();
  const post_id = await openPost(creator);
  await say(post_id, ann, 'words');
  await api.data(likePost, { post_id }, ann);
  await api.data(editNotifyConfig, { events: [{ event: 'like', site: false }] }, creator);
  expect(await unread(creator)).toMatchObject({ comment: 1, like: 0 });
  await api.data(editNotifyConfig, { events: [{ event: 'comment', site: false }] }, creator);
  expect(await unread(creator)).toMatchObject({ comment: 0, like: 0 });
});

test('a comment of a locked post is not quoted to who cannot read it any more', async () => {
  const creator = await certifiedCreator(api);
  const ann = await api.user();
  const post_id = await openPost(creator, { title: 'Now locked', content: 'SECRET body' });
  const root = await say(post_id, ann, 'my words');
  await say(post_id, creator, 'SECRET answer', root);
  expect(await inShort(ann, 'comment')).toMatchObject([['reply', [expect.anything()], 1, 'SECRET answer']]);
  await publish(api, creator, { post_id, title: 'Now locked', content: 'SECRET body', audience: 'members' });
  await api.projected();
  const answer = JSON.stringify(await list(ann, 'comment'));
  expect(answer).toContain('Now locked');
  expect(answer).not.toContain('SECRET');
});

test('notices are kept for 90 days', async () => {
  const creator = await certifiedCreator(api);
  const post_id = await openPost(creator);
  await say(post_id, await api.user(), 'words');
  const { pool, clock } = api.deps;
  await forgetExpired(pool, clock.now() + 89 * DAY_MS);
  expect(await list(creator, 'comment')).toHaveLength(1);
  await forgetExpired(pool, clock.now() + 91 * DAY_MS);
  expect(await list(creator, 'comment')).toEqual([]);
});

test('wrong input and guests are refused', async () => {
  const fan = await api.user();
  const wrong = [
    {},
    { all: 'message' },
    { notices: [] },
    { notices: [{ kind: 'follow', subject_id: 'a', arrived: 1 }] },
    { notices: [{ kind: 'like', subject_id: 'a', arrived: -1 }] },
    { notices: Array.from({ length: 51 }, () => ({ kind: 'like', subject_id: 'a', arrived: 1 })) },
  ];
  for (const body of wrong)
    expect((await api.send(readNotices, body as { all: 'like' }, fan)).ec).toBe(40000);
  const unknown = { notices: [{ kind: 'reply', subject_id: 'not-a-number', arrived: 1 } as const] };
  expect((await api.send(readNotices, unknown, fan)).ec).toBe(200);
  expect((await api.send(listNotices, { tab: 'message' as 'like' }, fan)).ec).toBe(40000);
  expect((await api.call(listNotices, { tab: 'like' })).ec).toBe(40100);
  expect((await api.call(readNotices, { all: 'like' })).ec).toBe(40100);
});
