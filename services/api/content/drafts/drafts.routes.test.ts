import { beforeEach, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { deleteDraft, getDraft, listDrafts, saveDraft } from '#services/contract/content/drafts.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, publishPost } from '#services/contract/content/posts.ts';
import { type InputOf, TEAM_HEADER } from '#services/contract/endpoint.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { leavingCreator, PASSWORD } from '../../testing/leaving.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { certify } from '../../testing/replying.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

type Body = InputOf<typeof saveDraft>['body'];

const api = fixture(startTestApi);
let creator: TestUser;
beforeEach(async () => {
  creator = await certifiedCreator(api);
});

const save = (body: Body, more: { draft_id?: string; version?: number } = {}, as = creator) =>
  api.data(saveDraft, { body, ...more }, as);
const list = async (post_id?: string, as = creator) =>
  (await api.data(listDrafts, post_id === undefined ? {} : { post_id }, as)).list;
const codeOf = async (draft_id: string, as?: TestUser) => (await api.call(getDraft, { draft_id }, as)).ec;
const rows = async () => (await api.deps.pool.query('SELECT FROM content.drafts')).rowCount;

test('a draft is saved by version, listed, read and deleted', async () => {
  const { post_id } = await publish(api, creator);
  const first = await save({ title: 'One', content: 'Text' });
  expect(first).toMatchObject({ version: 1, saved_at: expect.any(Number) });
  const { draft_id } = first;
  expect(await save({ title: 'Two', post_id }, { draft_id, version: 1 })).toMatchObject({
    draft_id,
    version: 2,
  });
  const other = await save({ type: 1, title: 'Article' });
  expect(await list()).toMatchObject([
    { draft_id: other.draft_id, title: 'Article', type: 1, post_id: '' },
    { draft_id, title: 'Two', type: 0, version: 2, post_id },
  ]);
  expect((await list(post_id)).map((one) => one.draft_id)).toEqual([draft_id]);
  const { body, version } = await api.data(getDraft, { draft_id }, creator);
  expect([version, body]).toMatchObject([2, { title: 'Two', content: '', post_id, audience: 'all' }]);
  // What is read is saved again as it is.
  expect(await save(body, { draft_id, version })).toMatchObject({ version: 3 });
  for (const _ of [1, 2]) await api.data(deleteDraft, { draft_id }, creator);
  expect(await codeOf(draft_id, creator)).toBe(40400);
});

test('a window with an older version gets the other text; a repeated request is no conflict', async () => {
  const { draft_id } = await save({ content: 'One' });
  const theirs = await save({ content: 'Theirs' }, { draft_id, version: 1 });
  const mine = await api.call(saveDraft, { draft_id, version: 1, body: { content: 'Mine' } }, creator);
  expect([mine.ec, mine.em]).toEqual([40902, expect.stringMatching(/./)]);
  expect(mine.data).toMatchObject({ version: 2, body: { content: 'Theirs' }, saved_at: theirs.saved_at });
  expect(await save({ content: 'Theirs' }, { draft_id, version: 1 })).toEqual(theirs);
  expect(await save({ content: 'Both' }, { draft_id, version: 2 })).toMatchObject({ version: 3 });
});

test('an older version than that of another window is not published; publishing removes the draft', async () => {
  const { draft_id } = await save({ content: 'One' });
  const { saved_at } = await save({ content: 'Two' }, { draft_id, version: 1 });
  const mine = { content: 'One', draft_id, draft_version: 1 };
  const older = await api.call(publishPost, mine, creator);
  expect([older.ec, older.data]).toMatchObject([40902, { version: 2, saved_at, body: { content: 'Two' } }]);
  const own = await api.data(listOwnPosts, { status: 1 }, creator);
  expect([own.list, await codeOf(draft_id, creator)]).toEqual([[], 200]);
  const newest = { ...mine, draft_version: 2 };
  const key = { 'idempotency-key': 'publication of a draft' };
  const { post } = await api.data(publishPost, newest, creator, key);
  expect(await codeOf(draft_id, creator)).toBe(40400);
  expect((await api.data(publishPost, newest, creator, key)).post.post_id).toBe(post.post_id);
  // A second window with the same version makes no second post.
  const second = await api.call(publishPost, newest, creator);
  expect([second.ec, (await api.data(listOwnPosts, { status: 1 }, creator)).list.length]).toEqual([40400, 1]);
  const next = await save({ content: 'Three' });
  const refused = await api.call(publishPost, { content: ' ', draft_id: next.draft_id }, creator);
  expect([refused.ec, await codeOf(next.draft_id, creator)]).toEqual([40000, 200]);
  await publish(api, creator, { draft_id: next.draft_id });
  expect(await list()).toEqual([]);
});

test('drafts of a deleted post, and of a closed account, are gone', async () => {
  const person = await leavingCreator(api);
  await certify(api, person);
  const { post_id } = await publish(api, person);
  await save({ content: 'Of the post', post_id }, {}, person);
  await save({ content: 'New' }, {}, person);
  await api.data(deletePost, { post_id }, person);
  expect((await list(undefined, person)).map((one) => one.post_id)).toEqual(['']);
  const before = (await rows()) ?? 0;
  await api.data(deleteAccount, { password: PASSWORD }, person);
  expect(await rows()).toBe(before - 1);
});

test('a draft of somebody else is not found; a member of the team needs the right', async () => {
  const { draft_id } = await save({ content: 'Secret' });
  const stranger = await certifiedCreator(api);
  const theirs = { draft_id, version: 1, body: { content: 'x' } };
  expect((await api.call(saveDraft, theirs, stranger)).ec).toBe(40400);
  await api.data(deleteDraft, { draft_id }, stranger);
  await publish(api, stranger, { draft_id });
  expect([await codeOf(draft_id, stranger), await list(undefined, stranger)]).toEqual([40400, []]);
  const fan = await api.user();
  expect([await codeOf(draft_id, fan), await codeOf(draft_id)]).toEqual([40300, 40100]);
  const { email: account } = await api.deps.accounts.addressesOf(fan.user_id);
  await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
  const forCreator = { [TEAM_HEADER]: creator.user_id };
  expect((await api.data(getDraft, { draft_id }, fan, forCreator)).body).toMatchObject({ content: 'Secret' });
  expect((await save({ content: 'Secret' }, { draft_id, version: 1 })).version).toBe(2);
});

test('refuses a post of somebody else, bad rich text, too many bytes and too many drafts', async () => {
  const stranger = await certifiedCreator(api);
  const { post_id } = await publish(api, stranger);
  const most = QUOTAS.drafts;
  const before = await rows();
  const many = '"'.repeat(190_000);
  const large = {
    rich: JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: many }] }],
    }),
  };
  for (const [body, field] of [
    [{ post_id }, 'body.post_id'],
    [{ post_id: 'unknown' }, 'body.post_id'],
    [{ rich: '['.repeat(1_000) }, 'body.rich'],
    [{ audience: 'x' }, 'body.audience'],
    [large, 'body'],
  ] as const) {
    const { ec, data } = await api.send(saveDraft, { body }, creator);
    expect([ec, data.errors?.map((one: { field: string }) => one.field)]).toEqual([40000, [field]]);
  }
  expect(await rows()).toBe(before);
  try {
    Object.assign(QUOTAS, { drafts: 1 });
    const { draft_id } = await save({ content: 'One' });
    expect((await api.call(saveDraft, { body: {} }, creator)).ec).toBe(40902);
    await save({ content: 'Two' }, { draft_id, version: 1 });
    await api.data(deleteDraft, { draft_id }, creator);
    await save({ content: 'One' });
  } finally {
    Object.assign(QUOTAS, { drafts: most });
  }
});
