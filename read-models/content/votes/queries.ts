import { sql } from 'kysely';
import { type Params, query } from '../../engine/query.ts';

/** A vote with its counts, and the ballot of a viewer. Times are Unix milliseconds. */
export interface VoteFound {
  post_id: string;
  creator_id: string;
  chosen: 'single' | 'multiple';
  most: number;
  options: string[];
  deadline: number | null;
  text_hash: string;
  ended_at: number | null;
  /** By option; those that nobody chose are missing. */
  counts: Record<string, number>;
  ballots: number;
  /** Of the viewer; null without a ballot. */
  mine: string[] | null;
}

/** The votes of these posts. @param viewer empty for a guest */
export const votesOf = query(
  ['votes'],
  ({ post_ids, viewer }: Params<{ post_ids: readonly string[]; viewer: string }>) => sql<VoteFound>`
    SELECT v.post_id, v.creator_id, v.chosen, v.most, v.options, v.deadline, v.text_hash, v.ended_at,
           coalesce(c.counts, '{}') AS counts, coalesce(c.ballots, 0) AS ballots, b.options AS mine
      FROM rm.votes v
      LEFT JOIN rm.ballots b ON b.post_id = v.post_id AND b.user_id = ${viewer}
     CROSS JOIN LATERAL (
           SELECT json_object_agg(option, count) FILTER (WHERE option <> '') AS counts,
                  max(count) FILTER (WHERE option = '') AS ballots
             FROM rm.vote_counts WHERE post_id = v.post_id) c
     WHERE v.post_id = ANY (${post_ids})`,
);
