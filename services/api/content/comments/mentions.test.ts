import { describe, expect, it, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import {
  deleteComment,
  listComments,
  listParticipants,
  publishComment,
} from '#services/contract/content/comments.ts';
import { MAX_MENTIONS, mentionOf } from '#services/contract/content/mentions.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { editNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { listNotices } from '#services/contract/notices/notices.ts';
import { blockUser, unblockUser } from '#services/contract/relations/blocks.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
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
  (await api.data(publishComment, { post_id, content, ...(reply_comment_id && { reply_comment_id }) }, as))
    .comment;
const at = ({ user_id }: TestUser): string => mentionOf(user_id);
const newest = async (post_id: string, as?: TestUser) =>
  (await api.data(listComments, { post_id }, as)).list[0]?.comment;
/** What of a comment is a link, and to whom. */
const linksOf = (comment: Awaited<ReturnType<typeof newest>>) =>
  comment?.mentions.map(({ user_id, offset, length }) => [
    user_id,
    comment.content.slice(offset, offset + length),
  ]);
const offered = async (post_id: string, as: TestUser, search = '') =>
  (await api.data(listParticipants, { post_id, search }, as)).list;
const namesOffered = async (...of: Parameters<typeof offered>) =>
  (await offered(...of)).map(({ name }) => name);
const setStatus = (user: TestUser, status: number) =>
  api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [user.user_id, status]);
const nameOf = async ({ user_id }: TestUser): Promise<string> =>
  (await api.deps.directory.usersByIds([user_id])).get(user_id)?.name ?? '';

describe('a mention', () => {
  it('is a link to who takes part, with the present name; other people and typed names are plain text', async () => {
    const [ann, ben, eve] = [await api.user('Ann'), await api.user('小满'), await api.user('Eve')];
    const post_id = await openPost();
    await say(post_id, ann, 'First');
    const written = await say(
      post_id,
      ben,
      `Hi ${at(ann)}, ${at(creator)} and ${at(eve)}, @Ann <@x> ${at(ben)}`,
    );
    const own = await nameOf(creator);
    expect(written.content).toBe(`Hi @Ann, @${own} and @Eve, @Ann @… @小满`);
    expect(linksOf(written)).toEqual([
      [ann.user_id, '@Ann'],
      [creator.user_id, `@${own}`],
      [ben.user_id, '@小满'],
    ]);
    await api.deps.pool.query("UPDATE accounts.users SET name = 'Anna 🎈' WHERE id = $1", [ann.user_id]);
    const renamed = await newest(post_id);
    expect(renamed?.content).toBe(`Hi @Anna 🎈, @${own} and @Eve, @Ann @… @小满`);
    expect(linksOf(renamed)?.[1]).toEqual([creator.user_id, `@${own}`]);
    // A reply quotes the name, too.
    const reply = await say(post_id, ann, `${at(ben)} hello`, written.comment_id);
    const answer = await say(post_id, ben, 'Yes', reply.comment_id);
    expect(answer.reply_content).toBe('@小满 hello');
  });

  it('has no name of who is hidden or has left', async () => {
    const [ann, gone, post_id] = [await api.user('Ann'), await leaver(api), await openPost()];
    await say(post_id, ann, 'First');
    await say(post_id, gone, 'Second');
    await say(post_id, creator, `${at(ann)} ${at(gone)}`);
    await setStatus(ann, USER_STATUS.hidden);
    await api.data(deleteAccount, { password: PASSWORD }, gone);
    const hidden = await newest(post_id);
    expect([hidden?.content, hidden?.mentions]).toEqual(['@… @…', []]);
    await setStatus(ann, USER_STATUS.shown);
    expect((await newest(post_id))?.content).toBe('@Ann @…');
    const { rows } = await api.deps.pool.query('SELECT FROM content.comment_mentions WHERE user_id = $1', [
      gone.user_id,
    ]);
    expect(rows).toEqual([]);
  });

  it('of more than ten people is refused, and names make a text no longer', async () => {
    const [ann, post_id] = [await api.user('Ann'), await openPost()];
    const { ec, data } = await api.send(
      publishComment,
      { post_id, content: at(creator).repeat(MAX_MENTIONS + 1) },
      ann,
    );
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'content']);
    const most = at(creator).repeat(MAX_MENTIONS) + '字'.repeat(1_000 - MAX_MENTIONS);
    expect((await say(post_id, ann, most)).mentions).toHaveLength(MAX_MENTIONS);
    expect((await api.send(publishComment, { post_id, content: `${most}字` }, ann)).ec).toBe(40000);
  });
});

describe('the people who are offered', () => {
  it('are the creator and then those who commented last, without the person who writes', async () => {
    const [ann, ben, eve] = [await api.user('Ann'), await api.user('Ben'), await api.user('Eve')];
    const [post_id, other] = [await openPost(), await openPost()];
    for (const [one, post] of [
      [ann, post_id],
      [ben, post_id],
      [ann, post_id],
      [eve, other],
    ] as const)
      await say(post, one, 'x');
    const own = await nameOf(creator);
    expect(await namesOffered(post_id, ben)).toEqual([own, 'Ann']);
    expect(await namesOffered(post_id, eve)).toEqual([own, 'Ann', 'Ben']);
    expect(await namesOffered(post_id, creator)).toEqual(['Ann', 'Ben']);
    expect(await namesOffered(post_id, eve, 'bE')).toEqual(['Ben']);
    expect(await namesOffered(post_id, eve, '%')).toEqual([]);
    expect((await offered(post_id, ben))[0]).toMatchObject({ is_creator: true, user_id: creator.user_id });
    await setStatus(ann, USER_STATUS.hidden);
    expect(await namesOffered(post_id, eve)).toEqual([own, 'Ben']);
  });

  it('of names that look the same are both there, each with its own id', async () => {
    const name = await nameOf(creator);
    const [double, eve, post_id] = [await api.user(name), await api.user('Eve'), await openPost()];
    await say(post_id, double, 'I am the creator');
    expect((await offered(post_id, eve)).map(({ user_id, is_creator }) => [user_id, is_creator])).toEqual([
      [creator.user_id, true],
      [double.user_id, false],
    ]);
    const written = await say(post_id, eve, `${at(double)} ${at(creator)}`);
    expect(written.mentions.map(({ user_id }) => user_id)).toEqual([double.user_id, creator.user_id]);
  });

  it('are neither blocked nor rejected, and cannot be mentioned by their ids either', async () => {
    const [ann, ben, post_id] = [await api.user('Ann'), await api.user('Ben'), await openPost()];
    await say(post_id, ann, 'First');
    const own = await nameOf(creator);
    const mentioned = async () => (await say(post_id, ben, at(ann))).mentions.length;
    for (const [by, whom, type] of [
      [ann, ben, 'block'],
      [ben, ann, 'block'],
      [creator, ann, 'reject'],
    ] as const) {
      await api.data(blockUser, { user_id: whom.user_id, type }, by);
      expect([await namesOffered(post_id, ben), await mentioned()]).toEqual([[own], 0]);
      await api.data(unblockUser, { user_id: whom.user_id, type }, by);
      expect([await namesOffered(post_id, ben), await mentioned()]).toEqual([[own, 'Ann'], 1]);
    }
  });

  it('are for those who can read the post, where it has comments', async () => {
    const [fan, gated, post_id] = [
      await api.user(),
      await openPost({ audience: 'members' }),
      await openPost(),
    ];
    expect((await api.send(listParticipants, { post_id })).ec).toBe(40100);
    expect((await api.call(listParticipants, { post_id: gated }, fan)).ec).toBe(40300);
    expect((await api.call(listParticipants, { post_id: 'nothing' }, fan)).ec).toBe(40400);
    for (const search of ['x'.repeat(41), '\u0000'])
      expect((await api.send(listParticipants, { post_id, search }, fan)).ec).toBe(40000);
    expect(await offered(post_id, fan)).toHaveLength(1);
    const quiet = await certifiedCreator(api);
    const post = (await publish(api, quiet)).post_id;
    await api.projected();
    await openRightsRegister(api.deps.pool, api.deps.clock).give(quiet.user_id, 'hide_comments');
    await expect.poll(() => offered(post, fan)).toEqual([]);
  });
});

describe('notices of mentions', () => {
  const notices = async (as: TestUser) =>
    (await api.data(listNotices, { tab: 'comment' }, as)).list.map(({ kind, new_count, text }) => [
      kind,
      new_count,
      text,
    ]);
  const unread = async (as: TestUser) => (await api.data(getMyCheck, {}, as)).unread_count.comment;

  test('a comment is one notice for a person, however it concerns them', async () => {
    const [ann, ben, post_id] = [await api.user('Ann'), await api.user('Ben'), await openPost()];
    const before = await unread(creator);
    const first = await say(post_id, ann, 'First');
    // Twice in one comment; oneself; the creator, who has a notice of each comment.
    const second = await say(post_id, ben, `${at(ann)} ${at(ann)} ${at(ben)} ${at(creator)}`);
    const own = await nameOf(creator);
    expect(await notices(ann)).toEqual([['mention', 1, `@Ann @Ann @Ben @${own}`]]);
    expect([await notices(ben), await unread(creator)]).toEqual([[], before + 1]);
    // A reply to the person that mentions them is a reply alone.
    await say(post_id, ben, `${at(ann)} again`, first.comment_id);
    expect(await notices(ann)).toEqual([
      ['reply', 1, '@Ann again'],
      ['mention', 1, `@Ann @Ann @Ben @${own}`],
    ]);
    await say(post_id, creator, `${at(ann)} hello`);
    expect((await notices(ann))[0]).toEqual(['mention', 2, '@Ann hello']);
    expect(await unread(ann)).toBe(2);
    await api.data(editNotifyConfig, { events: [{ event: 'reply', site: false }] }, ann);
    expect(await unread(ann)).toBe(0);
    await api.data(editNotifyConfig, { events: [{ event: 'reply', site: true }] }, ann);
    await api.data(blockUser, { user_id: ben.user_id }, ann);
    expect(await notices(ann)).toEqual([['mention', 2, '@Ann hello']]);
    await api.data(unblockUser, { user_id: ben.user_id }, ann);
    await api.data(deleteComment, { comment_id: second.comment_id }, ben);
    expect((await notices(ann)).map(([kind]) => kind)).toEqual(['mention', 'reply']);
  });
});
