import { beforeAll, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { exploreCreators, getProfile, getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { listComments, listParticipants, publishComment } from '#services/contract/content/comments.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, getPost } from '#services/contract/content/posts.ts';
import { searchAlbums, searchPosts } from '#services/contract/content/search.ts';
import { getVote } from '#services/contract/content/votes.ts';
import { countFeed, getFeed, getRecList } from '#services/contract/relations/feed.ts';
import { likePost } from '#services/contract/relations/likes.ts';
import {
  listMarkedCreators,
  listMarkedPosts,
  markCreator,
  markPost,
} from '#services/contract/relations/marks.ts';
import { ACCOUNT_CHANGED } from '#services/modules/accounts/sessions.ts';
import { leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { listed } from '../testing/listing.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { startPages } from '../testing/pages.ts';
import { plansNamed } from '../testing/plan-names.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { certify } from '../testing/replying.ts';
import { forSale, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { multiple } from '../testing/voting.ts';

const api = fixture(startTestApi);
const pages = fixture(() => startPages(api));

/** In every text of the author. */
const WORD = '雪豹';
const vote = { ...multiple, options: [...multiple.options] };
let author: TestUser & { url_slug: string };
let follower: TestUser;
/** Follows the author alone. */
let reader: TestUser;
let post_id: string;
let plans: Plan[];
/** A post of somebody else, on which the author commented. */
let other_post: string;

beforeAll(async () => {
  const creator = await leavingCreator(api);
  await certify(api, creator);
  const { url_slug = '' } = (await api.deps.accounts.profiles.byId(creator.user_id)) ?? {};
  author = { ...creator, url_slug };
  await api.deps.pool.query('UPDATE accounts.users SET name = $2 WHERE id = $1', [author.user_id, WORD]);
  plans = [
    await savePlan(api, author, { ...sponsorshipForm, name: `${WORD}会员` }),
    await savePlan(api, author, { name: `${WORD}围巾`, product_type: 1, sku: [forSale('Red', 3)] }),
  ];
  await api.data(editAlbum, { title: `${WORD}专辑` }, author);
  post_id = (await publish(api, author, { title: `${WORD}动态`, vote })).post_id;
  const other = await certifiedCreator(api);
  // Somebody who paid shows interest: the post is recommended.
  follower = await api.user();
  const { plan_id } = await savePlan(api, other, sponsorshipForm);
  await orderCalls(api, follower).buy({ plan_id });
  reader = await api.user();
  for (const fan of [follower, reader]) await api.data(markCreator, { user_id: author.user_id }, fan);
  await api.projected();
  await api.data(markPost, { post_id }, follower);
  other_post = (await publish(api, other, { title: 'Other' })).post_id;
  await api.projected();
  await api.data(publishComment, { post_id: other_post, content: `${WORD}评论` }, author);
});

/** Whether an answer, or a page, names the author or one of the author's things. */
const names = (answer: unknown): boolean => {
  const text = JSON.stringify(answer);
  return text.includes(author.user_id) || text.includes(WORD) || text.includes(post_id);
};
const page = async (url: string) => {
  const { statusCode, body } = await pages.inject({ url, headers: { accept: 'text/html' } });
  return { statusCode, body };
};

/** Whether who knows the number of the post gets anything of it. */
async function byNumber(): Promise<Record<string, boolean>> {
  const is = async (answer: Promise<{ ec: number }>) => (await answer).ec === 200;
  return {
    'by its number': await is(api.send(getPost, { post_id }, follower)),
    'comments by its number': await is(api.send(listComments, { post_id }, follower)),
    'people to mention': await is(api.send(listParticipants, { post_id }, follower)),
    'vote by its number': await is(api.send(getVote, { vote_id: post_id }, follower)),
    like: await is(api.call(likePost, { post_id }, follower)),
    mark: await is(api.call(markPost, { post_id }, follower)),
  };
}

/** Of each place that is open to strangers, or to a follower: whether the author, or the post, is there. */
async function places(): Promise<{ author: Record<string, boolean>; post: Record<string, boolean> }> {
  await listed(api);
  await plansNamed(api);
  const has = async (answer: Promise<unknown>) => names(await answer);
  const hasPost = async (answer: Promise<unknown>) => JSON.stringify(await answer).includes(post_id);
  const { url_slug, user_id } = author;
  const site = ['creators', 'items', 'posts'] as const;
  const maps = await Promise.all(
    site.map(async (kind) => (await api.app.inject(`/sitemap/${kind}-0.xml`)).body),
  );
  const [creators = '', items = '', posts = ''] = maps;
  return {
    author: {
      explore: await has(api.data(exploreCreators, {})),
      newest: await has(api.data(exploreCreators, { type: 'new' })),
      landing: await has(api.data(exploreCreators, { rec: 1 })),
      'search of creators': await has(api.data(exploreCreators, { search_q: WORD })),
      'search of plans': await has(api.data(searchPlans, { q: WORD })),
      'number of plans': (await api.data(searchPlans, { q: WORD })).total_count > 0,
      'search of albums': await has(api.data(searchAlbums, { q: WORD })),
      'number of albums': (await api.data(searchAlbums, { q: WORD })).total_count > 0,
      'own page': (await api.send(getProfileBySlug, { url_slug })).ec === 200,
      profile: (await api.send(getProfile, { user_id })).ec === 200,
      'page for robots': (await page(`/a/${url_slug}`)).statusCode === 200,
      rss: (await api.app.inject(`/rss/${url_slug}`)).statusCode === 200,
      'site map of creators': creators.includes(url_slug),
      'site map of items': items.includes('/item/'),
      'followed creators': await has(api.data(listMarkedCreators, {}, follower)),
      comments: await has(api.data(listComments, { post_id: other_post })),
      'number of comments':
        (await api.data(getPost, { post_id: other_post }, follower)).post.comment_count > 0,
    },
    post: {
      'public feed': await hasPost(api.data(getFeed, {})),
      'own feed': await hasPost(api.data(getFeed, { type: 'my' }, follower)),
      'number in the own feed': (await api.data(countFeed, { type: 'my', publish_sn: 0 }, reader)).count > 0,
      recommended: await hasPost(api.data(getRecList, {})),
      card: await hasPost(api.data(exploreCreators, {})),
      'search of posts': await hasPost(api.data(searchPosts, { q: WORD })),
      'search of the author’s posts': await hasPost(api.data(searchPosts, { q: WORD, user_id })),
      rss: (await api.app.inject(`/rss/${url_slug}`)).body.includes(post_id),
      'site map': posts.includes(post_id),
      'collected posts': await hasPost(api.data(listMarkedPosts, {}, follower)),
      'own page': (await page(`/p/${post_id}`)).statusCode === 200,
      ...(await byNumber()),
    },
  };
}

const all = (seen: Record<string, boolean>, value: boolean) =>
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, value])));

/** As staff does: the row, and its news to every process. */
async function show(status: number): Promise<void> {
  const { accounts, pool } = api.deps;
  await pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [author.user_id, status]);
  await pool.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, author.user_id]);
  const is_shown = status === USER_STATUS.shown;
  await expect.poll(() => accounts.rights.of(author.user_id)).toMatchObject({ is_shown });
}

test.each([
  ['hidden', USER_STATUS.hidden],
  ['banned', USER_STATUS.banned],
] as const)(
  'an author who is %s is in no public place, and in all of them before and after',
  async (_, status) => {
    const before = await places();
    all(before.author, true);
    all(before.post, true);
    await show(status);
    const hidden = await places();
    all(hidden.author, false);
    all(hidden.post, false);
    await show(USER_STATUS.shown);
    const after = await places();
    all(after.author, true);
    all(after.post, true);
  },
);

test('a deleted post is in no public place, its author in all of them', async () => {
  all((await places()).post, true);
  await api.data(deletePost, { post_id }, author);
  const seen = await places();
  all(seen.post, false);
  all(seen.author, true);
  expect((await page(`/p/${post_id}`)).statusCode).toBe(404);
  const { list } = await api.data(listPosts, { user_id: author.user_id });
  expect(list).toEqual([]);
});

test('an author whose account is deleted is in no public place', async () => {
  post_id = (await publish(api, author, { title: `${WORD}新动态`, vote })).post_id;
  await api.projected();
  await api.data(markPost, { post_id }, follower);
  const before = await places();
  all(before.author, true);
  all(before.post, true);
  // An account with something on sale is not deleted.
  for (const { plan_id } of plans) await api.data(deletePlan, { plan_id }, author);
  await api.data(deleteAccount, { password: PASSWORD }, author);
  const seen = await places();
  all(seen.author, false);
  all(seen.post, false);
});
