import { beforeAll, describe, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deletePost, hidePost, type Post } from '#services/contract/content/posts.ts';
import { listMySponsorships } from '#services/contract/memberships/sponsors.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import {
  countFeed,
  type FeedFilter,
  type FeedType,
  getFeed,
  seePosts,
} from '#services/contract/relations/feed.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const SECRET = 'for-members-alone';

/** A small world: creators with posts of each audience and kind, in turn. */
let creators: TestUser[];
let made: Post[];
let fan: TestUser;
const FORMS = [
  { audience: 'all' },
  { audience: 'members', content: SECRET },
  { audience: 'self', content: SECRET },
  { audience: 'all', type: 1, title: 'Article' },
  { audience: 'price', min_price: '1.00', content: SECRET, type: 1, title: 'Locked article' },
] as const;
const FOLLOWED = 3;
beforeAll(async () => {
  creators = [];
  for (let n = 0; n < 5; n += 1) creators.push(await certifiedCreator(api));
  fan = await api.user();
  made = [];
  for (let n = 0; n < 40; n += 1) {
    // Some creators publish much more than others.
    const creator = creators[n % 7 < 4 ? n % creators.length : 0];
    const form = FORMS[(n * 3 + (n % 4)) % FORMS.length];
    if (creator) made.push(await publish(api, creator, { ...form }));
  }
  for (const { user_id } of creators.slice(0, FOLLOWED)) await api.data(markCreator, { user_id }, fan);
  await api.projected();
});

/** All pages of a feed. */
async function pagesOf(type: FeedType, filter: FeedFilter, as?: TestUser, per_page = 3): Promise<Post[]> {
  const found: Post[] = [];
  for (let publish_sn = 0; ; ) {
    const { list, has_more } = await api.data(getFeed, { type, filter, publish_sn, per_page }, as);
    found.push(...list);
    expect(list.length).toBe(has_more ? per_page : list.length);
    if (!has_more) return found;
    publish_sn = list.at(-1)?.publish_sn ?? 0;
  }
}
const ids = (posts: readonly Post[]) => posts.map(({ post_id }) => post_id);
const kindOf = ({ type }: Post): FeedFilter => (type === 1 ? 'article' : 'post');
/** The same by a plain rule. */
const expected = (filter: FeedFilter, isIn: (post: Post) => boolean) =>
  ids(
    made
      .filter((post) => isIn(post) && (filter === 'all' || kindOf(post) === filter))
      .sort((one, other) => other.publish_sn - one.publish_sn),
  );
const isFollowed = ({ user, audience }: Post) =>
  audience !== 'self' && creators.slice(0, FOLLOWED).some(({ user_id }) => user_id === user.user_id);

describe.each(['all', 'post', 'article'] as const)('the pages of %s', (filter) => {
  test('of followed creators are their posts, newest first, each once', async () => {
    for (const per_page of [1, 3, 20])
      expect(ids(await pagesOf('my', filter, fan, per_page))).toEqual(expected(filter, isFollowed));
  });

  test('of everybody are the posts for all', async () => {
    const forAll = expected(filter, ({ audience }) => audience === 'all');
    for (const as of [undefined, fan]) expect(ids(await pagesOf('public', filter, as))).toEqual(forAll);
  });
});

test('a locked post is in the feed without its text, and one for its creator alone is not', async () => {
  const posts = await pagesOf('my', 'all', fan);
  expect(posts.some(({ has_right }) => !has_right)).toBe(true);
  expect(JSON.stringify(posts)).not.toContain(SECRET);
  const [creator] = creators;
  if (!creator) throw new Error('no creator');
  const reader = await api.user();
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  await orderCalls(api, reader).buy({ plan_id });
  await api.projected();
  // A member sees the sponsored creator's posts without following.
  const own = await pagesOf('my', 'all', reader);
  expect(ids(own)).toEqual(
    expected('all', (post) => isFollowed(post) && post.user.user_id === creator.user_id),
  );
  expect(own.filter(({ content }) => content === SECRET).length).toBeGreaterThan(0);
});

test('a guest has no own feed, and strange input is refused by field', async () => {
  for (const call of [getFeed, countFeed]) {
    expect((await api.send(call, { type: 'my', publish_sn: 0 })).ec).toBe(40100);
    for (const wrong of [{ type: 'hidden' }, { publish_sn: -1 }, { publish_sn: 'x' }])
      expect((await api.send(call, { publish_sn: 0, ...wrong }, fan)).ec).toBe(40000);
  }
  expect((await api.send(seePosts, { publish_sn: 1 })).ec).toBe(40100);
  // A cursor that was made up is a place like any other.
  const { list } = await api.data(getFeed, { publish_sn: 1 }, fan);
  expect(list).toEqual([]);
});

test('hidden and deleted posts, and creators who are not shown, leave feeds and counts', async () => {
  const [creator, reader] = [await certifiedCreator(api), await api.user()];
  const posts = [await publish(api, creator), await publish(api, creator), await publish(api, creator)];
  await api.data(markCreator, { user_id: creator.user_id }, reader);
  const seen = async () => {
    await api.projected();
    const mine = await pagesOf('my', 'all', reader);
    const all = await pagesOf('public', 'all');
    const { count } = await api.data(countFeed, { type: 'my', publish_sn: 0 }, reader);
    return [mine.length, all.filter(({ user }) => user.user_id === creator.user_id).length, count];
  };
  expect(await seen()).toEqual([3, 3, 3]);
  await api.data(hidePost, { post_id: posts[0]?.post_id ?? '' }, creator);
  await api.data(deletePost, { post_id: posts[2]?.post_id ?? '' }, creator);
  expect(await seen()).toEqual([1, 1, 1]);
  const before = (await api.data(countFeed, { type: 'public', publish_sn: 0 })).count;
  const show = (status: number) =>
    api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [creator.user_id, status]);
  await show(USER_STATUS.hidden);
  expect(await seen()).toEqual([0, 0, 0]);
  expect((await api.data(countFeed, { type: 'public', publish_sn: 0 })).count).toBe(before - 1);
  await show(USER_STATUS.shown);
  expect(await seen()).toEqual([1, 1, 1]);
});

test('a check counts the posts since the feed was last opened, and a mark never goes back', async () => {
  const [creator, reader] = [await certifiedCreator(api), await api.user()];
  await api.data(markCreator, { user_id: creator.user_id }, reader);
  const first = await publish(api, creator);
  const unread = async () => {
    await api.projected();
    return (await api.data(getMyCheck, {}, reader)).unread_post_num;
  };
  // Nothing is new to who never opened it.
  expect(await unread()).toBe(0);
  await api.data(seePosts, { publish_sn: first.publish_sn }, reader);
  expect(await unread()).toBe(0);
  const next = await publish(api, creator, { audience: 'members' });
  await publish(api, creator, { audience: 'self' });
  expect(await unread()).toBe(1);
  await api.data(seePosts, { publish_sn: next.publish_sn }, reader);
  await api.data(seePosts, { publish_sn: first.publish_sn }, reader);
  expect(await unread()).toBe(0);
  // A place that does not exist yet hides nothing that comes.
  await api.data(seePosts, { publish_sn: Number.MAX_SAFE_INTEGER }, reader);
  await publish(api, creator);
  expect(await unread()).toBe(1);
});

test('each sponsored creator has the number of posts since the membership began and since they were seen', async () => {
  const [creator, reader] = [await certifiedCreator(api), await api.user()];
  await publish(api, creator);
  api.deps.clock.setOffset(api.deps.clock.offset + 60_000);
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  await orderCalls(api, reader).buy({ plan_id });
  const fresh = async () => {
    await api.projected();
    return (await api.data(listMySponsorships, {}, reader)).list.map(({ new_post_count }) => new_post_count);
  };
  expect(await fresh()).toEqual([0]);
  const first = await publish(api, creator);
  await publish(api, creator, { audience: 'members' });
  await publish(api, creator, { audience: 'self' });
  expect(await fresh()).toEqual([2]);
  const { user_id } = creator;
  await api.data(seePosts, { user_id, publish_sn: first.publish_sn }, reader);
  expect(await fresh()).toEqual([1]);
  // Who is no member has no count, and no mark.
  await api.data(seePosts, { user_id, publish_sn: first.publish_sn }, fan);
  const { rowCount } = await api.deps.pool.query('SELECT FROM relations.seen_posts WHERE user_id = $1', [
    fan.user_id,
  ]);
  expect(rowCount).toBe(0);
});
