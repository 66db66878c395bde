import type { UserId } from '#events/ids.ts';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { planById } from '#read-models/catalog/queries.ts';
import { albumById } from '#read-models/content/albums/queries.ts';
import {
  previewAlbum as findAlbum,
  previewPost as findPreview,
  previewPostAt,
} from '#read-models/content/preview.ts';
import { foundAmong, type PostFound, postById } from '#read-models/content/queries.ts';
import { type DraftBody, previewAlbum, previewPost } from '#services/contract/content/drafts.ts';
import { embedCard } from '#services/contract/content/embeds.ts';
import { postName } from '#services/modules/content/post-name.ts';
import { readTextOf } from '#services/modules/content/post-texts.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { type ApiRefusal, invalid, isApiRefusal, notFound } from '../../http/refusals.ts';
import { momentOf } from '../access/access-answer.ts';
import { withCards } from '../embeds.ts';
import { isFoundBy, postDetail } from '../post-detail.ts';
import { textOf, textRefusal } from '../post-text.ts';
import { rowOf, termsOf } from '../save-post.ts';
import { previewedVote } from '../votes/vote-answer.ts';

/** Somebody who has nothing; no account has this id. */
const VISITOR = 'preview';
/** Posts of an album. */
const MAX_POSTS = 200;

/** The post that would be published, by its draft. */
function draftedPost(creator_id: UserId, body: DraftBody, at: number): PostFound {
  const post = {
    post_id: body.post_id ?? 'preview',
    creator_id,
    kind: body.type === POST_TYPE.article ? ('article' as const) : ('post' as const),
    terms: termsOf(body),
    text_hash: '',
  };
  return rowOf({ ...post, phase: 'published', published_at: at, hidden: false }, 0, at);
}

/** What others get of a post, before it is published or as it is. */
export const previewRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { pool, clock, postTexts, pageCards } = deps;

  /** An own post that is not deleted. */
  async function ownPost(creator_id: UserId, post_id: string, at: number): Promise<PostFound | Refusal> {
    const [row] = (await postById(pool, { post_id, viewer: creator_id, at })).rows;
    const own = row?.creator_id === creator_id && row.status !== POST_STATUS.deleted;
    return own ? row : { code: 'not_found' };
  }

  /** The membership that the visitor has. */
  async function grantsOf(creator_id: UserId, as: string, plan_id: string | undefined, at: number) {
    if (as === 'guest' || as === 'follower') return [];
    if (plan_id === undefined) return invalid('plan_id', { key: 'required' });
    const [plan] = (await planById(pool, { plan_id })).rows;
    if (plan?.creator_id !== creator_id) return invalid('plan_id', { key: 'unknown' });
    const until_at = as === 'past' ? at : null;
    return [{ creator_id, key: plan_id, monthly_price: plan.offer.price, until_at }];
  }

  on(embedCard, async ({ body: { url } }) => ({ url, ...(await pageCards.of([url]))(url) }));

  on(previewAlbum, async ({ body: { album_id, as, plan_id, at: time }, caller: { user_id: creator_id } }) => {
    const at = momentOf(time, clock.now());
    if (typeof at !== 'number') return at;
    const [album] = (await albumById(pool, { album_id, viewer: creator_id, at })).rows;
    if (album?.creator_id !== creator_id) return notFound;
    const grants = await grantsOf(creator_id, as, plan_id, at);
    if (isApiRefusal(grants)) return grants;
    const viewer = as === 'guest' ? '' : VISITOR;
    const found = await findAlbum(pool, { album_id, creator_id, viewer, at, grants, most: MAX_POSTS + 1 });
    const { rows, as_of } = found;
    if (rows === undefined) return { list: null, has_more: false, as_of };
    const shown = rows.slice(0, MAX_POSTS);
    const post_ids = shown.map(({ post_id }) => post_id);
    const own = { viewer: creator_id, at: clock.now() };
    const posts = await foundAmong(pool, { post_ids, ...own, most: MAX_POSTS });
    const textOf = await postTexts.namesOf(posts.rows);
    const present = new Set(posts.rows.map(({ post_id }) => post_id));
    const list = shown.map(({ post_id, has_right }) => ({
      post_id,
      title: postName(textOf(post_id), has_right),
      deleted: !present.has(post_id),
      has_right,
    }));
    return { list, has_more: rows.length > MAX_POSTS, as_of };
  });

  on(previewPost, async ({ body: { post_id, body, as, plan_id, at: time }, caller }) => {
    const { user_id: creator_id, member_id } = caller;
    const at = momentOf(time, clock.now());
    if (typeof at !== 'number') return at;
    if (time !== undefined && body !== undefined) return invalid('at', { key: 'unknown' });
    const saved_id = post_id ?? body?.post_id;
    if (saved_id === undefined && body === undefined) return invalid('body', { key: 'required' });
    const refusal: ApiRefusal | null = body ? textRefusal(body) : null;
    if (refusal) return refusal;
    const saved = saved_id === undefined ? undefined : await ownPost(creator_id, saved_id, at);
    if (isRefusal(saved)) return saved;
    const grants = await grantsOf(creator_id, as, plan_id, at);
    if (isApiRefusal(grants)) return grants;
    const drafted = body && { ...saved, ...draftedPost(creator_id, body, saved?.published_at ?? at) };
    const previewed = drafted ?? saved;
    if (previewed === undefined) return notFound;
    const reader = member_id ?? creator_id;
    const viewer = { viewer: as === 'guest' ? '' : VISITOR, author: false, reader, at };
    const albums = body?.album_ids ?? null;
    const { rows, as_of } = await (time === undefined
      ? findPreview(pool, previewed, { ...viewer, grants, albums })
      : previewPostAt(pool, previewed, { ...viewer, grants }));
    const [found] = rows;
    if (found === undefined || !isFoundBy(found, viewer)) return { post: null, as_of };
    const text =
      body && readTextOf(textOf({ ...body, rich: await withCards(pageCards, body.rich) }), found.has_right);
    const texts = text ? { ...postTexts, of: async () => () => text } : postTexts;
    const post = (await postDetail({ ...deps, postTexts: texts }, found, viewer)) ?? null;
    if (post === null || body?.vote === undefined) return { post, as_of };
    const of = { ...found, is_public: post.is_public };
    const vote = found.has_right && body.vote ? await previewedVote(deps, of, body.vote, viewer) : null;
    return { post: { ...post, vote }, as_of };
  });
};
