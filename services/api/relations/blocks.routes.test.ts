import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { addCartEntry, orderCart } from '#services/contract/cart/calls.ts';
import {
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  publishComment,
  reportComment,
  unlikeComment,
} from '#services/contract/content/comments.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { castVote } from '#services/contract/content/votes.ts';
import { listAgreements } from '#services/contract/memberships/calls.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { blockUser, getBlock, listBlocks, unblockUser } from '#services/contract/relations/blocks.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { renewals } from '#services/worker/processes/renewals.ts';
import { agree, renewable } from '#services/worker/testing/agreements.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { publishVote, voter } from '../testing/voting.ts';

const api = fixture(startTestApi);
const creator = fixture(() => certifiedCreator(api));

async function openPost(): Promise<string> {
  const { post_id } = await publish(api, creator);
  await api.projected();
  return post_id;
}
const say = async (post_id: string, as: TestUser, content: string, reply_comment_id?: string) =>
  (
    await api.data(
      publishComment,
      { post_id, content, ...(reply_comment_id !== undefined && { reply_comment_id }) },
      as,
    )
  ).comment;
/** The first comment of each thread, and its replies. */
const texts = async (post_id: string, as?: TestUser) =>
  (await api.data(listComments, { post_id, hot: 1 }, as)).list.map(({ comment, sub_comments }) => [
    comment?.content ?? null,
    ...sub_comments.map(({ content }) => content),
  ]);
const block = (as: TestUser, { user_id }: TestUser) => api.data(blockUser, { user_id }, as);
const reject = (as: TestUser, { user_id }: TestUser) => api.data(blockUser, { user_id, type: 'reject' }, as);

test('people who block each other do not see each other’s comments; everybody else does', async () => {
  const [ann, ben, eve] = [await api.user('Ann'), await api.user('Ben'), await api.user('Eve')];
  const post_id = await openPost();
  const root = await say(post_id, ann, 'Ann');
  const reply = await say(post_id, ben, 'Ben to Ann', root.comment_id);
  await say(post_id, eve, 'Eve to Ben', reply.comment_id);
  const alone = await say(post_id, ben, 'Ben alone');
  await api.data(likeComment, { comment_id: alone.comment_id }, eve);
  for (const _ of [1, 2]) expect(await block(ann, ben)).toEqual({ is_block: true, is_reject: false });
  expect(await texts(post_id, ann)).toEqual([['Ann', 'Eve to Ben']]);
  expect(await texts(post_id, ben)).toEqual([['Ben alone'], [null, 'Ben to Ann', 'Eve to Ben']]);
  for (const as of [eve, creator, undefined])
    expect(await texts(post_id, as)).toEqual([['Ben alone'], ['Ann', 'Ben to Ann', 'Eve to Ben']]);
  const page = await api.data(listComments, { post_id, hot: 1 }, ann);
  // Counts are those of everybody, and tell nothing of a single person.
  expect([page.comment_count, page.hot_list, page.list[0]?.sub_comment_count]).toEqual([4, [], 2]);
  expect(page.list[0]?.sub_comments[0]).toMatchObject({ is_show_reply: false, reply_content: '' });
  const replies = await api.data(listReplies, { post_id, root_comment_id: root.comment_id }, ann);
  expect(replies.list.map(({ content }) => content)).toEqual(['Eve to Ben']);
  // Neither can they answer, like or report what they do not see, whoever blocks.
  for (const [as, comment_id] of [
    [ann, alone.comment_id],
    [ben, root.comment_id],
  ] as const) {
    const calls = [
      await api.call(publishComment, { post_id, content: 'x', reply_comment_id: comment_id }, as),
      await api.call(likeComment, { comment_id }, as),
      await api.call(unlikeComment, { comment_id }, as),
      await api.call(reportComment, { comment_id }, as),
    ];
    expect(calls.map(({ ec }) => ec)).toEqual([40400, 40400, 40400, 40400]);
  }
  for (const _ of [1, 2])
    expect(await api.data(unblockUser, { user_id: ben.user_id }, ann)).toEqual({
      is_block: false,
      is_reject: false,
    });
  expect(await texts(post_id, ann)).toEqual([['Ben alone'], ['Ann', 'Ben to Ann', 'Eve to Ben']]);
});

test('pages are full, whatever is left out of them', async () => {
  const [ann, ben] = [await api.user(), await api.user()];
  const post_id = await openPost();
  for (let n = 0; n < 6; n += 1) await say(post_id, n % 2 === 0 ? ben : creator, `c${n}`);
  const root = await say(post_id, creator, 'root');
  for (let n = 0; n < 8; n += 1) await say(post_id, n % 2 === 0 ? ben : creator, `r${n}`, root.comment_id);
  await block(ann, ben);
  const first = await api.data(listComments, { post_id, per_page: 2 }, ann);
  expect([first.list.map(({ comment }) => comment?.content), first.has_more]).toEqual([['root', 'c5'], true]);
  expect(first.list[0]?.sub_comments.map(({ content }) => content)).toEqual(['r1', 'r3', 'r5']);
  expect(first.list[0]?.sub_comment_has_more).toBe(true);
  const publish_sn = first.list.at(-1)?.publish_sn ?? 0;
  const rest = await api.data(listComments, { post_id, per_page: 2, publish_sn }, ann);
  expect([rest.list.map(({ comment }) => comment?.content), rest.has_more]).toEqual([['c3', 'c1'], false]);
});

test('a rejected fan reads, and cannot comment, like, vote or sponsor; a redeem code is still taken', async () => {
  const fan = await voter(api);
  const plan_id = await renewable(api, creator);
  const { post_id } = await publishVote(api, creator);
  const { comment_id } = await say(post_id, fan, 'Before');
  await api.data(likePost, { post_id }, fan);
  await api.data(likeComment, { comment_id }, fan);
  await agree(api, fan, plan_id);
  await api.data(addCartEntry, { plan_id, month: 1 }, fan);
  await api.projected();
  expect(await reject(creator, fan)).toEqual({ is_block: false, is_reject: true });
  const calls = [
    await api.call(publishComment, { post_id, content: 'x' }, fan),
    await api.call(publishComment, { post_id, content: 'x', reply_comment_id: comment_id }, fan),
    await api.call(likeComment, { comment_id }, fan),
    await api.call(likePost, { post_id }, fan),
    await api.call(castVote, { vote_id: post_id, vote: ['1'] }, fan),
    await api.call(createOrder, { plan_id }, fan),
    await api.call(createOrder, { user_id: creator.user_id, custom_price: '20.00' }, fan),
    await api.call(orderCart, {}, fan),
  ];
  expect(calls.map(({ ec, em }) => [ec, em])).toEqual(
    calls.map(() => [40300, '该创作者已限制你的评论、点赞、投票和赞助']),
  );
  const page = await api.data(listComments, { post_id }, fan);
  expect([page.comments, page.list.length]).toEqual(['rejected', 1]);
  expect((await api.data(listComments, { post_id })).comments).toBe('open');
  // What was there can be taken back.
  expect((await api.data(unlikeComment, { comment_id }, fan)).like_count).toBe(0);
  expect((await api.data(unlikePost, { post_id }, fan)).like_count).toBe(0);
  await api.data(deleteComment, { comment_id }, fan);
  // The renewals are ended, the paid time stays.
  await api.projected();
  const [agreement] = (await api.data(listAgreements, {}, fan)).list;
  expect([agreement?.end_reason, agreement?.next_charge_time]).toEqual(['rejected', null]);
  // Of other creators nothing changes.
  const other = await certifiedCreator(api);
  expect((await api.call(createOrder, { user_id: other.user_id, custom_price: '20.00' }, fan)).ec).toBe(200);
  await api.data(unblockUser, { user_id: fan.user_id, type: 'reject' }, creator);
  expect((await api.call(createOrder, { plan_id }, fan)).ec).toBe(200);
  await say(post_id, fan, 'Again');
});

test('an agreement that is made after the rejection is not charged', async () => {
  const fan = await api.user();
  const plan_id = await renewable(api, creator);
  await agree(api, fan, plan_id);
  const { blocks, clock } = api.deps;
  // As an order that was placed before the rejection and is paid after it.
  await blocks.add({ user_id: creator.user_id, kind: 'reject', other_id: fan.user_id }, clock.now());
  const data = { user_id: fan.user_id, plan_id };
  expect(await renewals(api.deps).fire({ key: '', due_at: 0, attempts: 0, data }, clock.now())).toBe('done');
  await api.projected();
  expect((await api.data(listAgreements, {}, fan)).list[0]?.end_reason).toBe('rejected');
});

test('lists have the newest first, page by page, and are searched by name', async () => {
  const ann = await api.user();
  const people: TestUser[] = [];
  for (const name of ['Bob', 'Carla', '林小满', 'bobby']) {
    const person = await api.user(name);
    people.push(person);
    await block(ann, person);
  }
  const names = async (more = {}) => {
    const { list, has_more } = await api.data(listBlocks, { type: 'block', ...more }, ann);
    return [list.map(({ name }) => name), has_more];
  };
  expect(await names()).toEqual([['bobby', '林小满', 'Carla', 'Bob'], false]);
  expect(await names({ search: 'bob' })).toEqual([['bobby', 'Bob'], false]);
  expect(await names({ search: '%' })).toEqual([[], false]);
  expect(await names({ type: 'reject' })).toEqual([[], false]);
  const one = await api.data(listBlocks, { per_page: 3 }, ann);
  expect(one.has_more).toBe(true);
  expect(await names({ rank: one.list.at(-1)?.rank })).toEqual([['Bob'], false]);
  const [bob] = people;
  expect(await api.data(getBlock, { user_id: bob?.user_id ?? '' }, ann)).toEqual({
    is_block: true,
    is_reject: false,
  });
  // Nobody learns by whom they are blocked.
  expect(await api.data(getBlock, { user_id: ann.user_id }, bob)).toEqual({
    is_block: false,
    is_reject: false,
  });
});

test('refuses oneself, unknown people, rejecting by fans, and more than the quota', async () => {
  const [fan, ben] = [await api.user(), await api.user()];
  for (const [input, ec] of [
    [{ user_id: fan.user_id }, 40000],
    [{ user_id: 'nobody' }, 40400],
    [{ user_id: ben.user_id, type: 'reject' }, 40300],
    [{ user_id: "a'b" }, 40000],
  ] as const)
    expect((await api.send(blockUser, input, fan)).ec).toBe(ec);
  for (const call of [blockUser, unblockUser])
    expect((await api.send(call, { user_id: ben.user_id })).ec).toBe(40100);
  await api.deps.pool.query(
    `WITH people AS (
       INSERT INTO accounts.users (id, name, created_at)
       SELECT 'blocked' || n, 'Blocked', 0 FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO relations.blocks (user_id, kind, other_id, created_at) SELECT $1, 'block', id, 0 FROM people`,
    [fan.user_id, QUOTAS.blocked_people],
  );
  const { ec, data } = await api.call(blockUser, { user_id: ben.user_id }, fan);
  expect([ec, data.errors?.[0]?.field]).toEqual([40902, 'user_id']);
  await api.data(unblockUser, { user_id: 'blocked1' }, fan);
  await block(fan, ben);
});

test('a deleted account is in no list, and its own lists are gone', async () => {
  const [gone, ben] = [await leaver(api), await api.user()];
  await block(gone, ben);
  await block(ben, gone);
  await api.data(deleteAccount, { password: PASSWORD }, gone);
  expect((await api.data(listBlocks, {}, ben)).list).toEqual([]);
  const { rowCount } = await api.deps.pool.query(
    'SELECT FROM relations.blocks WHERE user_id = $1 OR other_id = $1',
    [gone.user_id],
  );
  expect(rowCount).toBe(0);
});

test('the posts of a creator with the special right have no comments', async () => {
  const [quiet, fan] = [await certifiedCreator(api), await api.user()];
  const { post_id } = await publish(api, quiet);
  await api.projected();
  const { comment_id } = await say(post_id, fan, 'Before');
  const register = openRightsRegister(api.deps.pool, api.deps.clock);
  await register.give(quiet.user_id, 'hide_comments');
  await expect.poll(async () => (await api.data(getPost, { post_id }, fan)).post.comment_count).toBe(0);
  const page = await api.data(listComments, { post_id, hot: 1 }, quiet);
  expect([page.comments, page.list, page.hot_list, page.comment_count]).toEqual(['off', [], [], 0]);
  expect((await api.data(listReplies, { post_id, root_comment_id: comment_id })).list).toEqual([]);
  expect((await api.call(publishComment, { post_id, content: 'x' }, fan)).ec).toBe(40902);
  expect((await api.call(likeComment, { comment_id }, fan)).ec).toBe(40400);
  await register.take(quiet.user_id, 'hide_comments');
  await expect.poll(async () => (await texts(post_id, fan)).length).toBe(1);
});
