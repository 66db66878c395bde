import type { z } from 'zod';
import { asPlanId, asSkuId, newAlbumId, type UserId } from '#events/ids.ts';
import { albumStream } from '#events/stream-names.ts';
import { type AlbumFound, albumById, fullPosts } from '#read-models/content/albums/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { albumKind, type LiveAlbum } from '#services/commerce/content/albums/album.ts';
import { editAlbumPosts, saveAlbum } from '#services/commerce/content/albums/edit-album.ts';
import type { editAlbum } from '#services/contract/content/albums.ts';
import { MAX_ALBUMS_OF_POST } from '#services/contract/content/posts.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { inTurnOf, withinQuota } from '../../http/quota.ts';
import { distinct } from '../save-post.ts';

type Parts = Pick<
  Dependencies,
  'accounts' | 'albumTexts' | 'clock' | 'committer' | 'log' | 'media' | 'pool' | 'readModels'
>;
type Body = z.output<typeof editAlbum.body>;

async function liveAlbum({ committer }: Parts, album_id: string): Promise<LiveAlbum | undefined> {
  const stream = albumStream(album_id);
  const state = await committer.read([stream], (states) => states.get(albumKind, stream));
  return state.phase === 'live' ? state : undefined;
}

/** Makes or changes an album. The row of a new one is written before its command, and removed if that is refused. */
export async function saveAlbumOf(
  parts: Parts,
  creator_id: UserId,
  body: Body,
): Promise<{ album_id: string; position: number } | Refusal> {
  const { accounts, albumTexts, clock, committer, media } = parts;
  const made = body.album_id === undefined;
  const album_id = body.album_id ?? newAlbumId();
  if (!made && (await liveAlbum(parts, album_id))?.creator_id !== creator_id) return { code: 'not_found' };
  const saved = made ? '' : (await albumTexts.of([album_id]))(album_id).cover;
  const picture = { field: 'cover', address: body.cover, as: 'album' as const };
  const strange = await media.pictures.refusalOf(creator_id, [picture], [saved]);
  if (strange) return strange;
  const text = { title: body.title.trim(), content: body.content.trim(), cover: body.cover };
  const terms = {
    plan_ids: distinct(body.plan_ids, (plan_id) => plan_id).map(asPlanId),
    skus: distinct(body.skus, ({ sku_id }) => sku_id).map((one) => ({
      plan_id: asPlanId(one.plan_id),
      sku_id: asSkuId(one.sku_id),
    })),
  };
  const row = { album_id, creator_id, changed_at: clock.now() };
  const may_link = await accounts.rights.allows(creator_id, ({ rights }) => rights.sale_connect_album);
  const save = async () => {
    if (made) await albumTexts.save(row, text);
    const { status } = body;
    const outcome = await committer.submit(
      saveAlbum({ creator_id, album_id, made, status, terms, may_link }),
    );
    if (outcome.accepted && !made) await albumTexts.save(row, text);
    if (!outcome.accepted && made) await albumTexts.forget(album_id);
    return outcome;
  };
  const outcome = await (made ? withinQuota(parts, { kind: 'albums', creator: creator_id }, save) : save());
  if (isRefusal(outcome)) return outcome;
  return outcome.accepted ? { album_id, position: outcome.position } : outcome.refusal;
}

/** The album after a write, also if the read model is behind. Refused if it was deleted since. */
export async function savedAlbum(
  parts: Parts,
  { album_id, position }: { album_id: string; position: number },
): Promise<AlbumFound | Refusal> {
  const { readModels, pool, clock } = parts;
  await readModels.waitFor('posts', position);
  const state = await liveAlbum(parts, album_id);
  if (!state) return { code: 'not_found' };
  const at = clock.now();
  const { rows, as_of } = await albumById(pool, { album_id, viewer: state.creator_id, at });
  const [row] = rows;
  if (row && as_of.position >= position) return row;
  const { creator_id, status, terms, order_by } = state;
  const counts = { post_count: row?.post_count ?? 0, open_count: row?.open_count ?? 0 };
  const rights = { by_plan: false, by_purchase: false };
  return { album_id, creator_id, status, ...terms, order_by, ...counts, changed_at: at, ...rights };
}

/** Changes the posts of an album. Refuses a post that is in 20 others already, by field. */
export async function editPostsOf(
  parts: Parts,
  input: Parameters<typeof editAlbumPosts>[0],
): Promise<{ position: number } | Refusal> {
  const { committer, pool } = parts;
  const { creator_id, album_id, add = [] } = input;
  const write = async () => {
    const outcome = await committer.submit(editAlbumPosts(input));
    return outcome.accepted ? { position: outcome.position } : outcome.refusal;
  };
  if (add.length === 0) return write();
  // One at a time, on all servers: two albums do not take the last place of one post.
  return inTurnOf(parts, creator_id, 'posts', async () => {
    const { rows } = await fullPosts(pool, { post_ids: add, album_id, most: MAX_ALBUMS_OF_POST });
    const taken = new Set(rows.map(({ post_id }) => post_id));
    const full = add.findIndex((post_id) => taken.has(post_id));
    if (full < 0) return write();
    return badInput(`add.${full}`, { key: 'too_many', max: String(MAX_ALBUMS_OF_POST) });
  });
}
