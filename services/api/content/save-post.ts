import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { AccessTerms } from '#events/content.ts';
import { asPlanId, asSkuId, derivedHexId, newPostId, type UserId } from '#events/ids.ts';
import { fromWire, ZERO } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { postStream } from '#events/stream-names.ts';
import { type PostFound, postById } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type SavePost, savePost } from '#services/commerce/content/edit-post.ts';
import { isLive, type LivePost, type PostState, postKind } from '#services/commerce/content/post.ts';
import type { publishPost } from '#services/contract/content/posts.ts';
import { fileIdsOf, usedByPost } from '#services/modules/content/post-media.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { inTurnOf, withinQuota } from '../http/quota.ts';
import { withCards } from './embeds.ts';
import { refusalOfFiles } from './file-fields.ts';
import { textOf, textRefusal } from './post-text.ts';
import { sentVote } from './votes/save-vote.ts';

type Parts = Pick<
  Dependencies,
  | 'accounts'
  | 'clock'
  | 'committer'
  | 'drafts'
  | 'log'
  | 'media'
  | 'pageCards'
  | 'pool'
  | 'postTexts'
  | 'readModels'
  | 'voteTexts'
>;
type Body = z.output<typeof publishPost.body>;

/** Each id once, in its first place. */
export const distinct = <Item>(items: readonly Item[], key: (item: Item) => string): Item[] =>
  [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();

function audienceOf({
  audience,
  min_price,
  plan_ids,
  skus,
}: Pick<Body, 'audience' | 'min_price' | 'plan_ids' | 'skus'>): AccessTerms['audience'] {
  switch (audience) {
    case 'price':
      // A missing price is refused by the decider.
      return { to: audience, min_price: fromWire(min_price ?? '') ?? ZERO };
    case 'named':
      return {
        to: audience,
        plan_ids: distinct(plan_ids, (id) => id).map(asPlanId),
        skus: distinct(skus, ({ sku_id }) => sku_id).map((one) => ({
          plan_id: asPlanId(one.plan_id),
          sku_id: asSkuId(one.sku_id),
        })),
      };
    default:
      return { to: audience };
  }
}

export const termsOf = (body: Omit<Body, 'publish_time' | 'draft'>): AccessTerms => ({
  audience: audienceOf(body),
  window: body.window,
  public_at: body.public_time === 0 ? null : body.public_time * 1000,
  goal_id: body.goal_id === '' ? null : body.goal_id,
});

const publicationOf = ({ draft, publish_time }: Body): SavePost['publish'] =>
  draft ? 'draft' : publish_time === 0 ? 'now' : { at: publish_time * 1000 };

export const postStateOf = ({ committer }: Pick<Parts, 'committer'>, post_id: string): Promise<PostState> =>
  committer.read([postStream(post_id)], (states) => states.get(postKind, postStream(post_id)));

/** Only certified creators publish. A post that is published or scheduled already is edited without it. */
async function refusalBefore(
  { accounts }: Parts,
  creator_id: UserId,
  body: Body,
  present: LivePost | undefined,
): Promise<Refusal | null> {
  const isPublication = present === undefined || (present.phase === 'draft' && !body.draft);
  if (isPublication && !(await accounts.rights.allows(creator_id, ({ is_verified }) => is_verified)))
    return badInput('content', { key: 'verified_only' });
  return textRefusal(body);
}

/** Whether the creator may let a SKU open a post. */
export const mayLink = async ({ accounts }: Pick<Parts, 'accounts'>, creator_id: UserId): Promise<boolean> =>
  (await accounts.rights.refresh(creator_id)).rights.add_product_post;

/** The own post that is edited; undefined for a new one. */
async function presentPost(
  parts: Parts,
  creator_id: UserId,
  post_id: string | undefined,
): Promise<LivePost | undefined | Refusal> {
  if (post_id === undefined) return undefined;
  const state = await postStateOf(parts, post_id);
  return isLive(state) && state.creator_id === creator_id ? state : { code: 'not_found' };
}

/** Albums that the post joins and leaves, from what the read model has. */
async function albumsOf(
  { pool }: Parts,
  creator_id: UserId,
  { post_id, album_ids = [] }: Body,
): Promise<SavePost['albums']> {
  const of = { post_id: post_id ?? '', viewer: creator_id, at: 0 };
  const present = post_id === undefined ? [] : ((await postById(pool, of)).rows[0]?.album_ids ?? []);
  const wanted = new Set(album_ids);
  return {
    add: [...wanted].filter((album_id) => !present.includes(album_id)),
    remove: present.filter((album_id) => !wanted.has(album_id)),
  };
}

interface SavedRequest {
  post_id: string;
  position: number;
  published: boolean;
}

/**
 * The post that this request has made before, under the same key; null if there is none. Refuses another request under
 * the key. Its first event and text are compared, so that later edits change nothing.
 */
async function repeatedRequest(
  { committer, log, postTexts }: Parts,
  creator_id: UserId,
  post_id: string,
  body: Body,
): Promise<SavedRequest | Refusal | null> {
  const stream = postStream(post_id);
  const { result: state, position } = await committer.readAt([stream], (states) =>
    states.get(postKind, stream),
  );
  if (state.phase === 'none') return null;
  const events = await log.readStream(stream);
  const first = events.find(({ type }) => type === 'PostPublished' || type === 'PostScheduled');
  const { terms, text_hash, at } = (first?.data ?? {}) as Partial<DataOf<'PostScheduled'>>; // by its type
  const publish = publicationOf(body);
  const same =
    state.creator_id === creator_id &&
    isDeepStrictEqual([terms, at], [termsOf(body), typeof publish === 'object' ? publish.at : undefined]) &&
    (await postTexts.matches({ post_id, text_hash: text_hash ?? '' }, textOf(body)));
  return same ? { post_id, position, published: false } : { code: 'idempotency_key_reused' };
}

/**
 * Publishes, schedules or changes a post. The text is a row before the command names its hash; a refused command
 * removes the row that it alone has written.
 * @param key of a new post: the same one publishes once
 */
export async function savePostOf(
  parts: Parts,
  creator_id: UserId,
  request: Body,
  key?: string,
): Promise<SavedRequest | Refusal> {
  const { committer, media, postTexts, pageCards } = parts;
  const post_id =
    request.post_id ?? (key === undefined ? newPostId() : derivedHexId('post', creator_id, key));
  const present = await presentPost(parts, creator_id, request.post_id);
  if (present && 'code' in present) return present;
  const refusal =
    (await refusalBefore(parts, creator_id, request, present)) ??
    (await refusalOfFiles(parts, creator_id, request, present));
  if (refusal) return refusal;
  const body = { ...request, rich: await withCards(pageCards, request.rich) };
  const made = present === undefined;
  const repeated = made && key !== undefined ? await repeatedRequest(parts, creator_id, post_id, body) : null;
  if (repeated) return repeated;
  const { draft_id, draft_version } = request;
  const outdated =
    draft_id !== undefined && draft_version !== undefined
      ? await parts.drafts.refusalOf(creator_id, draft_id, draft_version)
      : null;
  if (outdated) return outdated;
  const save = async () => {
    const of = { post_id, creator_id, present: present?.text_hash ?? '' };
    const vote = await sentVote(parts, of, body.vote);
    if (isRefusal(vote)) return { accepted: false as const, refusal: vote };
    const text = textOf(body);
    const { text_hash, written } = await postTexts.save(of, text);
    const kind = body.type === POST_TYPE.article ? 'article' : 'post';
    const terms = termsOf(body);
    const may_link = body.skus.length === 0 || (await mayLink(parts, creator_id));
    const publish = publicationOf(body);
    const inAlbums = body.album_ids && { albums: await albumsOf(parts, creator_id, body) };
    const outcome = await committer.submit(
      savePost({
        creator_id,
        post_id,
        made,
        kind,
        terms,
        text_hash,
        publish,
        may_link,
        vote: vote.terms,
        ...inAlbums,
      }),
    );
    // After a crash before this, the worker does it (services/worker/processes/post-files.ts).
    if (outcome.accepted) await media.files.setUses(usedByPost(post_id), fileIdsOf(text));
    await vote.settle(outcome.accepted);
    if (outcome.accepted && vote.terms) await parts.readModels.waitFor('votes', outcome.position);
    if (written) await postTexts[outcome.accepted ? 'forgetOld' : 'forget']({ post_id, text_hash });
    return outcome;
  };
  const saveInTurn = () =>
    made || body.album_ids === undefined ? save() : inTurnOf(parts, creator_id, 'posts', save);
  const outcome = await (made
    ? withinQuota(parts, { kind: 'posts', creator: creator_id }, save)
    : saveInTurn());
  if (isRefusal(outcome)) return outcome;
  if (!outcome.accepted) {
    const first = made && outcome.refusal.code === 'idempotency_key_reused';
    return (first && (await repeatedRequest(parts, creator_id, post_id, body))) || outcome.refusal;
  }
  const published = present?.phase !== 'published' && outcome.result.phase === 'published';
  return { post_id, position: outcome.position, published };
}

const STATUS = { draft: POST_STATUS.draft, scheduled: POST_STATUS.scheduled } as const;

/** The post by its state, for a read model that is behind. `sn` is its place, if that is known. */
export function rowOf(state: LivePost, sn: number, edited_at: number): PostFound {
  const { post_id, creator_id, kind, text_hash, terms } = state;
  const { audience, window, public_at, goal_id } = terms;
  const { plan_ids, skus } = audience.to === 'named' ? audience : { plan_ids: [], skus: [] };
  const published = state.phase === 'published' ? state : null;
  return {
    post_id,
    creator_id,
    kind,
    status:
      state.phase === 'published'
        ? state.hidden
          ? POST_STATUS.hidden
          : POST_STATUS.normal
        : STATUS[state.phase],
    sn,
    published_at: published?.published_at ?? null,
    scheduled_at: state.phase === 'scheduled' ? state.at : null,
    edited_at,
    text_hash,
    audience: audience.to,
    min_price: audience.to === 'price' ? audience.min_price : 0,
    plan_ids,
    skus,
    window,
    public_at,
    goal_id: goal_id ?? '',
    opened_at: null,
    album_ids: [],
    has_right: true,
  };
}

/** The creator's post after a write, also if the read model is behind. Refused if it was deleted since. */
export async function savedPost(
  parts: Parts,
  { post_id, position, published }: { post_id: string; position: number; published: boolean },
): Promise<PostFound | Refusal> {
  const { readModels, pool, clock } = parts;
  await readModels.waitFor('posts', position);
  const state = await postStateOf(parts, post_id);
  if (!isLive(state)) return { code: 'post_deleted' };
  const at = clock.now();
  const { rows, as_of } = await postById(pool, { post_id, viewer: state.creator_id, at });
  const [row] = rows;
  if (row && as_of.position >= position) return row;
  const sn = row?.sn || (published ? position : 0);
  return { ...rowOf(state, sn, at), opened_at: row?.opened_at ?? null };
}
