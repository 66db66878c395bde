import { expect, test } from 'vitest';
import { POST_STATUS, USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, getPost, hidePost, showPost } from '#services/contract/content/posts.ts';
import {
  countMarks,
  getMark,
  listMarkedCreators,
  listMarkedPosts,
  markCreator,
  markPost,
  unmarkCreator,
  unmarkPost,
} from '#services/contract/relations/marks.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { posts } from '#services/worker/processes/posts.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);

const followed = async (as: TestUser) =>
  (await api.data(listMarkedCreators, {}, as)).list.map(({ user_id }) => user_id);
const collected = async (as: TestUser) => {
  await api.projected();
  return (await api.data(listMarkedPosts, {}, as)).list.map(({ post_id }) => post_id);
};
const followers = async (creator: TestUser) =>
  (await api.data(getMark, { user_id: creator.user_id }, creator)).mark_count;

test('a person follows creators, each once, and sees the last followed first', async () => {
  const [fan, first, second] = [await api.user(), await api.creator(), await api.creator()];
  for (const { user_id } of [first, second, first]) await api.data(markCreator, { user_id }, fan);
  expect(await followed(fan)).toEqual([second.user_id, first.user_id]);
  expect(await api.data(countMarks, {}, fan)).toEqual({ creator_count: 2 });
  expect(await followers(first)).toBe(1);
  for (const _ of [1, 2]) await api.data(unmarkCreator, { user_id: first.user_id }, fan);
  expect(await followed(fan)).toEqual([second.user_id]);
  expect([await followers(first), await followers(second)]).toEqual([0, 1]);
  // Taking it back.
  expect(await api.data(markCreator, { user_id: first.user_id }, fan)).toEqual({ has_mark: true });
  expect(await followed(fan)).toEqual([first.user_id, second.user_id]);
});

test('only the creator learns how many people follow, and nobody who', async () => {
  const [fan, other, creator] = [await api.user(), await api.creator(), await api.creator()];
  const { user_id } = creator;
  await api.data(markCreator, { user_id }, fan);
  expect(await api.data(getMark, { user_id }, fan)).toEqual({ has_mark: true, mark_count: null });
  expect(await api.data(getMark, { user_id }, other)).toEqual({ has_mark: false, mark_count: null });
  expect(await api.data(getMark, { user_id }, creator)).toEqual({ has_mark: false, mark_count: 1 });
  for (const call of [getMark, countMarks, listMarkedCreators, listMarkedPosts])
    expect((await api.send(call, { user_id })).ec).toBe(40100);
});

test('nobody follows oneself, a fan, or nobody; ending that is always possible', async () => {
  const [fan, creator] = [await api.user(), await api.creator()];
  const own = await api.call(markCreator, { user_id: creator.user_id }, creator);
  expect([own.ec, own.data.errors?.[0]?.field]).toEqual([40000, 'user_id']);
  for (const user_id of [fan.user_id, 'nobody'])
    expect((await api.call(markCreator, { user_id }, creator)).ec).toBe(40400);
  expect(await api.data(unmarkCreator, { user_id: 'nobody' }, fan)).toEqual({ has_mark: false });
  expect(await api.data(unmarkPost, { post_id: 'nothing' }, fan)).toEqual({ has_mark: false });
  expect((await api.call(markPost, { post_id: 'nothing' }, fan)).ec).toBe(40400);
  for (const user_id of ['', "a'b", 'x'.repeat(65)])
    expect((await api.send(markCreator, { user_id }, fan)).ec).toBe(40000);
});

test('a person collects posts, locked ones too; what others do not find is not collected, and leaves the list', async () => {
  const [fan, creator] = [await api.user(), await certifiedCreator(api)];
  const open = await publish(api, creator, { content: 'For all' });
  const locked = await publish(api, creator, { content: 'Secret', audience: 'members' });
  const own = await publish(api, creator, { audience: 'self' });
  const later = await publish(api, creator, {
    publish_time: Math.floor(api.deps.clock.now() / 1_000) + 3_600,
  });
  await api.projected();
  for (const { post_id } of [own, later]) expect((await api.call(markPost, { post_id }, fan)).ec).toBe(40400);
  for (const { post_id } of [open, locked, open]) await api.data(markPost, { post_id }, fan);
  expect(await collected(fan)).toEqual([locked.post_id, open.post_id]);
  const { list } = await api.data(listMarkedPosts, {}, fan);
  expect(list.map(({ has_mark, mark_count }) => [has_mark, mark_count])).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(list.map(({ content, user }) => [content, user.user_id])).toEqual([
    ['', creator.user_id],
    ['For all', creator.user_id],
  ]);
  const { post } = await api.data(getPost, { post_id: open.post_id }, creator);
  expect([post.has_mark, post.mark_count]).toEqual([false, 1]);
  const guest = (await api.data(getPost, { post_id: open.post_id })).post;
  expect([guest.has_mark, guest.mark_count]).toEqual([false, null]);

  await api.data(hidePost, { post_id: locked.post_id }, creator);
  expect(await collected(fan)).toEqual([open.post_id]);
  await api.data(showPost, { post_id: locked.post_id }, creator);
  expect(await collected(fan)).toEqual([locked.post_id, open.post_id]);
  await api.data(deletePost, { post_id: locked.post_id }, creator);
  expect(await collected(fan)).toEqual([open.post_id]);
  // What the worker does after a deletion.
  const { pool, committer } = api.deps;
  const timer = { key: locked.post_id, due_at: 0, attempts: 0, data: {} };
  await posts({ pool, committer }).fire(timer, 0);
  expect((await api.deps.marks.counts('post', [locked.post_id]))(locked.post_id)).toBe(0);
  await api.data(unmarkPost, { post_id: open.post_id }, fan);
  expect(await collected(fan)).toEqual([]);
});

test('lists come in pages without gaps and repetitions, whatever is removed in between', async () => {
  const [fan, creator] = [await api.user(), await certifiedCreator(api)];
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push((await publish(api, creator)).post_id);
  await api.projected();
  for (const post_id of made) await api.data(markPost, { post_id }, fan);
  const first = await api.data(listMarkedPosts, { per_page: 2 }, fan);
  expect([first.list.map(({ post_id }) => post_id), first.has_more]).toEqual([[made[4], made[3]], true]);
  await api.data(unmarkPost, { post_id: made[4] ?? '' }, fan);
  const rank = first.list.at(-1)?.rank ?? 0;
  const second = await api.data(listMarkedPosts, { per_page: 3, rank }, fan);
  expect([second.list.map(({ post_id }) => post_id), second.has_more]).toEqual([
    [made[2], made[1], made[0]],
    false,
  ]);
});

test('creators who are not shown, and their posts, leave the lists', async () => {
  const [fan, creator] = [await api.user(), await certifiedCreator(api)];
  const { post_id } = await publish(api, creator);
  await api.projected();
  await api.data(markCreator, { user_id: creator.user_id }, fan);
  await api.data(markPost, { post_id }, fan);
  const show = (status: number) =>
    api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [creator.user_id, status]);
  await show(USER_STATUS.hidden);
  expect([await followed(fan), await collected(fan)]).toEqual([[], []]);
  expect((await api.call(markCreator, { user_id: creator.user_id }, await api.user())).ec).toBe(40400);
  expect((await api.call(markPost, { post_id }, await api.user())).ec).toBe(40400);
  await show(USER_STATUS.shown);
  expect([await followed(fan), await collected(fan)]).toEqual([[creator.user_id], [post_id]]);
});

test('a deleted account follows nobody, and nobody follows it', async () => {
  const [person, creator, other] = [await leaver(api), await certifiedCreator(api), await api.user()];
  const { post_id } = await publish(api, creator);
  await api.projected();
  for (const as of [person, other]) {
    await api.data(markCreator, { user_id: creator.user_id }, as);
    await api.data(markPost, { post_id }, as);
  }
  await api.data(deleteAccount, { password: PASSWORD }, person);
  expect(await followers(creator)).toBe(1);
  const { list } = await api.data(listOwnPosts, { status: POST_STATUS.normal }, creator);
  expect(list[0]?.mark_count).toBe(1);
  const { rowCount } = await api.deps.pool.query('SELECT FROM relations.marks WHERE user_id = $1', [
    person.user_id,
  ]);
  expect(rowCount).toBe(0);
});

test('one more than the quota is refused, and a place that was given back can be taken', async () => {
  const [fan, creator, next] = [await api.user(), await api.creator(), await api.creator()];
  const most = QUOTAS.followed_creators;
  await api.deps.pool.query(
    `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
     SELECT $1, 'creator', 'creator' || n, $2 FROM generate_series(1, $3::int) n`,
    [fan.user_id, creator.user_id, most],
  );
  const refused = await api.call(markCreator, { user_id: next.user_id }, fan);
  expect([refused.ec, refused.data.errors?.[0]?.field]).toEqual([40902, 'user_id']);
  await api.data(unmarkCreator, { user_id: 'creator1' }, fan);
  expect((await api.call(markCreator, { user_id: next.user_id }, fan)).ec).toBe(200);
});

test('a storm of changes by one person is stopped, and others go on', async () => {
  const [fan, other, creator] = [await api.user(), await api.user(), await api.creator()];
  const { user_id } = creator;
  const answers: number[] = [];
  for (let n = 0; n < 122; n += 1)
    answers.push((await api.call(n % 2 === 0 ? markCreator : unmarkCreator, { user_id }, fan)).ec);
  expect([...new Set(answers)]).toEqual([200, 42900]);
  expect((await api.call(markCreator, { user_id }, other)).ec).toBe(200);
  expect(await followers(creator)).toBe(1);
});
