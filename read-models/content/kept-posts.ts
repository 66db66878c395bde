import { sql } from 'kysely';
import { POST_STATUS } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';
import { postAt } from './access.ts';
import { openToAll } from './readable.ts';

interface PlanMonths {
  creator_id: string;
  plan_id: string;
  /** fen a month */
  price: number;
  /** Unix milliseconds: the first of each month, and its end, or now in a month that runs. */
  starts: readonly number[];
  ends: readonly number[];
}

/**
 * Posts of a month `m` that members of a plan could read at its end, by the terms of that time: a post that was hidden
 * or deleted by then does not count, one that was later does.
 */
const keptIn = ({ creator_id, plan_id, price, starts, ends }: Params<PlanMonths>) => {
  const at = sql<number>`m.end_at - 1`;
  return sql`unnest(${starts}::bigint[], ${ends}::bigint[]) AS m(start_at, end_at)
    JOIN rm.posts o ON o.creator_id = ${creator_id} AND o.published_at >= m.start_at AND o.published_at < m.end_at
    JOIN LATERAL ${postAt(sql`o.post_id`, at)} p ON p.status = ${POST_STATUS.normal} AND (
      (p.audience <> 'self' AND ${openToAll(at)}) OR p.audience = 'members'
      OR (p.audience = 'price' AND p.min_price <= ${price})
      OR (p.audience = 'named' AND ${plan_id} IN (SELECT json_array_elements_text(p.plan_ids))))`;
};

/** One row for each month with such posts. */
export const keptPosts = query(
  ['posts'],
  (of: Params<PlanMonths>) => sql<{ start_at: number; count: number }>`
    SELECT m.start_at, count(*) AS count FROM ${keptIn(of)} GROUP BY m.start_at`,
);

/** These posts, oldest first; `shown`: everybody finds them now. */
export const keptPostList = query(
  ['posts'],
  (of: Params<PlanMonths & { most: number }>) => sql<{
    post_id: string;
    text_hash: string;
    published_at: number;
    shown: boolean;
  }>`
    SELECT o.post_id, o.text_hash, o.published_at,
           o.status = ${POST_STATUS.normal} AND o.audience <> 'self' AS shown
      FROM ${keptIn(of)} ORDER BY o.sn LIMIT ${of.most}`,
);
