import { sql } from 'kysely';
import { POST_STATUS } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';
import { albumKeysAt, keysOfPost, postAt } from './access.ts';
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
