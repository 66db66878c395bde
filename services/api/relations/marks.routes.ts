import { foundAmong, postById } from '#read-models/content/queries.ts';
import {
  countMarks,
  getMark,
  listMarkedCreators,
  listMarkedPosts,
  markCreator,
  markPost,
  unmarkCreator,
  unmarkPost,
} from '#services/contract/relations/marks.ts';
import { mixedPosts } from '../content/post-answer.ts';
import { isFoundBy } from '../content/post-detail.ts';
import { postViewer } from '../content/post-viewer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid, notFound } from '../http/refusals.ts';
import { tooManyChanges } from './changes-a-minute.ts';

/** Followed creators and collected posts. */
export const markRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'relations');
  const { accounts, marks, pool } = deps;

  on(markCreator, async ({ body, caller: { user_id } }) => {
    if (body.user_id === user_id) return invalid('user_id', { key: 'own_account' });
    const limited = await tooManyChanges(deps, user_id);
    if (limited) return limited;
    const found = await accounts.profiles.byId(body.user_id);
    if (!found?.creator) return notFound;
    const subject = { kind: 'creator', subject_id: found.user_id, creator_id: found.user_id } as const;
    return (await marks.mark(user_id, subject)) ?? { has_mark: true };
  });

  on(unmarkCreator, async ({ body, caller: { user_id } }) => {
    const limited = await tooManyChanges(deps, user_id);
    if (limited) return limited;
    await marks.unmark(user_id, 'creator', body.user_id);
    return { has_mark: false };
  });

  on(markPost, async ({ body: { post_id }, caller: { user_id } }) => {
    const limited = await tooManyChanges(deps, user_id);
    if (limited) return limited;
    const { rows } = await postById(pool, { post_id, viewer: user_id, at: deps.clock.now() });
    const [found] = rows;
    if (!found || !isFoundBy(found, await postViewer(deps, found.creator_id, user_id))) return notFound;
    const { creator_id } = found;
    if (!(await accounts.profiles.byId(creator_id))) return notFound;
    const subject = { kind: 'post', subject_id: post_id, creator_id } as const;
    return (await marks.mark(user_id, subject)) ?? { has_mark: true };
  });

  on(unmarkPost, async ({ body: { post_id }, caller: { user_id } }) => {
    const limited = await tooManyChanges(deps, user_id);
    if (limited) return limited;
    await marks.unmark(user_id, 'post', post_id);
    return { has_mark: false };
  });

  on(getMark, async ({ query, caller: { user_id } }) => {
    if (query.user_id === user_id)
      return { has_mark: false, mark_count: (await marks.counts('creator', [user_id]))(user_id) };
    const marked = await marks.among(user_id, 'creator', [query.user_id]);
    return { has_mark: marked.size > 0, mark_count: null };
  });

  on(listMarkedCreators, async ({ query: { rank: before, per_page }, caller: { user_id } }) => {
    const found = await marks.creators(user_id, { before, most: per_page + 1 });
    const list = found.slice(0, per_page).map(({ place: rank, ...creator }) => ({ ...creator, rank }));
    return { list, has_more: found.length > per_page };
  });

  on(countMarks, async ({ caller: { user_id } }) => ({ creator_count: await marks.creatorCount(user_id) }));

  on(listMarkedPosts, async ({ query: { rank: before, per_page }, caller: { user_id } }) => {
    const at = deps.clock.now();
    const marked = await marks.posts(user_id, before);
    const of = { post_ids: marked.map(({ post_id }) => post_id), viewer: user_id, at, most: per_page + 1 };
    const { rows, as_of } = await foundAmong(pool, of);
    const places = new Map(marked.map(({ post_id, place }) => [post_id, place]));
    const posts = await mixedPosts(deps, rows.slice(0, per_page), { viewer: user_id, at });
    const list = posts.map((post) => ({ ...post, rank: places.get(post.post_id) ?? 0 }));
    return { list, has_more: rows.length > per_page, bread_tab: 'mark' as const, as_of };
  });
};
