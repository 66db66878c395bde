import type { UserId } from '#events/ids.ts';
import { postById } from '#read-models/content/queries.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { isFoundBy } from '../content/post-detail.ts';
import { postViewer } from '../content/post-viewer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { notFound } from '../http/refusals.ts';
import { tooManyChanges } from './changes-a-minute.ts';

/** Likes of posts. */
export const likeRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'relations');
  const { accounts, blocks, likes, pool } = deps;

  /** The post, if the person finds its page, and whether the person can read it. */
  async function postFor(post_id: string, user_id: UserId) {
    const { rows } = await postById(pool, { post_id, viewer: user_id, at: deps.clock.now() });
    const [found] = rows;
    if (!found) return undefined;
    const viewer = await postViewer(deps, found.creator_id, user_id);
    if (!isFoundBy(found, viewer) || !(await accounts.profiles.byId(found.creator_id))) return undefined;
    return { creator_id: found.creator_id, may_read: found.has_right || viewer.author };
  }

  on(likePost, async ({ body: { post_id }, caller: { user_id } }) => {
    const limited = await tooManyChanges(deps, user_id);
    if (limited) return limited;
    const post = await postFor(post_id, user_id);
    if (!post) return notFound;
    if (!post.may_read) return { code: 'not_allowed' };
    const { creator_id } = post;
    if (await blocks.rejects(creator_id, user_id)) return { code: 'rejected' };
    return { has_like: true, like_count: await likes.set({ user_id, post_id, creator_id, liked: true }) };
  });

  on(unlikePost, async ({ body: { post_id }, caller: { user_id } }) => {
    const limited = await tooManyChanges(deps, user_id);
    if (limited) return limited;
    const like_count = await likes.set({ user_id, post_id, creator_id: '', liked: false });
    // Numbers of a post are for those who find it.
    return { has_like: false, like_count: (await postFor(post_id, user_id)) ? like_count : 0 };
  });
};
