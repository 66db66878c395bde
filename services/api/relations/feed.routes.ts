import { asUserId } from '#events/ids.ts';
import { countNewPosts, countNewPublic, feedPosts, publicPosts } from '#read-models/content/feed.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { membershipsOf } from '#read-models/memberships/queries.ts';
import { mostSponsored } from '#read-models/memberships/sponsors/queries.ts';
import { countFeed, getFeed, getRecList, seePosts } from '#services/contract/relations/feed.ts';
import { mixedPosts } from '../content/post-answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { feedCreatorsOf } from './feed-creators.ts';

/** Creators whose posts are recommended. */
const RECOMMENDED = 100;

const KINDS = { all: null, post: 'post', article: 'article' } as const;

/** The own feed and that of everybody, made when they are read. */
export const feedListRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'relations');
  const { clock, pool, seenPosts } = deps;

  on(getFeed, async ({ query: { type, filter, publish_sn: before, per_page }, caller }) => {
    if (type === 'my' && !caller) return { code: 'not_signed_in' };
    const of = { viewer: caller?.user_id ?? '', at: clock.now() };
    const page = { ...of, before, most: per_page + 1 };
    const { rows, as_of } =
      type === 'my' && caller
        ? await feedPosts({ kind: KINDS[filter], isPublic: false })(pool, {
            ...page,
            creator_ids: await feedCreatorsOf(deps, caller.user_id),
          })
        : await publicPosts(KINDS[filter])(pool, { ...page, hidden_ids: await seenPosts.hiddenCreators() });
    const list = await mixedPosts(deps, rows.slice(0, per_page), of);
    return { list, has_more: rows.length > per_page, as_of };
  });

  on(getRecList, async ({ query: { publish_sn: before, per_page }, caller }) => {
    const of = { viewer: caller?.user_id ?? '', at: clock.now() };
    const sponsored = await mostSponsored(pool, { most: RECOMMENDED });
    const creator_ids = await seenPosts.recommended(
      of.viewer,
      sponsored.rows.map(({ creator_id }) => creator_id),
    );
    const page = { ...of, creator_ids, before, most: per_page + 1 };
    const { rows, as_of } = await feedPosts({ kind: null, isPublic: true })(pool, page);
    const list = await mixedPosts(deps, rows.slice(0, per_page), of);
    return { list, has_more: rows.length > per_page, as_of: earliest(as_of, sponsored.as_of) };
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
