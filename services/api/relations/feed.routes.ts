import { asUserId, type UserId } from '#events/ids.ts';
import { countNewPosts, countNewPublic, feedPosts, publicPosts } from '#read-models/content/feed.ts';
import { foundAmong } from '#read-models/content/queries.ts';
import type { Viewer } from '#read-models/content/readable.ts';
import { readableFeed } from '#read-models/content/readable-posts.ts';
import { membershipsOf } from '#read-models/memberships/queries.ts';
import {
  countFeed,
  type FeedFilter,
  getFeed,
  getRecList,
  seePosts,
} from '#services/contract/relations/feed.ts';
import { mixedPosts } from '../content/post-answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';
import { feedCreatorsOf } from './feed-creators.ts';
import { isSameKey } from './place-key.ts';

const KINDS = { all: null, post: 'post', article: 'article' } as const;
const REC_LIST = 'recommended posts';

/** The own feed and that of everybody, made when they are read; posts that are recommended. */
export const feedListRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'relations');
  const { clock, pool, seenPosts, listedPosts, placeKey } = deps;

  type Page = Viewer & { before: number; most: number };

  async function ownPosts(user_id: UserId, filter: FeedFilter, page: Page) {
    const creator_ids = await feedCreatorsOf(deps, user_id);
    const of = { ...page, creator_ids };
    if (filter === 'unlocked') return readableFeed(pool, of);
    if (filter === 'pictures' || filter === 'video')
      return foundAmong(pool, {
        ...page,
        post_ids: await listedPosts.ofCreators(creator_ids, { ...page, kind: filter }),
      });
    return feedPosts(KINDS[filter])(pool, of);
  }

  /** They are for everybody, so that each is unlocked. */
  async function postsForAll(filter: FeedFilter, page: Page) {
    const hidden_ids = await seenPosts.hiddenCreators();
    if (filter === 'pictures' || filter === 'video')
      return foundAmong(pool, {
        ...page,
        post_ids: await listedPosts.ofAll(hidden_ids, { ...page, kind: filter }),
      });
    return publicPosts(KINDS[filter === 'unlocked' ? 'all' : filter])(pool, { ...page, hidden_ids });
  }

  on(getFeed, async ({ query: { type, filter, publish_sn: before, per_page }, caller }) => {
    if (type === 'my' && !caller) return { code: 'not_signed_in' };
    const of = { viewer: caller?.user_id ?? '', at: clock.now() };
    const page = { ...of, before, most: per_page + 1 };
    const { rows, as_of } =
      type === 'my' && caller
        ? await ownPosts(caller.user_id, filter, page)
        : await postsForAll(filter, page);
    const list = await mixedPosts(deps, rows.slice(0, per_page), of);
    return { list, has_more: rows.length > per_page, bread_tab: type, as_of };
  });

  on(getRecList, async ({ query: { lastRank: rank, publish_sn: sn, publish_sn_key, per_page }, caller }) => {
    const isFirst = rank === 0 && sn === 0 && publish_sn_key === '';
    if (!isFirst && !isSameKey(publish_sn_key, placeKey(REC_LIST, rank, sn)))
      return invalid('publish_sn_key', { key: 'unknown' });
    const of = { viewer: caller?.user_id ?? '', at: clock.now() };
    const after = isFirst ? null : { rank, sn };
    const hot = await listedPosts.hot({ viewer: of.viewer, after, most: per_page + 1 });
    const page = hot.slice(0, per_page);
    const has_more = hot.length > per_page;
    const last = has_more ? page.at(-1) : undefined;
    const post_ids = page.map(({ post_id }) => post_id);
    const { rows, as_of } = await foundAmong(pool, { ...of, post_ids, most: per_page });
    const posts = await mixedPosts(deps, rows, of);
    const ranks = new Map(page.map((post) => [post.post_id, post.rank]));
    return {
      list: posts.map((post) => ({ ...post, rank: ranks.get(post.post_id) ?? 0 })),
      has_more,
      publish_sn_key: last ? placeKey(REC_LIST, last.rank, last.sn) : '',
      bread_tab: 'rec' as const,
      as_of,
    };
  });

  on(countFeed, async ({ query: { type, publish_sn: after }, caller }) => {
    if (type === 'public')
      return countNewPublic(pool, { hidden_ids: await seenPosts.hiddenCreators(), after });
    if (!caller) return { code: 'not_signed_in' };
    return countNewPosts(pool, { creator_ids: await feedCreatorsOf(deps, caller.user_id), after });
  });

  on(seePosts, async ({ body: { user_id: creator, publish_sn }, caller: { user_id } }) => {
    // A position that the log does not have yet would hide the next posts.
    const sn = Math.min(publish_sn, await deps.log.head());
    if (creator === undefined) await seenPosts.seeFeed(user_id, sn);
    else {
      // Only counts of sponsored creators are shown.
      const { rows } = await membershipsOf(pool, { user_id, at: clock.now() });
      if (rows.some(({ creator_id }) => creator_id === creator))
        await seenPosts.seeCreator(user_id, asUserId(creator), sn);
    }
    return {};
  });
};
