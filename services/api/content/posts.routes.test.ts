import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { addTeamMember, editTeamMember } from '#services/contract/accounts/team.ts';
import { countReaders, listOwnPosts, listPosts } from '#services/contract/content/post-lists.ts';
import {
  deletePost,
  getPost,
  hidePost,
  type PublishPost,
  publishPost,
  showPost,
  topPost,
  untopPost,
} from '#services/contract/content/posts.ts';
import { TEAM_HEADER } from '#services/contract/endpoint.ts';
import { editGoal } from '#services/contract/goals/goals.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, eventsOfPost, publish, publishDue } from '../testing/posting.ts';
import { certify } from '../testing/replying.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const HOUR = 3_600;
const api = fixture(startTestApi);
const silent = fixture(() => startTestApi({ projections: false }));
let creator: TestUser;
let fan: TestUser;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
});

const SECRET = 'The key is under the mat';
const seconds = (ahead = 0) => Math.floor(api.deps.clock.now() / 1_000) + ahead;
const hourPasses = () => api.deps.clock.setOffset(api.deps.clock.offset + HOUR * 1_000);
const write = (body: Partial<PublishPost> = {}, as = creator) => publish(api, as, body);
const show = async (post_id: string, as?: TestUser) => (await api.data(getPost, { post_id }, as)).post;
const codeOf = async (post_id: string, as?: TestUser) => (await api.call(getPost, { post_id }, as)).ec;
const list = async (as?: TestUser, more: object = {}) => {
  await api.projected();
  return api.data(listPosts, { user_id: creator.user_id, ...more }, as);
};
const ids = async (as?: TestUser, more: object = {}) =>
  (await list(as, more)).list.map(({ post_id }) => post_id);
const texts = async (post_id: string) =>
  (await api.deps.pool.query('SELECT * FROM content.texts WHERE post_id = $1', [post_id])).rows;
const allTexts = async () => (await api.deps.pool.query('SELECT FROM content.texts')).rowCount;
/** The code of the refusal and its fields. */
const refused = async (body: object, as = creator) => {
  const { ec, data } = await api.send(publishPost, { content: 'Hello', ...body }, as);
  return [ec, ...(data.errors ?? []).map(({ field }: { field: string }) => field)];
};

describe('a post', () => {
  test('is answered as it was published, and shown to everybody', async () => {
    const post = await write({ title: ' First ', content: SECRET, preview_text: 'A secret' });
    const public_post = { is_public: true, has_right: true, audience: 'all', ways: [], opens: null };
    expect(post).toMatchObject({ ...public_post, title: 'First', content: SECRET, type: 0, status: 1 });
    expect(post).toMatchObject({ can_edit: true, can_delete: true, publish_time: post.edit_time });
    expect(post.publish_sn).toBeGreaterThan(0);
    expect(post.user).toMatchObject({ user_id: creator.user_id, name: creator.name });
    // The creator sees the own post at once.
    expect((await api.data(listPosts, { user_id: creator.user_id }, creator)).list).toEqual([post]);
    await api.projected();
    for (const reader of [undefined, fan]) {
      const shown = await show(post.post_id, reader);
      expect(shown).toEqual({ ...post, can_edit: false, can_delete: false, mark_count: null });
      expect((await list(reader)).list).toEqual([shown]);
    }
    const [row] = await texts(post.post_id);
    const fields = ['fanwatt-post-2', row.salt, 'First', SECRET, 'A secret', '', ''];
    const form = fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join('');
    const [, published] = await api.deps.log.readStream(postStream(post.post_id));
    const text_hash = createHash('sha256').update(form).digest('hex');
    expect(published?.data).toMatchObject({ text_hash });
  });

  test('is answered when the read model does not have it yet, as it is then shown', async () => {
    const author = await certifiedCreator(silent);
    const post = await publish(silent, author, { audience: 'price', min_price: '5.00', content: SECRET });
    expect(post).toMatchObject({
      status: 1,
      audience_price: '5.00',
      content: SECRET,
    });
    const later = await publish(silent, author, { publish_time: seconds(HOUR) });
    expect(later).toMatchObject({ status: 4, publish_sn: 0, publish_time: expect.any(Number) });
    expect(post.publish_sn).toBeGreaterThan(0);
  });

  test('keeps its place when it is edited, and the same text is no new revision', async () => {
    const { post_id, publish_sn, publish_time } = await write();
    const other = await write({ content: 'Newer' });
    const body = { post_id, content: 'Better', audience: 'members' as const };
    const edited = await write(body);
    expect(edited).toMatchObject({ publish_sn, publish_time, content: 'Better', audience: 'members' });
    expect(await texts(post_id)).toHaveLength(2);
    await write(body);
    expect(await texts(post_id)).toHaveLength(2);
    expect(await ids()).toEqual([other.post_id, post_id]);
    expect(await eventsOfPost(api, post_id)).toEqual([
      'PostCreated',
      'PostPublished',
      'PostTermsChanged',
      'PostTextChanged',
    ]);
  });

  test('keeps its newest 50 revisions, and those that are not decided yet', async () => {
    const { post_id } = await write();
    for (let n = 0; n < 52; n += 1) await write({ post_id, content: `Revision ${n}` });
    expect(await texts(post_id)).toHaveLength(53);
    const age = "UPDATE content.texts SET created_at = created_at - interval '1 hour' WHERE post_id = $1";
    await api.deps.pool.query(age, [post_id]);
    await write({ post_id, content: 'Last' });
    const left = (await texts(post_id)).map(({ content }) => content);
    expect(left).toHaveLength(50);
    expect(left).toContain('Last');
    expect(left).not.toContain('Revision 2');
  });

  test('that is hidden or deleted is gone for others, and its texts with it', async () => {
    const { post_id } = await write({ content: SECRET });
    await api.data(hidePost, { post_id }, creator);
    await api.projected();
    expect([await codeOf(post_id), await codeOf(post_id, fan)]).toEqual([40400, 40400]);
    expect(await show(post_id, creator)).toMatchObject({ status: 3, content: SECRET });
    expect([await ids(fan), await ids(creator)]).toEqual([[], []]);
    const own = async (status: number) =>
      (await api.data(listOwnPosts, { status: status as 3 }, creator)).list;
    expect(await own(3)).toMatchObject([{ post_id, content: SECRET }]);
    await api.data(showPost, { post_id }, creator);
    expect(await ids(fan)).toEqual([post_id]);
    await api.data(deletePost, { post_id }, creator);
    await api.projected();
    for (const reader of [undefined, fan, creator]) expect(await codeOf(post_id, reader)).toBe(41010);
    expect(await texts(post_id)).toEqual([]);
    expect(await ids(creator)).toEqual([]);
    for (const call of [hidePost, showPost, topPost, untopPost])
      expect((await api.call(call, { post_id }, creator)).ec).toBe(40400);
    expect((await api.call(deletePost, { post_id }, creator)).ec).toBe(200);
    expect(await refused({ post_id })).toEqual([40400]);
    expect((await api.send(listOwnPosts, { status: 2 }, creator)).data.errors).toMatchObject([
      { field: 'status' },
    ]);
  });

  test('is scheduled, moved, taken back and published at its time', async () => {
    const at = seconds(HOUR);
    const { post_id } = await write({ publish_time: at, content: SECRET });
    await api.projected();
    expect([await codeOf(post_id), await codeOf(post_id, fan)]).toEqual([40400, 40400]);
    expect(await show(post_id, creator)).toMatchObject({ status: 4, publish_time: at, publish_sn: 0 });
    expect((await api.call(topPost, { post_id }, creator)).ec).toBe(40902);
    const moved = await write({ post_id, publish_time: at + HOUR, content: SECRET });
    expect(moved).toMatchObject({ status: 4, publish_time: at + HOUR });
    expect(await write({ post_id, draft: true, content: SECRET })).toMatchObject({
      status: 5,
      publish_time: 0,
    });
    await write({ post_id, publish_time: at, content: SECRET });
    hourPasses();
    expect(await publishDue(api, post_id, at * 1_000)).toBe('done');
    expect(await publishDue(api, post_id, at * 1_000)).toBe('done');
    await api.projected();
    expect(await show(post_id, fan)).toMatchObject({ status: 1, content: SECRET });
    const types = await eventsOfPost(api, post_id);
    expect(types.filter((type) => type === 'PostPublished')).toHaveLength(1);
  });

  test('is refused by field, and leaves neither event nor text', async () => {
    const { post_id } = await write();
    const [before, rows] = [await api.deps.log.head(), await allTexts()];
    const plan = { plan_id: 'plan-unknown', sku_id: 'sku' };
    const named = { audience: 'named' };
    for (const [body, ...fields] of [
      [{ content: '' }, 'content'],
      [{ content: 'x'.repeat(20_001) }, 'content'],
      [{ title: 'x'.repeat(61) }, 'title'],
      [{ type: 1, title: ' ' }, 'title'],
      [{ preview_text: 'x'.repeat(141) }, 'preview_text'],
      [{ audience: 'friends' }, 'audience'],
      [{ audience: 'price' }, 'min_price'],
      [{ audience: 'price', min_price: '0' }, 'min_price'],
      [named, 'plan_ids'],
      [{ ...named, plan_ids: [plan.plan_id] }, 'plan_ids.0'],
      [{ ...named, skus: [plan] }, 'skus.0.sku_id'],
      [{ ...named, plan_ids: Array.from({ length: 21 }, (_, n) => `p${n}`) }, 'plan_ids'],
      [{ public_time: seconds(-HOUR) }, 'public_time'],
      [{ public_time: seconds(400 * 24 * HOUR) }, 'public_time'],
      [{ publish_time: seconds(-HOUR) }, 'publish_time'],
      [{ goal_id: 'unknown' }, 'goal_id'],
      [{ post_id, type: 1, title: 'Title' }, 'type'],
    ] as [object, ...string[]][])
      expect([body, await refused(body)]).toEqual([body, [40000, ...fields]]);
    expect(await refused({ draft: true })).toEqual([40902]);
    expect([await api.deps.log.head(), await allTexts()]).toEqual([before, rows]);
  });

  test('of somebody else is not found, and a guest is asked to sign in', async () => {
    const { post_id } = await write();
    const stranger = await certifiedCreator(api);
    const [before, rows] = [await api.deps.log.head(), await allTexts()];
    expect(await refused({ post_id }, stranger)).toEqual([40400]);
    expect(await refused({ post_id: 'unknown' })).toEqual([40400]);
    expect([await codeOf('unknown'), await refused({}, fan)]).toEqual([40400, [40300]]);
    const calls = [deletePost, hidePost, showPost, topPost, untopPost];
    for (const call of calls) {
      expect((await api.call(call, { post_id }, stranger)).ec).toBe(40400);
      expect((await api.call(call, { post_id }, fan)).ec).toBe(40300);
      expect((await api.call(call, { post_id })).ec).toBe(40100);
    }
    expect([await api.deps.log.head(), await allTexts()]).toEqual([before, rows]);
  });

  test('needs a certified creator to be published, not to be edited, hidden and deleted', async () => {
    const plain = await api.creator();
    expect(await refused({}, plain)).toEqual([40000, 'content']);
    await certify(api, plain);
    const { post_id } = await write({}, plain);
    const draft = await write({ publish_time: seconds(HOUR) }, plain);
    await write({ post_id: draft.post_id, draft: true }, plain);
    await api.deps.pool.query('UPDATE accounts.users SET is_verified = 0 WHERE id = $1', [plain.user_id]);
    await api.deps.accounts.rights.refresh(plain.user_id);
    expect(await refused({}, plain)).toEqual([40000, 'content']);
    expect(await refused({ post_id: draft.post_id }, plain)).toEqual([40000, 'content']);
    expect(await write({ post_id, content: 'Edited' }, plain)).toMatchObject({ content: 'Edited' });
    for (const call of [hidePost, showPost, deletePost]) await api.data(call, { post_id }, plain);
  });

  test('is one of at most 20,000 of a creator; a deleted one frees a place', async () => {
    const most = QUOTAS.posts;
    try {
      Object.assign(QUOTAS, { posts: 2 });
      const { post_id } = await write();
      await write();
      const rows = await allTexts();
      expect(await refused({})).toEqual([40902, '']);
      expect(await allTexts()).toBe(rows);
      await api.data(deletePost, { post_id }, creator);
      await write();
    } finally {
      Object.assign(QUOTAS, { posts: most });
    }
  });
});

describe('a request to publish with a key', () => {
  const post = (body: Partial<PublishPost>, key: string, as = creator) =>
    api.call(publishPost, { content: 'Hello', ...body }, as, { 'idempotency-key': key });

  test('publishes once, also after later edits; another request under the key is refused', async () => {
    const body = { content: SECRET, audience: 'members' as const };
    const { post: first } = (await post(body, 'k')).data;
    await write({ post_id: first.post_id, content: 'Edited' });
    const again = await post(body, 'k');
    expect([again.ec, again.data.post]).toMatchObject([200, { post_id: first.post_id, content: 'Edited' }]);
    expect(await texts(first.post_id)).toHaveLength(2);
    for (const other of [{ content: 'x' }, { audience: 'all' }, { publish_time: seconds(HOUR) }] as const)
      expect((await post({ ...body, ...other }, 'k')).ec).toBe(40901);
    const stranger = await certifiedCreator(api);
    expect((await post(body, 'k', stranger)).data.post.post_id).not.toBe(first.post_id);
    // With an id it is an edit, whatever the key.
    const edit = await post({ post_id: first.post_id, content: 'Again' }, 'k');
    expect(edit.data.post).toMatchObject({ post_id: first.post_id, content: 'Again' });
    await api.data(deletePost, { post_id: first.post_id }, creator);
    expect((await post(body, 'k')).ec).toBe(41010);
    const later = { ...body, publish_time: seconds(HOUR) };
    const [one, other] = [await post(later, 'later'), await post(later, 'later')];
    expect(other.data.post.post_id).toBe(one.data.post.post_id);
  });
});

describe('a locked post', () => {
  const sponsorship = (name: string, price: string, more: object = {}) =>
    savePlan(api, creator, { ...sponsorshipForm, name, price, ...more });

  test('shows title and teaser, and what opens it: the cheapest first, without hidden plans', async () => {
    for (const [name, price] of [
      ['Gold', '90.00'],
      ['Silver', '60.00'],
      ['Tea', '10.00'],
      ['Coffee', '30.00'],
    ] as const)
      await sponsorship(name, price);
    await sponsorship('Hidden', '5.00', { status: 3, can_buy_hide: true });
    const locked = { content: SECRET, title: 'Title', preview_text: 'Teaser' };
    const members = await write({ ...locked, audience: 'members' });
    const priced = await write({ ...locked, audience: 'price', min_price: '60.00' });
    const period = await write({ ...locked, audience: 'members', window: 'period' });
    await api.projected();
    const guest = await show(members.post_id);
    expect(guest).toMatchObject({ has_right: false, content: '', title: 'Title', preview_text: 'Teaser' });
    const way = { kind: 'membership', sku_id: '', months: 1 };
    expect(guest.ways).toMatchObject([
      { ...way, name: 'Tea', price: '10.00' },
      { ...way, name: 'Coffee', price: '30.00' },
      { ...way, name: 'Silver', price: '60.00' },
    ]);
    const names = async (post_id: string) => (await show(post_id, fan)).ways.map(({ name }) => name);
    expect(await names(priced.post_id)).toEqual(['Silver', 'Gold']);
    expect(await names(period.post_id)).toEqual([]);
    const { list: listed } = await list(fan);
    expect(JSON.stringify([listed, (await list()).list])).not.toContain(SECRET);
    expect(listed.map(({ ways, readers }) => [ways, readers])).toEqual(Array(3).fill([[], null]));

    await orderCalls(api, fan).buy({ plan_id: guest.ways[0]!.plan_id, month: 1 });
    await api.projected();
    expect(await show(members.post_id, fan)).toMatchObject({ has_right: true, content: SECRET, ways: [] });
    expect(await show(priced.post_id, fan)).toMatchObject({ has_right: false, content: '' });
    expect(await ids(fan, { readable: 1 })).toEqual([members.post_id]);
    expect((await show(members.post_id, creator)).readers).toBe(1);
    expect((await show(members.post_id, fan)).readers).toBe(null);
    const count = async (body: object) => (await api.send(countReaders, body, creator)).data;
    expect(await count({ audience: 'members' })).toMatchObject({ readers: 1, everybody: false });
    expect(await count({ audience: 'price', min_price: '60.00' })).toMatchObject({ readers: 0 });
    expect(await count({ audience: 'all' })).toMatchObject({ everybody: true });
    expect((await api.send(countReaders, { audience: 'price' }, creator)).data.errors).toMatchObject([
      { field: 'min_price' },
    ]);
  });

  test('names goods and plans: those that are on sale open it', async () => {
    const coffee = await sponsorship('Coffee', '30.00');
    const scarf = await savePlan(api, creator, {
      name: 'Scarf',
      product_type: 1,
      sku: [forSale('Red', 1), forSale('Blue', '', { price: '40.00' }), forSale('Green', '')],
    });
    const [red, blue] = scarf.sku.map(({ sku_id }) => ({ plan_id: scarf.plan_id, sku_id }));
    const { post_id } = await write({
      content: SECRET,
      audience: 'named',
      window: 'period',
      plan_ids: [coffee.plan_id],
      skus: [red!, blue!, red!],
    });
    const ways = async () => (await show(post_id, fan)).ways;
    await api.projected();
    expect(await ways()).toMatchObject([
      { kind: 'sku', ...red, name: 'Scarf · Red', price: '10.00', months: 0 },
      { kind: 'sku', ...blue, price: '40.00' },
    ]);
    await write({
      post_id,
      content: SECRET,
      audience: 'named',
      plan_ids: [coffee.plan_id],
      skus: [red!, blue!],
    });
    await api.projected();
    expect((await ways()).map(({ price }) => price)).toEqual(['10.00', '30.00', '40.00']);
    await orderCalls(api, await api.user()).buy({
      plan_id: scarf.plan_id,
      sku: [{ sku_id: red!.sku_id, count: 1 }],
    });
    await api.projected();
    expect((await ways()).map(({ price }) => price)).toEqual(['30.00', '40.00']);
    await orderCalls(api, fan).buy({ plan_id: scarf.plan_id, sku: [{ sku_id: blue!.sku_id, count: 1 }] });
    await api.projected();
    expect(await show(post_id, fan)).toMatchObject({ has_right: true, content: SECRET, ways: [] });
  });

  test('only for its creator is not found by others', async () => {
    await sponsorship('Coffee', '30.00');
    const { post_id } = await write({ audience: 'self', content: SECRET, public_time: seconds(HOUR) });
    await api.projected();
    expect(await show(post_id, creator)).toMatchObject({ self_only: true, is_public: false, opens: null });
    expect([await codeOf(post_id), await codeOf(post_id, fan), await ids(fan)]).toEqual([40400, 40400, []]);
  });

  test('opens at its time, or with its goal', async () => {
    const { plan_id } = await sponsorship('Coffee', '30.00');
    const { goal_id } = (await api.data(editGoal, { type: 2, monthly_income: '60.00' }, creator)).goal;
    const public_time = seconds(HOUR);
    const timed = await write({ audience: 'members', content: SECRET, public_time });
    const aimed = await write({ audience: 'price', min_price: '50.00', content: SECRET, goal_id });
    await orderCalls(api, await api.user()).buy({ plan_id, month: 1 });
    await api.projected();
    expect(await show(timed.post_id)).toMatchObject({
      public_time,
      opens: { time: public_time, goal_percent: null },
    });
    expect(await show(aimed.post_id)).toMatchObject({ opens: { time: 0, goal_percent: 0.5 } });
    expect((await list()).list.map(({ opens }) => opens?.goal_percent)).toEqual([0.5, null]);
    hourPasses();
    expect(await show(timed.post_id)).toMatchObject({
      has_right: true,
      is_public: true,
      content: SECRET,
      opens: null,
    });
  });
});

describe('pinned posts', () => {
  test('come first on the first page, three at most, the last pinned first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 6; n += 1) made.push((await write({ content: `Post ${n}` })).post_id);
    const newest = made.toReversed();
    const pin = (n: number) => api.call(topPost, { post_id: made[n]! }, creator);
    for (const n of [0, 2, 5, 2]) expect((await pin(n)).ec).toBe(200);
    expect(await pin(1)).toMatchObject({ ec: 40902, data: { errors: [{ field: 'post_id' }] } });
    const first = await list(fan, { per_page: 2 });
    expect(first.list.map(({ post_id }) => post_id)).toEqual([5, 2, 0, 4, 3].map((n) => made[n]));
    expect(first.list.map(({ user_top }) => user_top)).toEqual([true, true, true, false, false]);
    const publish_sn = first.list.at(-1)!.publish_sn;
    const second = await list(fan, { per_page: 2, publish_sn });
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    expect(second.list.map(({ post_id }) => post_id)).toEqual([made[1]]);

    await api.data(untopPost, { post_id: made[5]! }, creator);
    expect((await pin(1)).ec).toBe(200);
    expect(await ids(fan, { per_page: 1 })).toEqual([1, 2, 0, 5].map((n) => made[n]));
    await api.data(hidePost, { post_id: made[1]! }, creator);
    await api.data(deletePost, { post_id: made[2]! }, creator);
    await api.data(showPost, { post_id: made[1]! }, creator);
    expect(await ids(fan, { per_page: 5 })).toEqual([0, 5, 4, 3, 1].map((n) => made[n]));
    expect(await ids(fan, { type: 1 })).toEqual([]);
    const article = await write({ type: 1, title: 'Long', content: 'Text' });
    expect(await ids(fan, { type: 1 })).toEqual([article.post_id]);
    expect(await ids(fan, { type: 0, per_page: 50 })).not.toContain(article.post_id);
    expect(newest).toHaveLength(6);
  });
});

describe('a member of the team', () => {
  test('publishes and reads for the creator with the right, and is anybody without it', async () => {
    const member = await api.user();
    const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
    await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
    const forCreator = { [TEAM_HEADER]: creator.user_id };
    const body = { content: SECRET, audience: 'members' as const };
    const { post } = await api.data(publishPost, body, member, forCreator);
    const { post_id } = post;
    expect(post.user.user_id).toBe(creator.user_id);
    const [event] = await api.deps.log.readStream(postStream(post_id));
    expect(event?.metadata).toMatchObject({ actor: `user:${member.user_id}`, creator_id: creator.user_id });
    await api.projected();
    const shown = { content: SECRET, has_right: true, can_edit: true, can_delete: true };
    expect(await show(post_id, member)).toMatchObject({ ...shown, readers: 0, ways: [] });
    expect((await list(member, { readable: 1 })).list).toMatchObject([shown]);
    const own = () => api.call(listOwnPosts, { status: 1 }, member, forCreator);
    expect((await own()).data.list).toMatchObject([shown]);

    await api.data(editTeamMember, { user_id: member.user_id, rights: ['orders'] }, creator);
    expect(await show(post_id, member)).toMatchObject({ content: '', has_right: false, can_edit: false });
    expect((await list(member)).list).toMatchObject([{ content: '', can_delete: false }]);
    const answers = [
      (await own()).ec,
      (await api.call(publishPost, body, member, forCreator)).ec,
      (await api.call(deletePost, { post_id }, member, forCreator)).ec,
    ];
    expect(answers).toEqual([40300, 40300, 40300]);
  });
});

test('own posts are listed by state, with their number', async () => {
  for (let n = 1; n <= 3; n += 1) await write({ content: `Post ${n}`, publish_time: seconds(n * HOUR) });
  await api.projected();
  const page = (number: number) => api.data(listOwnPosts, { status: 4, page: number, per_page: 2 }, creator);
  const [first, second] = [await page(1), await page(2)];
  expect(first).toMatchObject({ has_more: true, total_count: 3 });
  expect(second).toMatchObject({ has_more: false, total_count: 3 });
  const listed = [...first.list, ...second.list].map(({ content }) => content);
  expect(listed).toEqual(['Post 1', 'Post 2', 'Post 3']);
});

test('a page of long posts is at most 1 MiB: their texts are cut', async () => {
  const content = '说'.repeat(19_990);
  for (let n = 0; n < 25; n += 1) await write({ content });
  const { list: posts } = await list(fan, { per_page: 50 });
  expect(posts).toHaveLength(25);
  const own = (await api.data(listOwnPosts, { status: 1, per_page: 50 }, creator)).list;
  for (const post of [...posts, ...own]) expect(post.content).toMatch(/^说{13000,}…$/);
  expect((await show(posts[0]!.post_id, fan)).content).toBe(content);
});

test('posts of a deleted account are deleted, with their texts', async () => {
  const person = await leavingCreator(api);
  await certify(api, person);
  const { post_id } = await write({ content: SECRET }, person);
  const scheduled = await write({ publish_time: seconds(HOUR) }, person);
  await api.data(topPost, { post_id }, person);
  await api.data(deleteAccount, { password: PASSWORD }, person);
  await api.projected();
  expect([await codeOf(post_id, fan), await codeOf(scheduled.post_id)]).toEqual([41010, 41010]);
  expect([...(await texts(post_id)), ...(await texts(scheduled.post_id))]).toEqual([]);
  expect(await api.deps.pins.of(person.user_id)).toEqual([]);
});
