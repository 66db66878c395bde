import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, getPost, hidePost, publishPost } from '#services/contract/content/posts.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { posts } from '#services/worker/processes/posts.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);

const shown = async (post_id: string, as?: TestUser) => {
  const { has_like, like_count } = (await api.data(getPost, { post_id }, as)).post;
  return [has_like, like_count];
};

test('readers like a post, each once, and everybody sees how many', async () => {
  const [fan, other, creator] = [await api.user(), await api.user(), await certifiedCreator(api)];
  const { post_id } = await publish(api, creator);
  await api.projected();
  expect(await api.data(likePost, { post_id }, fan)).toEqual({ has_like: true, like_count: 1 });
  expect(await api.data(likePost, { post_id }, fan)).toEqual({ has_like: true, like_count: 1 });
  expect(await api.data(likePost, { post_id }, creator)).toEqual({ has_like: true, like_count: 2 });
  expect([await shown(post_id, fan), await shown(post_id, other), await shown(post_id)]).toEqual([
    [true, 2],
    [false, 2],
    [false, 2],
  ]);
  const { list } = await api.data(listPosts, { user_id: creator.user_id }, fan);
  expect(list.map(({ has_like, like_count }) => [has_like, like_count])).toEqual([[true, 2]]);
  for (const _ of [1, 2])
    expect(await api.data(unlikePost, { post_id }, fan)).toEqual({ has_like: false, like_count: 1 });
  expect(await shown(post_id, fan)).toEqual([false, 1]);
});

test('who cannot read a post cannot like it, and can still end a like', async () => {
  const [fan, creator] = [await api.user(), await certifiedCreator(api)];
  const { post_id } = await publish(api, creator, { content: 'Secret' });
  const own = await publish(api, creator, { audience: 'self' });
  await api.projected();
  await api.data(likePost, { post_id }, fan);
  await api.data(publishPost, { post_id, content: 'Secret', audience: 'members' }, creator);
  await api.projected();
  expect((await api.call(likePost, { post_id }, fan)).ec).toBe(40300);
  expect(await shown(post_id, fan)).toEqual([true, 1]);
  expect(await api.data(unlikePost, { post_id }, fan)).toEqual({ has_like: false, like_count: 0 });
  for (const other of [own.post_id, 'nothing'])
    expect((await api.call(likePost, { post_id: other }, fan)).ec).toBe(40400);
  for (const call of [likePost, unlikePost]) {
    expect((await api.send(call, { post_id })).ec).toBe(40100);
    expect((await api.send(call, { post_id: "a'b" }, fan)).ec).toBe(40000);
  }
});

test('the number of a post that is hidden is not told, and a deleted one has no likes', async () => {
  const [fan, other, creator] = [await api.user(), await api.user(), await certifiedCreator(api)];
  const { post_id } = await publish(api, creator);
  await api.projected();
  for (const as of [fan, other]) await api.data(likePost, { post_id }, as);
  await api.data(hidePost, { post_id }, creator);
  await api.projected();
  expect((await api.call(likePost, { post_id }, fan)).ec).toBe(40400);
  expect(await api.data(unlikePost, { post_id }, fan)).toEqual({ has_like: false, like_count: 0 });
  expect((await api.deps.marks.counts('like', [post_id]))(post_id)).toBe(1);
  await api.data(deletePost, { post_id }, creator);
  const { pool, committer } = api.deps;
  await posts({ pool, committer }).fire({ key: post_id, due_at: 0, attempts: 0, data: {} }, 0);
  expect((await api.deps.marks.counts('like', [post_id]))(post_id)).toBe(0);
});

test('a deleted account leaves no likes', async () => {
  const [fan, creator] = [await leaver(api), await certifiedCreator(api)];
  const { post_id } = await publish(api, creator);
  await api.projected();
  await api.data(likePost, { post_id }, fan);
  await api.data(deleteAccount, { password: PASSWORD }, fan);
  expect(await shown(post_id)).toEqual([false, 0]);
  // A like that was on its way.
  const { user_id } = fan;
  expect(await api.deps.likes.set({ user_id, post_id, creator_id: creator.user_id, liked: true })).toBe(0);
});

test('a person makes at most 120 changes a minute', async () => {
  const [fan, creator] = [await api.user(), await certifiedCreator(api)];
  const { post_id } = await publish(api, creator);
  await api.projected();
  const codes = new Set<number>();
  for (let n = 0; n < 121; n += 1)
    codes.add((await api.call(n % 2 === 0 ? likePost : unlikePost, { post_id }, fan)).ec);
  expect([...codes]).toEqual([200, 42900]);
});
