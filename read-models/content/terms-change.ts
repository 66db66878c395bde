import { sql } from 'kysely';
import { type Params, query } from '../engine/query.ts';
import { keysOfPost } from './access.ts';
import { ACCESS_MODELS, counts, forMembers, KEYS_OF_ALBUMS, openToAll, runs } from './readable.ts';

/** Terms of a published post that are not saved. */
interface OtherTerms {
  post_id: string;
  audience: 'all' | 'members' | 'price' | 'named' | 'self';
  /** fen */
  min_price: number;
  /** JSON of the ids */
  plan_ids: string;
  /** JSON of the SKUs */
  skus: string;
  window: 'now' | 'period' | 'ever';
  /** Unix milliseconds */
  public_at: number | null;
  goal_id: string;
  at: number;
  /** Names of those who lose access, at most so many. */
  most: number;
}

interface TermsChange {
  /** People who hold or held something of the creator. */
  losing: number;
  gaining: number;
  keeping: number;
  losers: string[];
  open_before: boolean;
  open_after: boolean;
}

/**
 * Who could not read a published post any more, and who newly could, if it had these terms at `at`: among all who have
 * ever bought from its creator. A hidden post counts as shown. One pass over the creator's grants, by the parts of
 * `readable()`.
 */
export const termsChange = query(ACCESS_MODELS, (values: Params<OtherTerms>) => {
  const { post_id, audience, min_price, plan_ids, skus, window, public_at, goal_id, at, most } = values;
  const byWindow = counts(sql`p.access_window`, sql`p.published_at`, at);
  const opens = sql`(p.open OR (p.audience <> 'self' AND (
    (${forMembers} AND ${byWindow}) OR (p.audience = 'named' AND g.key = ANY (p.keys) AND ${byWindow})
    OR (g.key = ANY (p.album_keys) AND ${runs(at)}))))`;
  return sql<TermsChange>`
    WITH terms AS MATERIALIZED (
      SELECT p.*, p.audience <> 'self' AND ${openToAll(at)} AS open,
             ARRAY (SELECT k.key FROM ${keysOfPost} k) AS keys,
             ARRAY (SELECT k.key FROM ${KEYS_OF_ALBUMS} k WHERE k.post_id = p.post_id) AS album_keys
        FROM (
          SELECT false AS changed, p.post_id, p.creator_id, p.published_at, p.audience, p.min_price, p.plan_ids, p.skus,
                 p.access_window, p.public_at, p.opened_at
            FROM rm.posts p WHERE p.post_id = ${post_id}
          UNION ALL
          SELECT true, p.post_id, p.creator_id, p.published_at, ${audience}::text, ${min_price}::bigint, ${plan_ids}::json,
                 ${skus}::json, ${window}::text, ${public_at}::bigint, CASE WHEN p.goal_id = ${goal_id} THEN p.opened_at END
            FROM rm.posts p WHERE p.post_id = ${post_id}) p),
    judged AS MATERIALIZED (
      SELECT g.user_id, bool_or(${opens}) FILTER (WHERE NOT p.changed) AS before,
             bool_or(${opens}) FILTER (WHERE p.changed) AS after
        FROM terms p JOIN rm.grants g ON g.creator_id = p.creator_id AND g.user_id <> p.creator_id
       GROUP BY g.user_id)
    SELECT count(*) FILTER (WHERE before AND NOT after) AS losing, count(*) FILTER (WHERE after AND NOT before) AS gaining,
           count(*) FILTER (WHERE before AND after) AS keeping,
           (SELECT coalesce(json_agg(user_id), '[]') FROM (
              SELECT user_id FROM judged WHERE before AND NOT after ORDER BY user_id LIMIT ${most}) l) AS losers,
           (SELECT open FROM terms WHERE NOT changed) AS open_before, (SELECT open FROM terms WHERE changed) AS open_after
      FROM judged`;
});
