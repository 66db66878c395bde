import { sql } from 'kysely';
import { type Params, query } from '../engine/query.ts';
import { counts, KEYS_OF_ALBUMS, runs } from './readable.ts';

interface PostReaders {
  creator_id: string;
  post_ids: readonly string[];
  /** Unix milliseconds */
  now: number;
}

/**
 * How many people could read each of a creator's posts, besides the creator, by its present terms: as `readersOf` counts
 * one. One pass over the creator's grants, however many posts: people with the same grants are one group. Only a post
 * for members at its publication is counted by a look at all grants.
 */
export const postReaders = query(
  ['posts', 'grants'],
  ({ creator_id, post_ids, now }: Params<PostReaders>) => {
    const grants = sql`rm.grants g WHERE g.creator_id = ${creator_id}`;
    const ever = counts(sql`'ever'`, now, now);
    const included = sql`CASE p.audience WHEN 'members' THEN g.membership
      WHEN 'price' THEN g.membership AND g.monthly_price >= p.min_price
      WHEN 'named' THEN EXISTS (SELECT FROM rm.post_keys k WHERE k.post_id = p.post_id AND k.key = g.key)
      ELSE false END`;
    const inAlbum = sql`EXISTS (SELECT FROM ${KEYS_OF_ALBUMS} k WHERE k.post_id = p.post_id AND k.key = g.key)`;
    return sql<{ post_id: string; readers: number }>`
    WITH facts AS MATERIALIZED (
      SELECT g.user_id, g.key, g.membership, g.monthly_price, ${runs(now)} AS running, ${ever} AS ever FROM ${grants}),
    kinds AS MATERIALIZED (
      SELECT row_number() OVER () AS kind, f.* FROM (
        SELECT DISTINCT key, membership, monthly_price, running, ever FROM facts WHERE running OR ever) f),
    people AS MATERIALIZED (
      SELECT u.kinds, count(*) AS number FROM (
        SELECT f.user_id, array_agg(DISTINCT k.kind) AS kinds
          FROM facts f JOIN kinds k USING (key, membership, monthly_price, running, ever) GROUP BY f.user_id) u
       GROUP BY u.kinds)
    SELECT p.post_id,
           CASE WHEN p.audience IN ('all', 'self') THEN 0
                WHEN p.access_window = 'period' THEN (
                  SELECT count(DISTINCT g.user_id) FROM ${grants}
                     AND (${counts(sql`p.access_window`, sql`coalesce(p.published_at, ${now})`, now)} AND ${included}
                          OR ${runs(now)} AND ${inAlbum}))
                ELSE (
                  SELECT coalesce(sum(number), 0) FROM people WHERE people.kinds && ARRAY (
                    SELECT g.kind FROM kinds g
                     WHERE CASE WHEN p.access_window = 'ever' THEN g.ever ELSE g.running END AND ${included}
                        OR g.running AND ${inAlbum})) END AS readers
      FROM rm.posts p WHERE p.post_id = ANY (${post_ids}) AND p.creator_id = ${creator_id}`;
  },
);
