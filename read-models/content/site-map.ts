import { sql } from 'kysely';
import { type Params, query } from '../engine/query.ts';
import { FOR_ALL } from './tables.ts';

/** Log positions of one part of the site map: so many posts at most. */
const POSTS_OF_PART = 10_000;

const SIZE = sql.raw(String(POSTS_OF_PART));

/** The parts that have posts for everybody, by their number; one look-up for each. */
export const postParts = query(
  ['posts'],
  ({ most }: Params<{ most: number }>) => sql<{ part: number }>`
    WITH RECURSIVE parts AS (
      SELECT (SELECT min(sn) FROM rm.posts WHERE ${sql.raw(FOR_ALL)}) / ${SIZE} AS part
      UNION ALL
      SELECT (SELECT min(sn) FROM rm.posts
               WHERE ${sql.raw(FOR_ALL)} AND sn >= (parts.part + 1) * ${SIZE}) / ${SIZE}
        FROM parts WHERE parts.part IS NOT NULL)
    SELECT part FROM parts WHERE part IS NOT NULL LIMIT ${most}`,
);

interface Part {
  part: number;
  /** Creators who are not shown. */
  hidden_ids: readonly string[];
}

/** Posts for everybody of one part, in the order of their publication. Times are Unix milliseconds. */
export const postsOfPart = query(
  ['posts'],
  ({ part, hidden_ids }: Params<Part>) => sql<{ post_id: string; edited_at: number }>`
    SELECT post_id, edited_at FROM rm.posts
     WHERE ${sql.raw(FOR_ALL)} AND sn >= ${part}::bigint * ${SIZE} AND sn < (${part}::bigint + 1) * ${SIZE}
       AND creator_id <> ALL (${hidden_ids}::text[])
     ORDER BY sn`,
);
