import { type Expression, sql } from 'kysely';
import { ALBUM_STATUS } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';
import { PAST_GRANTS } from './grants/tables.ts';
import { ACCESS_MODELS, counts, forMembers, openToAll, readable, runs, type Viewer } from './readable.ts';
import { ACCESS_COLUMNS } from './tables.ts';

/** What a fan has from a creator, as a reason of a right to read. Times are Unix milliseconds. */
export interface GrantFound {
  out_trade_no: string;
  /** The plan or the SKU. */
  key: string;
  membership: boolean;
  /** fen */
  monthly_price: number;
  from_at: number;
  until_at: number | null;
  ended_at: number | null;
  ended_by: string;
  refunded: boolean;
  /** The post is for those with this grant. */
  included: boolean;
  /** It counts by the post's window. */
  counts: boolean;
}

/** Who could read a post at a time, and what that follows from. */
export interface AccessFound {
  post_id: string;
  creator_id: string;
  status: number;
  published_at: number | null;
  audience: 'all' | 'members' | 'price' | 'named' | 'self';
  /** fen */
  min_price: number;
  plan_ids: string[];
  skus: { plan_id: string; sku_id: string }[];
  window: 'now' | 'period' | 'ever';
  public_at: number | null;
  goal_id: string;
  opened_at: number | null;
  open_to_all: boolean;
  has_right: boolean;
  /** Those that open it first, then the others that it is for, the newest first. */
  grants: GrantFound[];
}

/** Grants that one answer explains. */
const MAX_EXPLAINED = 20;
const LAST = sql`9223372036854775807`;
const names = (of: readonly string[], alias: string) =>
  sql.raw(of.map((name) => `${alias}.${name}`).join(', '));

/** The post as it was at this time. Posts change their terms seldom, so only replaced terms have rows of their own. */
export const postAt = (post_id: Expression<unknown>, at: Expression<unknown>) => {
  const columns = names(['post_id', 'creator_id', ...ACCESS_COLUMNS], 'v');
  return sql`(
    SELECT ${columns} FROM (
      SELECT ${columns}, v.until_position FROM rm.past_post_terms v WHERE v.post_id = ${post_id} AND v.until_at > ${at}
      UNION ALL SELECT ${columns}, ${LAST} FROM rm.posts v WHERE v.post_id = ${post_id}) v
     ORDER BY v.until_position LIMIT 1)`;
};

/** The terms of an album as they were at this time. */
export const albumAt = (album_id: Expression<unknown>, at: Expression<unknown>) => sql`(
  SELECT v.status, v.plan_ids, v.skus FROM (
    SELECT v.status, v.plan_ids, v.skus, v.until_position FROM rm.past_albums v
     WHERE v.album_id = ${album_id} AND v.until_at > ${at}
    UNION ALL SELECT v.status, v.plan_ids, v.skus, ${LAST} FROM rm.albums v WHERE v.album_id = ${album_id}) v
   ORDER BY v.until_position LIMIT 1)`;

/** The plans and SKUs that the post `p` names. */
export const keysOfPost = sql`(
  SELECT p.post_id, named.key COLLATE "C" AS key FROM (
    SELECT json_array_elements_text(p.plan_ids) AS key
    UNION SELECT s.value ->> 'sku_id' FROM json_array_elements(p.skus) s) named)`;

/** The plans and SKUs that opened the post `p` at this time by its albums of then. */
export const albumKeysAt = (at: Params<Viewer>['at']) => sql`(
  SELECT p.post_id, named.key COLLATE "C" AS key
    FROM (SELECT v.album_id FROM rm.album_posts v WHERE v.post_id = p.post_id AND v.since_at <= ${at}
          UNION SELECT v.album_id FROM rm.past_album_posts v
           WHERE v.post_id = p.post_id AND v.since_at <= ${at} AND ${at} < v.until_at) place
   CROSS JOIN LATERAL ${albumAt(sql`place.album_id`, at)} a
   CROSS JOIN LATERAL (
     SELECT json_array_elements_text(a.plan_ids) AS key
     UNION SELECT s.value ->> 'sku_id' FROM json_array_elements(a.skus) s) named
   WHERE a.status = ${ALBUM_STATUS.normal})`;

const GRANT_COLUMNS = Object.keys(PAST_GRANTS.columns).filter(
  (name) => name !== 'superseded_by' && name !== 'superseded_at',
);

/** The viewer's grants from the creator of the post `p` as they were at this time: memberships, and what the post names. */
const grantsAt = (viewer: Params<Viewer>['viewer'], at: Params<Viewer>['at']) => {
  const columns = names(GRANT_COLUMNS, 'v');
  return sql`(
    SELECT DISTINCT ON (v.out_trade_no, v.key) ${columns} FROM (
      SELECT ${columns}, v.superseded_by FROM rm.past_grants v
       WHERE v.creator_id = p.creator_id AND v.user_id = ${viewer} AND v.given_at <= ${at} AND v.superseded_at > ${at}
      UNION ALL SELECT ${columns}, ${LAST} FROM rm.grants v
       WHERE v.creator_id = p.creator_id AND v.user_id = ${viewer} AND v.membership AND v.given_at <= ${at}
      UNION ALL SELECT ${columns}, ${LAST} FROM (
           SELECT key FROM ${keysOfPost} k UNION SELECT k.key FROM ${albumKeysAt(at)} k) k
         JOIN rm.grants v ON v.key = k.key
       WHERE v.user_id = ${viewer} AND NOT v.membership AND v.given_at <= ${at}) v
     ORDER BY v.out_trade_no, v.key, v.superseded_by)`;
};

/**
 * Who could read a post at `at`, by the same expression as `readable()`, and the grants that this follows from: one row,
 * or none. Before its publication a post has the terms of its publication.
 */
export const accessAt = query(
  ACCESS_MODELS,
  ({ post_id, viewer, at }: Params<Viewer & { post_id: string }>) => sql<AccessFound>`
    SELECT ${names(['post_id', 'creator_id', ...ACCESS_COLUMNS.filter((name) => name !== 'access_window')], 'p')},
           p.access_window AS window, ${openToAll(at)} AS open_to_all,
           ${readable({ viewer, at }, { grants: grantsAt(viewer, at), keys: keysOfPost, albums: albumKeysAt(at) })} AS has_right,
           coalesce((
             SELECT json_agg(e ORDER BY e.included AND e.counts DESC, e.included DESC, e.from_at DESC, e.out_trade_no)
               FROM (
                 SELECT g.out_trade_no, g.key, g.membership, g.monthly_price, g.from_at, g.until_at,
                        g.ended_at, g.ended_by, g.refunded, i.included, i.counts
                   FROM ${grantsAt(viewer, at)} g, LATERAL (SELECT
                     ${forMembers} OR (p.audience = 'named' AND EXISTS (
                       SELECT FROM ${keysOfPost} k WHERE k.key = g.key)) AS own,
                     EXISTS (SELECT FROM ${albumKeysAt(at)} k WHERE k.key = g.key) AS album,
                     ${counts(sql`p.access_window`, sql`p.published_at`, at)} AS by_window) o, LATERAL (SELECT
                     o.own OR o.album AS included,
                     CASE WHEN o.album THEN o.own AND o.by_window OR ${runs(at)} ELSE o.by_window END AS counts) i
                  ORDER BY i.included AND i.counts DESC, i.included DESC, g.from_at DESC, g.out_trade_no
                  LIMIT ${sql.lit(MAX_EXPLAINED)}) e), '[]') AS grants
      FROM ${postAt(post_id, at)} p`,
);
