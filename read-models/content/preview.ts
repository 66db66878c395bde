import { sql } from 'kysely';
import { ALBUM_STATUS, POST_STATUS } from '#events/status.ts';
import { earliest } from '../engine/as-of.ts';
import { type Params, query } from '../engine/query.ts';
import { albumAt, albumKeysAt, keysOfPost, postAt } from './access.ts';
import type { GrantRow } from './grants/tables.ts';
import { found, type PostFound } from './queries.ts';
import { ACCESS_MODELS, KEYS_OF_ALBUMS, readable, type Viewer } from './readable.ts';

interface Preview extends Viewer {
  /** JSON of a row of `rm.posts`. */
  post: string;
  /** JSON of rows of `rm.grants`: what the viewer has. */
  grants: string;
  /** The albums of the post instead of those that it is in; null: those that it is in. */
  albums: readonly string[] | null;
}

const GRANTS = (grants: Params<Preview>['grants']) =>
  sql`(SELECT * FROM jsonb_populate_recordset(NULL::rm.grants, ${grants}::jsonb))`;
const KEYS = sql`(
  SELECT p.post_id, plan AS key FROM jsonb_array_elements_text(p.plan_ids::jsonb) plan
  UNION ALL SELECT p.post_id, sku ->> 'sku_id' FROM jsonb_array_elements(p.skus::jsonb) sku)`;

const ALBUMS = (albums: Params<Preview>['albums']) => sql`(
  SELECT * FROM ${KEYS_OF_ALBUMS} present WHERE ${albums}::text[] IS NULL
  UNION ALL SELECT p.post_id, ak.key FROM rm.album_keys ak WHERE ak.album_id = ANY (${albums}::text[]))`;

const previewed = query(
  ACCESS_MODELS,
  ({ post, grants, albums, viewer, at }: Params<Preview>) => sql<PostFound>`
    SELECT ${found({ viewer, at }, { grants: GRANTS(grants), keys: KEYS, albums: ALBUMS(albums) })}
      FROM jsonb_populate_record(NULL::rm.posts, ${post}::jsonb) p`,
);

const termsThen = query(
  ACCESS_MODELS,
  ({ post_id, grants, viewer, at }: Params<Pick<Preview, 'grants'> & Viewer & { post_id: string }>) => {
    const tables = { grants: GRANTS(grants), keys: keysOfPost, albums: albumKeysAt(at) };
    return sql<TermsThen>`
    SELECT p.status, p.audience, p.min_price, p.plan_ids, p.skus, p.access_window AS window, p.public_at, p.goal_id,
           p.opened_at, ${readable({ viewer, at }, tables)} AS has_right
      FROM ${postAt(post_id, at)} p WHERE p.published_at <= ${at}`;
  },
);

type TermsThen = Pick<
  PostFound,
  | 'status'
  | 'audience'
  | 'min_price'
  | 'plan_ids'
  | 'skus'
  | 'window'
  | 'public_at'
  | 'goal_id'
  | 'opened_at'
  | 'has_right'
>;

/** A membership of somebody who does not exist. */
type PreviewGrant = Pick<GrantRow, 'creator_id' | 'key' | 'monthly_price' | 'until_at'>;

/** They began before the post. */
const grantRows = (grants: readonly PreviewGrant[], user_id: string): string =>
  JSON.stringify(
    grants.map((grant) => ({
      ...grant,
      out_trade_no: 'preview',
      user_id,
      membership: true,
      units: 0,
      from_at: 0,
      ended_at: null,
      ended_by: '',
      refunded: false,
    })),
  );

/**
 * A post as it is found by a visitor with these memberships and nothing else, as if it were published. Rights follow
 * from the expression for all readers. The memberships began before the post.
 */
export function previewPost(
  pool: Parameters<typeof previewed>[0],
  post: PostFound,
  { viewer, at, grants, albums }: Pick<Preview, 'albums'> & Viewer & { grants: readonly PreviewGrant[] },
) {
  const published_at = post.published_at ?? post.scheduled_at ?? at;
  const row = { ...post, access_window: post.window, status: POST_STATUS.normal, published_at };
  return previewed(pool, {
    post: JSON.stringify(row),
    grants: grantRows(grants, viewer),
    albums,
    viewer,
    at,
  });
}

/**
 * A published post as such a visitor found it at a past time: with its terms and albums of then. No row before its
 * publication.
 */
export async function previewPostAt(
  pool: Parameters<typeof previewed>[0],
  post: PostFound,
  { viewer, at, grants }: Viewer & { grants: readonly PreviewGrant[] },
) {
  const values = { post_id: post.post_id, grants: grantRows(grants, viewer), viewer, at };
  const { rows, as_of } = await termsThen(pool, values);
  return { rows: rows.map((then): PostFound => ({ ...post, ...then })), as_of };
}

/** A post of an album, for such a visitor. */
interface AlbumPostSeen {
  post_id: string;
  has_right: boolean;
}

interface AlbumPreview extends Viewer {
  album_id: string;
  creator_id: string;
  most: number;
}

/** Posts change albums seldom: those of the creator are looked up in the places that they had. */
const albumPosts = query(
  ACCESS_MODELS,
  ({ album_id, creator_id, most, grants, viewer, at }: Params<AlbumPreview & Pick<Preview, 'grants'>>) => {
    const tables = { grants: GRANTS(grants), keys: keysOfPost, albums: albumKeysAt(at) };
    return sql<AlbumPostSeen>`
    SELECT p.post_id, ${readable({ viewer, at }, tables)} AS has_right
      FROM (SELECT p.* FROM rm.posts x CROSS JOIN LATERAL ${postAt(sql`x.post_id`, at)} p
             WHERE x.creator_id = ${creator_id} AND x.published_at <= ${at} AND (
               EXISTS (SELECT FROM rm.album_posts v
                        WHERE v.album_id = ${album_id} AND v.post_id = x.post_id AND v.since_at <= ${at})
               OR EXISTS (SELECT FROM rm.past_album_posts v
                           WHERE v.post_id = x.post_id AND v.album_id = ${album_id}
                             AND v.since_at <= ${at} AND ${at} < v.until_at))
               AND p.status = ${POST_STATUS.normal} AND p.audience <> 'self' AND p.published_at <= ${at}
             ORDER BY p.published_at DESC, p.post_id LIMIT ${most}) p
     ORDER BY p.published_at DESC, p.post_id`;
  },
);

const shownAlbum = query(
  ['posts'],
  ({ album_id, at }: Params<{ album_id: string; at: number }>) => sql<{ album_id: string }>`
    SELECT a.album_id FROM rm.albums a, LATERAL ${albumAt(sql`a.album_id`, at)} terms
     WHERE a.album_id = ${album_id} AND a.created_at <= ${at} AND terms.status = ${ALBUM_STATUS.normal}`,
);

/**
 * The posts of an album as such a visitor finds them, or found them at a past time: with the posts, the album and the
 * terms of then, the newest first. Undefined for an album that was hidden, or not there yet.
 */
export async function previewAlbum(
  pool: Parameters<typeof albumPosts>[0],
  { grants, ...of }: AlbumPreview & { grants: readonly PreviewGrant[] },
) {
  const [shown, posts] = await Promise.all([
    shownAlbum(pool, { album_id: of.album_id, at: of.at }),
    albumPosts(pool, { ...of, grants: grantRows(grants, of.viewer) }),
  ]);
  return {
    rows: shown.rows.length === 0 ? undefined : posts.rows,
    as_of: earliest(shown.as_of, posts.as_of),
  };
}
