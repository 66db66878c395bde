import { sql } from 'kysely';
import { POST_STATUS } from '#events/status.ts';
import { type Params, query, unplanned } from '../engine/query.ts';
import { found, type PostFound, type PostList } from './queries.ts';
import { ACCESS_MODELS, counts, openToAll } from './readable.ts';
import { CAN_BE_OPEN } from './tables.ts';

/** A grant `g` by the window `w` of posts. A membership counts for publications in its span. */
const SPAN = sql`CASE WHEN w.access_window = 'period' AND g.membership
  THEN int8range(g.from_at, least(g.until_at, g.ended_at)) ELSE int8range(NULL, NULL) END`;

/**
 * Published posts of a creator that somebody else can read, newest first: those of `readable()`, without a look at the
 * others. Each thing that opens posts has its newest ones in an index, and gives at most a page of them: being for
 * everybody, memberships by price, each plan and SKU that the viewer holds, each album of these. The newest of all are
 * the page.
 */
export const readablePosts = query(
  ACCESS_MODELS,
  ({ creator_id, viewer, at, before, most, kind }: Params<PostList>) => {
    const page = sql`ORDER BY sn DESC LIMIT ${unplanned(most)}`;
    const earlier = sql`sn < coalesce(nullif(${before}::bigint, 0), 9223372036854775807)`;
    const ofCreator = sql`p.creator_id = ${creator_id} AND p.status = ${POST_STATUS.normal} AND p.kind = k.kind`;
    return sql<PostFound>`
      WITH kinds AS MATERIALIZED (
        SELECT kind COLLATE "C" AS kind FROM unnest(ARRAY['post', 'article']) AS k (kind)
         WHERE ${kind}::text IS NULL OR k.kind = ${kind}),
      held AS MATERIALIZED (
        SELECT g.key, g.membership, g.monthly_price, w.access_window, ${SPAN} AS span
          FROM rm.grants g
         CROSS JOIN (SELECT name COLLATE "C" AS access_window FROM unnest(ARRAY['now', 'period', 'ever']) AS w (name)) w
         WHERE g.creator_id = ${creator_id} AND g.user_id = ${viewer}
           AND ${counts(sql`w.access_window`, sql`g.from_at`, at)}),
      prices AS MATERIALIZED (
        SELECT access_window, max(monthly_price) AS price, range_agg(span) AS spans FROM held WHERE membership
         GROUP BY access_window, CASE WHEN access_window = 'period' THEN monthly_price END),
      keys AS MATERIALIZED (SELECT key, access_window, range_agg(span) AS spans FROM held GROUP BY 1, 2, membership),
      albums AS MATERIALIZED (
        SELECT DISTINCT ak.album_id FROM held h JOIN rm.album_keys ak ON ak.key = h.key WHERE h.access_window = 'now'),
      candidates AS (
        SELECT one.* FROM kinds k CROSS JOIN LATERAL (
          SELECT p.post_id, p.sn FROM rm.posts p
           WHERE ${ofCreator} AND ${sql.raw(CAN_BE_OPEN)} AND ${openToAll(at)} AND p.${earlier} ${page}) one
        UNION
        SELECT one.* FROM kinds k CROSS JOIN prices h CROSS JOIN LATERAL (
          SELECT p.post_id, p.sn FROM rm.posts p
           WHERE ${ofCreator} AND p.audience IN ('members', 'price') AND p.access_window = h.access_window
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
               SELECT FROM rm.posts p WHERE p.post_id = ap.post_id AND p.kind = ${kind})) ${page}) one)
      SELECT ${found({ viewer, at })} FROM (SELECT post_id FROM candidates ${page}) c JOIN rm.posts p USING (post_id)
       ORDER BY p.sn DESC`;
  },
);
