import { describe, expect, it, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import {
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  publishComment,
  reportComment,
  unlikeComment,
} from '#services/contract/content/comments.ts';
import { MAX_MENTIONS, mentionOf } from '#services/contract/content/mentions.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, getPost, hidePost, showPost } from '#services/contract/content/posts.ts';
import { posts } from '#services/worker/processes/posts.ts';
import { leaver, PASSWORD } from '../../testing/leaving.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => certifiedCreator(api));

async function openPost(body: Parameters<typeof publish>[2] = {}): Promise<string> {
  const { post_id } = await publish(api, creator, body);
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
const list = (post_id: string, as?: TestUser, more = {}) => api.data(listComments, { post_id, ...more }, as);
/** A page in short: the first comment of each thread, and its replies. */
const texts = async (post_id: string, as?: TestUser) =>
  (await list(post_id, as)).list.map(({ comment, sub_comments }) => [
    comment?.content ?? null,
    ...sub_comments.map(({ content }) => content),
  ]);
const countOf = async (post_id: string, as?: TestUser) =>
  (await api.data(getPost, { post_id }, as)).post.comment_count;
const setStatus = (user: TestUser, status: number) =>
  api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [user.user_id, status]);

test('threads are the newest first, with the first three replies; all further replies come by pages', async () => {
  const [ann, ben] = [await api.user('Ann'), await api.user('Ben')];
  const post_id = await openPost();
  const first = await say(post_id, ann, 'First');
  await say(post_id, ben, 'Second');
  const reply = await say(post_id, ben, 'r1', first.comment_id);
  await say(post_id, ann, 'r2\nmore', reply.comment_id);
  await say(post_id, creator, 'r3', first.comment_id);
  const last = await say(post_id, ben, 'r4', first.comment_id);
  expect(await texts(post_id)).toEqual([['Second'], ['First', 'r1', 'r2\nmore', 'r3']]);
  const [, thread] = (await list(post_id)).list;
  expect(thread).toMatchObject({
    root_comment_id: first.comment_id,
    sub_comment_count: 4,
    sub_comment_has_more: true,
  });
  const shown = thread?.sub_comments.map(({ is_show_reply, reply_user, reply_content, is_creator }) => [
    is_show_reply,
    reply_user,
    reply_content,
    is_creator,
  ]);
  // A reply to the first comment of the thread needs no quote.
  expect(shown).toEqual([
    [false, '', '', false],
    [true, 'Ben', 'r1', false],
    [false, '', '', true],
  ]);
  const rest = await api.data(listReplies, {
    post_id,
    root_comment_id: first.comment_id,
    publish_sn: thread?.sub_comments.at(-1)?.publish_sn ?? 0,
  });
  expect([rest.list.map(({ content }) => content), rest.has_more]).toEqual([['r4'], false]);
  expect([await countOf(post_id), (await list(post_id)).comment_count]).toEqual([6, 6]);
  expect(last).toMatchObject({ content: 'r4', can_delete: true, like_count: 0, report_count: null });
  // Pages without gaps and repetitions.
  const one = await list(post_id, undefined, { per_page: 1 });
  const two = await list(post_id, undefined, { per_page: 1, publish_sn: one.list[0]?.publish_sn });
  expect([one.has_more, two.has_more, two.list[0]?.comment?.content]).toEqual([true, false, 'First']);
});

test('the three most liked threads are the hot ones; a like counts once', async () => {
  const fans = [await api.user(), await api.user(), await api.user()];
  const post_id = await openPost();
  const made = [];
  for (const n of [0, 1, 2, 3, 4]) made.push(await say(post_id, creator, `c${n}`));
  const likes = [1, 0, 3, 2, 1];
  for (const [n, count] of likes.entries())
    for (const fan of fans.slice(0, count))
      for (const _ of [1, 2])
        expect((await api.data(likeComment, { comment_id: made[n]?.comment_id ?? '' }, fan)).has_like).toBe(
          true,
        );
  const { hot_list, list: all } = await list(post_id, fans[0], { hot: 1 });
  expect(hot_list.map(({ comment }) => [comment?.content, comment?.like_count, comment?.has_like])).toEqual([
    ['c2', 3, true],
    ['c3', 2, true],
    ['c4', 1, true],
  ]);
  expect([all.length, (await list(post_id)).hot_list]).toEqual([5, []]);
  const comment_id = made[2]?.comment_id ?? '';
  for (const _ of [1, 2])
    expect(await api.data(unlikeComment, { comment_id }, fans[0])).toEqual({
      like_count: 2,
      has_like: false,
    });
});

describe('who may read and write', () => {
  it('follows the rights of the post; below 50 comments others see no count', async () => {
    const fan = await api.user();
    const post_id = await openPost({ audience: 'members' });
    const { comment_id } = await say(post_id, creator, 'Only for members');
    const calls = [
      await api.call(listComments, { post_id }, fan),
      await api.call(listComments, { post_id }),
      await api.call(listReplies, { post_id, root_comment_id: comment_id }, fan),
      await api.call(publishComment, { post_id, content: 'Me, too' }, fan),
      await api.call(publishComment, { post_id, content: 'Me, too', reply_comment_id: comment_id }, fan),
      await api.call(likeComment, { comment_id }, fan),
      await api.call(unlikeComment, { comment_id }, fan),
      await api.call(reportComment, { comment_id }, fan),
    ];
    expect(calls.map(({ ec }) => ec)).toEqual(calls.map(() => 40300));
    expect([await countOf(post_id, creator), await countOf(post_id, fan), await countOf(post_id)]).toEqual([
      1, 0, 0,
    ]);
    await api.deps.pool.query(
      `INSERT INTO content.comments (post_id, creator_id, user_id, thread_sn, content, created_at)
       SELECT post_id, creator_id, user_id, thread_sn, 'more', 0 FROM content.comments, generate_series(1, 49)
        WHERE sn = $1`,
      [comment_id],
    );
    expect([
      await countOf(post_id),
      (await api.data(listPosts, { user_id: creator.user_id })).list[0],
    ]).toEqual([50, expect.objectContaining({ post_id, comment_count: 50 })]);
  });

  it('needs a signed-in person, a published post, and a comment of this post', async () => {
    const fan = await api.user();
    const [post_id, other] = [await openPost(), await openPost()];
    const { comment_id } = await say(other, fan, 'Elsewhere');
    expect((await api.send(publishComment, { post_id, content: 'x' })).ec).toBe(40100);
    for (const [input, ec] of [
      [{ post_id: 'nothing', content: 'x' }, 40400],
      [{ post_id, content: 'x', reply_comment_id: comment_id }, 40400],
      [{ post_id, content: 'x', reply_comment_id: '999999999' }, 40400],
    ] as const)
      expect((await api.call(publishComment, input, fan)).ec).toBe(ec);
    for (const reply_comment_id of ['', 'x', '-1', '0', '1e3', '9'.repeat(16)])
      expect((await api.send(publishComment, { post_id, content: 'x', reply_comment_id }, fan)).ec).toBe(
        40000,
      );
    // A changed cursor, or a thread of another post, shows nothing of it.
    const replies = await api.data(listReplies, { post_id, root_comment_id: comment_id });
    expect(replies.list).toEqual([]);
    for (const publish_sn of ['-1', 'x', '1.5'])
      expect((await api.send(listComments, { post_id, publish_sn })).ec).toBe(40000);
  });

  it('with the cursor of another post shows comments of this post alone', async () => {
    const [post_id, other] = [await openPost(), await openPost()];
    await say(post_id, creator, 'Before');
    const elsewhere = await say(other, creator, 'Elsewhere');
    await say(post_id, creator, 'After');
    const page = async (publish_sn: number) =>
      (await list(post_id, undefined, { publish_sn })).list.map(({ comment }) => comment?.content);
    expect(await page(elsewhere.publish_sn)).toEqual(['Before']);
    expect(await page(10 ** 11)).toEqual(['After', 'Before']);
    expect(await page(1)).toEqual([]);
  });

  it('gets at most 1 MiB, whatever people wrote', async () => {
    const [fan, post_id] = [await api.user('字'.repeat(20)), await openPost()];
    const mentions = mentionOf(creator.user_id).repeat(MAX_MENTIONS);
    const { comment_id } = await say(post_id, fan, mentions + '𠮷'.repeat(1_000 - MAX_MENTIONS));
    const { pool } = api.deps;
    const add = (threads: string) =>
      pool.query(
        `INSERT INTO content.comments (sn, post_id, creator_id, user_id, thread_sn, reply_to, content, created_at, like_count)
         SELECT next, post_id, creator_id, user_id, ${threads}, content, 0, 1
           FROM (SELECT c.*, nextval('content.comment_sn') AS next
                   FROM content.comments c, generate_series(1, $2::int) WHERE post_id = $1 AND sn = thread_sn) c`,
        [post_id, threads === 'next, NULL' ? 29 : 4],
      );
    await add('next, NULL');
    await add('thread_sn, sn');
    const answer = await api.data(listComments, { post_id, hot: 1, per_page: 30 });
    expect([answer.list.length, answer.hot_list.length, answer.comment_count]).toEqual([30, 3, 150]);
    expect(answer.list[0]?.comment?.mentions).toHaveLength(MAX_MENTIONS);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(2 ** 20);
    const replies = await api.data(listReplies, { post_id, root_comment_id: comment_id, per_page: 50 });
    expect(Buffer.byteLength(JSON.stringify(replies))).toBeLessThan(2 ** 20);
  });

  it('a hidden post has no comments for others, a deleted one none at all', async () => {
    const fan = await api.user();
    const post_id = await openPost();
    const { comment_id } = await say(post_id, fan, 'Soon gone');
    await api.data(hidePost, { post_id }, creator);
    await api.projected();
    for (const call of [
      await api.call(listComments, { post_id }, fan),
      await api.call(publishComment, { post_id, content: 'x' }, fan),
      await api.call(likeComment, { comment_id }, fan),
    ])
      expect(call.ec).toBe(40400);
    expect((await api.call(publishComment, { post_id, content: 'x' }, creator)).ec).toBe(40902);
    await api.data(showPost, { post_id }, creator);
    await api.projected();
    expect(await texts(post_id)).toEqual([['Soon gone']]);
    await api.data(deletePost, { post_id }, creator);
    await api.projected();
    expect((await api.call(listComments, { post_id }, creator)).ec).toBe(41010);
    expect((await api.deps.comments.counts([post_id]))(post_id)).toBe(0);
    // What the worker does, where a crash left some.
    const { pool, committer } = api.deps;
    await posts({ pool, committer }).fire({ key: post_id, due_at: 0, attempts: 0, data: {} }, 0);
    expect(await api.deps.comments.bySn(Number(comment_id))).toBeUndefined();
  });

  it('needs a phone where the platform asks for one', async () => {
    const fan = await api.user();
    const post_id = await openPost();
    Object.assign(api.deps.config, { commentsNeedPhone: true });
    try {
      const { ec, em } = await api.call(publishComment, { post_id, content: 'x' }, fan);
      expect([ec, em]).toEqual([40103, '为了更好的体验，请先绑定手机']);
    } finally {
      Object.assign(api.deps.config, { commentsNeedPhone: false });
    }
  });
});

describe('texts', () => {
  it.each([
    ['', 'nothing'],
    [' \n\u200b', 'nothing visible'],
    ['字'.repeat(1_001), '1,001 characters'],
    ['\u0301'.repeat(7_999), 'marks without an end'],
    [`${'a\n'.repeat(30)}a`, '31 lines'],
    ['a.com b.cn c.org', 'three addresses'],
    ['https://а.рф/x www.b.com c。cn', 'three addresses in other scripts and signs'],
    ['evil\u202emoc.a', 'a text that turns around'],
    ['\u0000', 'NUL'],
    ['\ud800', 'half a character'],
  ])('%j is refused: %s', async (content) => {
    const [fan, post_id] = [await api.user(), await openPost()];
    const { ec, data } = await api.send(publishComment, { post_id, content }, fan);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'content']);
  });

  it('keeps lines, and of many empty ones one', async () => {
    const [fan, post_id] = [await api.user(), await openPost()];
    expect((await say(post_id, fan, '  a\r\n\n\n\n\nb。c, 3.14 v2.0 ')).content).toBe('a\n\nb。c, 3.14 v2.0');
    expect((await say(post_id, fan, '字'.repeat(1_000))).content).toHaveLength(1_000);
  });

  it('a repeated request publishes once; another text under its key is refused', async () => {
    const [fan, post_id] = [await api.user(), await openPost()];
    const headers = { 'idempotency-key': 'once' };
    const send = (content: string, as = fan) => api.call(publishComment, { post_id, content }, as, headers);
    const [first, again] = [await send('Once'), await send('Once')];
    expect(again.data.comment).toEqual(first.data.comment);
    expect((await send('Other')).ec).toBe(40901);
    expect((await send('Other', await api.user())).ec).toBe(200);
    expect(await countOf(post_id)).toBe(2);
  });

  it('a flood is refused after 20 comments in a minute, for this person alone', async () => {
    const [fan, post_id] = [await api.user(), await openPost()];
    for (let n = 0; n < 20; n += 1) await say(post_id, fan, `flood ${n}`);
    expect((await api.call(publishComment, { post_id, content: 'x' }, fan)).ec).toBe(42900);
    await say(post_id, await api.user(), 'Hello');
  });
});

test('a storm of likes of comments is stopped, for this person alone', async () => {
  const [fan, other, post_id] = [await api.user(), await api.user(), await openPost()];
  const { comment_id } = await say(post_id, creator, 'Like me');
  const codes: number[] = [];
  for (let n = 0; n < 124; n += 1)
    codes.push((await api.call(n % 2 === 0 ? likeComment : unlikeComment, { comment_id }, fan)).ec);
  expect(codes).toEqual([...Array(120).fill(200), 42900, 42900, 42900, 42900]);
  expect((await api.data(likeComment, { comment_id }, other)).like_count).toBe(1);
});

test('a name that looks like the creator’s has no badge, and its comment no rights', async () => {
  const { name } = creator;
  const double = await api.user(name.replaceAll('i', 'і').replaceAll('a', 'а'));
  const post_id = await openPost();
  await say(post_id, double, 'I am the creator');
  const own = await say(post_id, creator, 'I am');
  expect((await api.call(deleteComment, { comment_id: own.comment_id }, double)).ec).toBe(40400);
  expect((await list(post_id)).list.map(({ comment }) => comment?.is_creator)).toEqual([true, false]);
});

describe('deleting', () => {
  it('is for the author, the creator and a team member with the right; replies stay', async () => {
    const [ann, ben, member] = [await api.user(), await api.user(), await api.user()];
    const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
    await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
    const post_id = await openPost();
    const root = await say(post_id, ann, 'Root');
    const reply = await say(post_id, ben, 'Reply', root.comment_id);
    const second = await say(post_id, ann, 'Second', reply.comment_id);
    expect((await api.call(deleteComment, { comment_id: root.comment_id }, ben)).ec).toBe(40400);
    for (const _ of [1, 2]) await api.data(deleteComment, { comment_id: root.comment_id }, ann);
    expect(await texts(post_id)).toEqual([[null, 'Reply', 'Second']]);
    // The thread goes on after its first comment.
    expect(
      (await api.call(publishComment, { post_id, content: 'x', reply_comment_id: root.comment_id }, ben)).ec,
    ).toBe(40400);
    await say(post_id, ben, 'Third', second.comment_id);
    await api.data(deleteComment, { comment_id: reply.comment_id }, creator);
    const [thread] = (await list(post_id)).list;
    expect(thread?.sub_comments.map(({ content, is_show_reply }) => [content, is_show_reply])).toEqual([
      ['Second', false],
      ['Third', true],
    ]);
    for (const { comment_id } of thread?.sub_comments ?? [])
      await api.data(deleteComment, { comment_id }, member);
    expect([await texts(post_id), await countOf(post_id)]).toEqual([[], 0]);
    const { rows } = await api.deps.pool.query('SELECT FROM content.comment_threads WHERE post_id = $1', [
      post_id,
    ]);
    expect(rows).toEqual([]);
  });

  it('an account that is deleted leaves no comment, like or report; one that is hidden comes back', async () => {
    const [gone, ben] = [await leaver(api), await api.user()];
    const post_id = await openPost();
    const root = await say(post_id, gone, 'Root');
    const reply = await say(post_id, ben, 'Reply', root.comment_id);
    await say(post_id, gone, 'Answer', reply.comment_id);
    const alone = await say(post_id, gone, 'Alone');
    for (const comment_id of [reply.comment_id, alone.comment_id])
      await api.data(likeComment, { comment_id }, gone);
    await api.data(reportComment, { comment_id: reply.comment_id }, gone);
    await setStatus(gone, USER_STATUS.hidden);
    expect([await texts(post_id), await countOf(post_id)]).toEqual([[[null, 'Reply']], 1]);
    for (const call of [likeComment, reportComment])
      expect((await api.call(call, { comment_id: alone.comment_id }, ben)).ec).toBe(40400);
    await setStatus(gone, USER_STATUS.shown);
    expect(await texts(post_id)).toEqual([['Alone'], ['Root', 'Reply', 'Answer']]);
    expect(await countOf(post_id)).toBe(4);
    await api.data(deleteAccount, { password: PASSWORD }, gone);
    expect([await texts(post_id), await countOf(post_id)]).toEqual([[[null, 'Reply']], 1]);
    const [thread] = (await list(post_id, creator)).list;
    expect(thread?.sub_comments[0]).toMatchObject({ like_count: 0, report_count: 0 });
  });
});

test('a report counts once for each person, and only the creator sees it', async () => {
  const [ann, ben] = [await api.user(), await api.user()];
  const post_id = await openPost();
  const { comment_id } = await say(post_id, ann, 'Buy at my shop');
  for (const as of [ben, ben, ann]) await api.data(reportComment, { comment_id, reason: 'Advertising' }, as);
  const seen = async (as?: TestUser) => (await list(post_id, as)).list[0]?.comment?.report_count;
  expect([await seen(creator), await seen(ann), await seen()]).toEqual([2, null, null]);
});
