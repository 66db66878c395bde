import { type RawBuilder, sql } from 'kysely';
import { POST_STATUS } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';
import { keysOfPost } from './access.ts';
import { ACCESS_MODELS, openToAll, readable } from './readable.ts';

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
 * ever bought from its creator. A hidden post counts as shown.
 */
export const termsChange = query(ACCESS_MODELS, (values: Params<OtherTerms>) => {
  const { post_id, audience, min_price, plan_ids, skus, window, public_at, goal_id, at, most } = values;
  const fixed = sql`p.post_id, p.creator_id, ${POST_STATUS.normal} AS status, p.published_at`;
  const before = sql`(
    SELECT ${fixed}, p.audience, p.min_price, p.plan_ids, p.skus, p.access_window, p.public_at, p.opened_at
      FROM rm.posts p WHERE p.post_id = ${post_id})`;
  const after = sql`(
    SELECT ${fixed}, ${audience}::text AS audience, ${min_price}::bigint AS min_price, ${plan_ids}::json AS plan_ids,
           ${skus}::json AS skus, ${window}::text AS access_window, ${public_at}::bigint AS public_at,
           CASE WHEN p.goal_id = ${goal_id} THEN p.opened_at END AS opened_at
      FROM rm.posts p WHERE p.post_id = ${post_id})`;
  const viewer = sql<string>`people.user_id`;
  const reads = (post: RawBuilder<unknown>) =>
    sql`(SELECT ${readable({ viewer, at }, { keys: keysOfPost })} FROM ${post} p)`;
  const open = (post: RawBuilder<unknown>) =>
    sql`(SELECT p.audience <> 'self' AND ${openToAll(at)} FROM ${post} p)`;
  return sql<TermsChange>`
    WITH people AS (
      SELECT DISTINCT g.user_id FROM rm.grants g
        JOIN rm.posts p ON p.post_id = ${post_id} AND g.creator_id = p.creator_id AND g.user_id <> p.creator_id),
    judged AS MATERIALIZED (
      SELECT people.user_id, ${reads(before)} AS before, ${reads(after)} AS after FROM people)
    SELECT count(*) FILTER (WHERE before AND NOT after) AS losing, count(*) FILTER (WHERE after AND NOT before) AS gaining,
           count(*) FILTER (WHERE before AND after) AS keeping,
           (SELECT coalesce(json_agg(user_id), '[]') FROM (
              SELECT user_id FROM judged WHERE before AND NOT after ORDER BY user_id LIMIT ${most}) l) AS losers,
           ${open(before)} AS open_before, ${open(after)} AS open_after
      FROM judged`;
});
