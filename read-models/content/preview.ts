import { sql } from 'kysely';
import { POST_STATUS } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';
import type { GrantRow } from './grants/tables.ts';
import { found, type PostFound } from './queries.ts';
import { ACCESS_MODELS, KEYS_OF_ALBUMS, type Viewer } from './readable.ts';

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

/** A membership of somebody who does not exist. */
type PreviewGrant = Pick<GrantRow, 'creator_id' | 'key' | 'monthly_price' | 'until_at'>;

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
  const rows = grants.map((grant) => ({
    ...grant,
    out_trade_no: 'preview',
    user_id: viewer,
    membership: true,
    units: 0,
    from_at: 0,
    ended_at: null,
    ended_by: '',
    refunded: false,
  }));
  return previewed(pool, { post: JSON.stringify(row), grants: JSON.stringify(rows), albums, viewer, at });
}
