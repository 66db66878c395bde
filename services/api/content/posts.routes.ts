import { fenOf, fromWire, toWire } from '#events/money.ts';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { postStream } from '#events/stream-names.ts';
import { postReaders } from '#read-models/content/post-readers.ts';
import {
  ownPosts,
  type PostFound,
  postById,
  postsByIds,
  postsOf,
  readersOf,
} from '#read-models/content/queries.ts';
import { readablePosts } from '#read-models/content/readable-posts.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { movePost } from '#services/commerce/content/edit-post.ts';
import { postKind } from '#services/commerce/content/post.ts';
import { countReaders, listOwnPosts, listPosts } from '#services/contract/content/post-lists.ts';
import {
  deletePost,
  getPost,
  hidePost,
  publishPost,
  showPost,
  topPost,
  untopPost,
} from '#services/contract/content/posts.ts';
import { usedByPost, usedByVote } from '#services/modules/content/post-media.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { invalid, notFound } from '../http/refusals.ts';
import { editPostsOf } from './albums/save-album.ts';
import { listedPosts, postAnswers } from './post-answer.ts';
import { isFoundBy, postDetail } from './post-detail.ts';
import { type PostViewer, postViewer } from './post-viewer.ts';
import { savedPost, savePostOf } from './save-post.ts';

const NO_REVENUE = { amount: 0, orders: 0 };

const KINDS = { [POST_TYPE.normal]: 'post', [POST_TYPE.article]: 'article' } as const;

/** Posts of creators. A locked one is shown without its text. */
export const postRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { comments, notices, committer, clock, pool, media, pins, postTexts, drafts } = deps;

  /** The creator, or a member of the team who acts for the creator. */
  const asAuthor = ({ user_id, member_id }: Caller): PostViewer => ({
    viewer: user_id,
    author: true,
    reader: member_id ?? user_id,
    at: clock.now(),
  });

  on(publishPost, async ({ body, headers, caller }) => {
    const { user_id: creator_id } = caller;
    const saved = await savePostOf(deps, creator_id, body, headers['idempotency-key']);
    if (isRefusal(saved)) return saved;
    const { draft_id, draft_version, share_title, share_text } = body;
    const { post_id } = saved;
    await postTexts.setShare({ post_id, creator_id, share_title, share_text });
    if (draft_id !== undefined) await drafts.forget(creator_id, draft_id, draft_version);
    const found = await savedPost(deps, saved);
    if (isRefusal(found)) {
      // Deleted meanwhile: that removed what was there before.
      await postTexts.forgetPost(post_id);
      return found;
    }
    // After a crash before this, the worker does it (services/worker/processes/lists/post-search.ts).
    await deps.postIndex.index(found);
    const [post] = await postAnswers(deps, creator_id, [found], asAuthor(caller));
    return post ? { post, position: saved.position } : notFound;
  });

  const moves = [
    [deletePost, 'deleted'],
    [hidePost, 'hidden'],
    [showPost, 'shown'],
  ] as const;
  for (const [endpoint, to] of moves) {
    on(endpoint, async ({ body: { post_id, ...body }, caller: { user_id: creator_id } }) => {
      if ('album_id' in body && body.album_id !== undefined)
        return editPostsOf(deps, { creator_id, album_id: body.album_id, remove: [post_id] });
      const outcome = await committer.submit(movePost({ creator_id, post_id, to }));
      if (!outcome.accepted) return outcome.refusal;
      if (to !== 'shown') await pins.unpin(post_id);
      if (to === 'deleted') {
        await postTexts.forgetPost(post_id);
        await comments.forgetPost(post_id);
        await notices.forgetPost(post_id);
        for (const used_by of [usedByPost(post_id), usedByVote(post_id)])
          await media.files.setUses(used_by, []);
      }
      return { position: outcome.position };
    });
  }

  /** Why the creator cannot pin the post now, and the position of this answer. */
  async function pinnable(creator_id: string, post_id: string) {
    const stream = postStream(post_id);
    const { result: post, position } = await committer.readAt([stream], (states) =>
      states.get(postKind, stream),
    );
    const own = post.phase !== 'none' && post.phase !== 'deleted' && post.creator_id === creator_id;
    const shown = post.phase === 'published' && !post.hidden;
    const refusal: Refusal | null = shown ? null : { code: 'state_does_not_allow' };
    return { own, position, refusal: own ? refusal : ({ code: 'not_found' } as const) };
  }

  on(topPost, async ({ body: { post_id }, caller: { user_id: creator_id } }) => {
    const before = await pinnable(creator_id, post_id);
    const refusal = before.refusal ?? (await pins.pin(creator_id, post_id));
    if (refusal) return refusal;
    // Hidden or deleted meanwhile: that removed pins before this one was written.
    const after = await pinnable(creator_id, post_id);
    if (after.refusal) await pins.unpin(post_id);
    return after.refusal ?? { position: after.position };
  });

  on(untopPost, async ({ body: { post_id }, caller: { user_id: creator_id } }) => {
    const { own, position } = await pinnable(creator_id, post_id);
    if (!own) return notFound;
    await pins.unpin(post_id);
    return { position };
  });

  /** People who can read the post by its terms, now. */
  const readersNow = async ({ published_at, skus, ...post }: PostFound): Promise<number> => {
    const now = clock.now();
    const at = published_at ?? now;
    const sku_ids = skus.map(({ sku_id }) => sku_id);
    return (await readersOf(pool, { ...post, sku_ids, at, now })).rows[0]?.readers ?? 0;
  };

  on(getPost, async ({ query: { post_id }, caller }) => {
    const user = caller?.user_id;
    const { rows, as_of } = await postById(pool, { post_id, viewer: user ?? '', at: clock.now() });
    const [row] = rows;
    if (row === undefined) return notFound;
    if (row.status === POST_STATUS.deleted) return { code: 'post_deleted' };
    const { creator_id } = row;
    const viewer = await postViewer(deps, creator_id, user);
    const found = { ...row, has_right: row.has_right || viewer.author };
    if (!isFoundBy(found, viewer)) return notFound;
    const [post, readers] = await Promise.all([
      postDetail(deps, found, viewer),
      viewer.author ? readersNow(found) : null,
    ]);
    return post ? { post: { ...post, readers }, as_of } : notFound;
  });

  on(listPosts, async ({ query, caller }) => {
    const { user_id: creator_id, publish_sn: before, per_page, type, readable } = query;
    const viewer = await postViewer(deps, creator_id, caller?.user_id);
    const only_readable = readable && !viewer.author;
    const isHidden = viewer.hidden === true && !viewer.author;
    const of = { creator_id, viewer: viewer.viewer, at: viewer.at };
    const pinned = await pins.of(creator_id);
    const kind = type === undefined ? {} : { kind: KINDS[type] };
    const most = per_page + 1 + pinned.length;
    const [page, tops] = await Promise.all([
      (only_readable ? readablePosts : postsOf)(pool, { ...of, ...kind, before, most }),
      postsByIds(pool, { ...of, post_ids: pinned }),
    ]);
    // Pinned posts are on the first page only.
    const others = page.rows.filter(({ post_id }) => !pinned.includes(post_id));
    const isListed = (post: PostFound) =>
      (!only_readable || post.has_right) && (type === undefined || post.kind === KINDS[type]);
    const first = before > 0 ? [] : tops.rows.filter(isListed);
    first.sort((one, other) => pinned.indexOf(one.post_id) - pinned.indexOf(other.post_id));
    const list = await listedPosts(deps, creator_id, [...first, ...others.slice(0, per_page)], viewer);
    return {
      list: isHidden ? [] : list,
      has_more: !isHidden && others.length > per_page,
      bread_tab: 'user' as const,
      as_of: earliest(page.as_of, tops.as_of),
    };
  });

  on(listOwnPosts, async ({ query, caller }) => {
    const { user_id: creator_id, member_id } = caller;
    const { status } = query;
    if (status === POST_STATUS.deleted) return invalid('status', { key: 'unknown' });
    const viewer = asAuthor(caller);
    const { limit: most, offset: skip } = rangeOf(query);
    const of = { creator_id, viewer: creator_id, at: viewer.at };
    const { rows, as_of } = await ownPosts(pool, { ...of, status, most, skip });
    const total_count = rows[0]?.total_count ?? 0;
    const [posts, readers, revenues] = await Promise.all([
      listedPosts(deps, creator_id, rows, viewer),
      postReaders(pool, { creator_id, post_ids: rows.map(({ post_id }) => post_id), now: viewer.at }),
      // Money stays with the creator.
      member_id !== undefined ? { rows: [] } : deps.referrals.revenues(rows.map(({ post_id }) => post_id)),
    ]);
    const counted = new Map(readers.rows.map((row) => [row.post_id, row.readers]));
    const list = posts.map((post) => {
      const { amount, orders } = revenues.rows.find(({ post_id }) => post_id === post.post_id) ?? NO_REVENUE;
      return { ...post, readers: counted.get(post.post_id) ?? null, revenue: toWire(fenOf(amount)), orders };
    });
    return { list, has_more: skip + list.length < total_count, total_count, as_of };
  });

  on(countReaders, async ({ body, caller: { user_id: creator_id } }) => {
    const { audience, plan_ids, skus, window, album_ids } = body;
    const min_price = fromWire(body.min_price ?? '') ?? fenOf(0);
    if (audience === 'price' && min_price === 0) return invalid('min_price', { key: 'required' });
    const sku_ids = skus.map(({ sku_id }) => sku_id);
    const terms = { creator_id, audience, min_price, plan_ids, sku_ids, window, album_ids };
    const now = clock.now();
    const { rows, as_of } = await readersOf(pool, { ...terms, at: now, now });
    return { readers: rows[0]?.readers ?? 0, everybody: audience === 'all', as_of };
  });
};
