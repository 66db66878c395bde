import { type Expression, type SqlBool, sql } from 'kysely';
import type { PostKind } from '#events/content.ts';
import { POST_STATUS } from '#events/status.ts';
import { type Params, query, unplanned } from '../engine/query.ts';
import { found, type PostFound, type PostList } from './queries.ts';
import { ACCESS_MODELS, counts, openToAll } from './readable.ts';
import { CAN_BE_OPEN } from './tables.ts';

/** A grant `g` by the window `w` of posts. A membership counts for publications in its span. */
const SPAN = sql`CASE WHEN w.access_window = 'period' AND g.membership
  THEN int8range(g.from_at, least(g.until_at, g.ended_at)) ELSE int8range(NULL, NULL) END`;

interface Held {
  viewer: Expression<string>;
  at: Expression<number>;
  /** Of which creators, as a condition of a grant `g`. */
  ofCreators: Expression<SqlBool>;
}

/** Parts of a query: what the viewer holds of creators, by the windows of posts. */
const heldParts = ({ viewer, at, ofCreators }: Held) => sql`
      held AS MATERIALIZED (
        SELECT g.creator_id, g.key, g.membership, g.monthly_price, w.access_window, ${SPAN} AS span
          FROM rm.grants g
         CROSS JOIN (SELECT name COLLATE "C" AS access_window FROM unnest(ARRAY['now', 'period', 'ever']) AS w (name)) w
         WHERE ${ofCreators} AND g.user_id = ${viewer}
           AND ${counts(sql`w.access_window`, sql`g.from_at`, at)}),
      prices AS MATERIALIZED (
        SELECT creator_id, access_window, max(monthly_price) AS price, range_agg(span) AS spans FROM held WHERE membership
         GROUP BY creator_id, access_window, CASE WHEN access_window = 'period' THEN monthly_price END),
      keys AS MATERIALIZED (SELECT key, access_window, range_agg(span) AS spans FROM held GROUP BY 1, 2, membership),
      albums AS MATERIALIZED (
        SELECT DISTINCT ak.album_id FROM held h JOIN rm.album_keys ak ON ak.key = h.key WHERE h.access_window = 'now')`;

interface Newest {
  /** `sn` of a post: before the page. */
  earlier: Expression<SqlBool>;
  /** Order and limit. */
  page: Expression<unknown>;
  /** Of an album's post; NULL: both kinds */
  kind: Expression<PostKind | null>;
}

/** The newest posts that each of these things opens, of the `kinds`. */
const heldPosts = ({ earlier, page, kind }: Newest) => sql`
        SELECT one.* FROM kinds k CROSS JOIN prices h CROSS JOIN LATERAL (
          SELECT p.post_id, p.sn FROM rm.posts p
           WHERE p.creator_id = h.creator_id AND p.status = ${POST_STATUS.normal} AND p.kind = k.kind
             AND p.audience IN ('members', 'price') AND p.access_window = h.access_window
             AND p.min_price <= h.price AND p.published_at <@ h.spans AND p.${earlier} ${page}) one
        UNION
        SELECT one.* FROM kinds k CROSS JOIN keys h CROSS JOIN LATERAL (
          SELECT pk.post_id, pk.sn FROM rm.post_keys pk
           WHERE pk.key = h.key AND pk.access_window = h.access_window AND pk.kind = k.kind AND pk.sn > 0
             AND pk.published_at <@ h.spans AND pk.${earlier} ${page}) one
        UNION
        SELECT one.* FROM albums a CROSS JOIN LATERAL (
          SELECT ap.post_id, ap.sn FROM rm.album_posts ap
           WHERE ap.album_id = a.album_id AND ap.status = ${POST_STATUS.normal} AND ap.${earlier}
             AND (${kind}::text IS NULL OR EXISTS (
               SELECT FROM rm.posts p WHERE p.post_id = ap.post_id AND p.kind = ${kind})) ${page}) one`;

const KINDS = sql`(SELECT kind COLLATE "C" AS kind FROM unnest(ARRAY['post', 'article']) AS k (kind))`;

const placeOf = ({ before, most }: Params<Pick<PostList, 'before' | 'most'>>) => ({
  page: sql`ORDER BY sn DESC LIMIT ${unplanned(most)}`,
  earlier: sql<SqlBool>`sn < coalesce(nullif(${before}::bigint, 0), 9223372036854775807)`,
});

const OPEN = sql`p.status = ${POST_STATUS.normal} AND p.kind = k.kind AND ${sql.raw(CAN_BE_OPEN)}`;

/**
 * Published posts of a creator that somebody else can read, newest first: those of `readable()`, without a look at the
 * others. Each thing that opens posts has its newest ones in an index, and gives at most a page of them: being for
 * everybody, memberships by price, each plan and SKU that the viewer holds, each album of these. The newest of all are
 * the page.
 */
export const readablePosts = query(
  ACCESS_MODELS,
  ({ creator_id, viewer, at, before, most, kind }: Params<PostList>) => {
    const { page, earlier } = placeOf({ before, most });
    return sql<PostFound>`
      WITH kinds AS MATERIALIZED (SELECT kind FROM ${KINDS} k WHERE ${kind}::text IS NULL OR k.kind = ${kind}),
      ${heldParts({ viewer, at, ofCreators: sql`g.creator_id = ${creator_id}` })},
      candidates AS (
        SELECT one.* FROM kinds k CROSS JOIN LATERAL (
          SELECT p.post_id, p.sn FROM rm.posts p
           WHERE p.creator_id = ${creator_id} AND ${OPEN} AND ${openToAll(at)} AND p.${earlier} ${page}) one
        UNION ${heldPosts({ earlier, page, kind })})
      SELECT ${found({ viewer, at })} FROM (SELECT post_id FROM candidates ${page}) c JOIN rm.posts p USING (post_id)
       ORDER BY p.sn DESC`;
  },
);

interface FeedOf extends Omit<PostList, 'creator_id' | 'kind'> {
  /** Others than the viewer. */
  creator_ids: readonly string[];
}

/**
 * The same of several creators. One look in an index for each of them finds the newest post that is open to everybody; the
 * creators with the newest of these have all open posts of the page.
 */
export const readableFeed = query(
  ACCESS_MODELS,
  ({ creator_ids, viewer, at, before, most }: Params<FeedOf>) => {
    const { page, earlier } = placeOf({ before, most });
    const open = sql`p.creator_id = c.creator_id AND ${OPEN} AND ${openToAll(at)} AND p.${earlier}`;
    return sql<PostFound>`
      WITH kinds AS MATERIALIZED (SELECT kind FROM ${KINDS} k),
      ${heldParts({ viewer, at, ofCreators: sql`g.creator_id = ANY (${creator_ids}::text[])` })},
      heads AS MATERIALIZED (
        SELECT c.creator_id, k.kind, head.sn FROM unnest(${creator_ids}::text[]) AS c (creator_id) CROSS JOIN kinds k
         CROSS JOIN LATERAL (SELECT p.sn FROM rm.posts p WHERE ${open} ORDER BY p.sn DESC LIMIT 1) head
         ${page}),
      candidates AS (
        SELECT one.* FROM heads c JOIN kinds k USING (kind) CROSS JOIN LATERAL (
          SELECT p.post_id, p.sn FROM rm.posts p WHERE ${open} ${page}) one
        UNION ${heldPosts({ earlier, page, kind: sql`NULL` })})
      SELECT ${found({ viewer, at })} FROM (SELECT post_id FROM candidates ${page}) c JOIN rm.posts p USING (post_id)
       ORDER BY p.sn DESC`;
  },
);
