import { type Expression, type SqlBool, sql } from 'kysely';
import { POST_STATUS } from '#events/status.ts';

/** Whose rights are asked for, and when. */
export interface Viewer {
  /** Empty for a guest. */
  viewer: string;
  /** Unix milliseconds */
  at: number;
}

/** The same as parts of a query. */
export type ViewerParams = { readonly [Name in keyof Viewer]: Expression<Viewer[Name]> };

/** The read models that rights follow from. */
export const ACCESS_MODELS = ['posts', 'grants'];

/** A grant `g` that runs at this time. */
export const runs = (at: Expression<unknown>) => sql<SqlBool>`(g.from_at <= ${at}
  AND (g.until_at IS NULL OR ${at} < g.until_at) AND (g.ended_at IS NULL OR ${at} < g.ended_at))`;

/**
 * Whether a grant `g` counts by the window of a post. A purchase counts while it is not refunded, whatever the window.
 * @param published when the post was published
 */
export const counts = (
  window: Expression<string>,
  published: Expression<unknown>,
  at: Expression<unknown>,
) => sql<SqlBool>`(
  CASE WHEN NOT g.membership OR ${window} = 'now' THEN ${runs(at)}
       WHEN ${window} = 'period' THEN NOT g.refunded AND ${runs(published)}
       ELSE NOT g.refunded AND g.from_at <= ${at} AND (g.ended_at IS NULL OR g.from_at < g.ended_at) END)`;

/** Where the facts come from: the present tables, or what they were at a past time (as-of.ts). */
interface AccessTables {
  grants: Expression<unknown>;
  keys: Expression<unknown>;
  /** Plans and SKUs that open a post by its albums. */
  albums: Expression<unknown>;
}
/** By the albums of now; those of a past time are in access.ts. */
export const KEYS_OF_ALBUMS = sql`(
  SELECT ap.post_id, ak.key FROM rm.album_posts ap JOIN rm.album_keys ak ON ak.album_id = ap.album_id)`;
const PRESENT: AccessTables = { grants: sql`rm.grants`, keys: sql`rm.post_keys`, albums: KEYS_OF_ALBUMS };

/** Whether everybody reads the post `p`. */
export const openToAll = (at: Expression<unknown>) =>
  sql<SqlBool>`(p.audience = 'all' OR coalesce(p.public_at <= ${at}, false) OR coalesce(p.opened_at <= ${at}, false))`;

/** Whether the post `p`, for members of any plan or from a price on, is for those with the grant `g`. */
export const forMembers = sql<SqlBool>`(p.audience IN ('members', 'price') AND g.membership
  AND (p.audience = 'members' OR g.monthly_price >= p.min_price))`;

/**
 * Whether the viewer may read the text of the post `p` (an alias of `rm.posts`): the one expression for every list,
 * page, mail and program. Its query reads ACCESS_MODELS.
 */
export const readable = (
  { viewer, at }: ViewerParams,
  { grants = PRESENT.grants, keys = PRESENT.keys, albums = PRESENT.albums }: Partial<AccessTables> = {},
) => sql<boolean>`(
  (p.creator_id = ${viewer}) OR (p.status = ${POST_STATUS.normal} AND p.audience <> 'self' AND (
    ${openToAll(at)}
    OR (p.audience IN ('members', 'price') AND EXISTS (
      SELECT FROM ${grants} g
       WHERE g.creator_id = p.creator_id AND g.user_id = ${viewer} AND ${forMembers}
         AND ${counts(sql`p.access_window`, sql`p.published_at`, at)}))
    OR (p.audience = 'named' AND EXISTS (
      SELECT FROM ${keys} k JOIN ${grants} g ON g.key = k.key AND g.user_id = ${viewer}
       WHERE k.post_id = p.post_id AND ${counts(sql`p.access_window`, sql`p.published_at`, at)}))
    OR EXISTS (
      SELECT FROM ${albums} k JOIN ${grants} g ON g.key = k.key AND g.user_id = ${viewer}
       WHERE k.post_id = p.post_id AND ${runs(at)}))))`;
