import type { Pool } from 'pg';
import { POST_STATUS, USER_STATUS } from '#events/status.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { FOR_ALL, SHOWN } from '#read-models/content/tables.ts';
import type { People } from './hot-score.ts';

/** People of one post or creator who are looked at; a score hardly changes above it. */
const MAX_PEOPLE = 100_000;
const MAX_EARLIER = 100;

/** Whether the person `one` has paid something and not got all of it back. What creators import is not believed. */
const HAS_PAID = `EXISTS (
  SELECT FROM rm.orders o WHERE o.user_id = one.user_id AND o.paid_at IS NOT NULL AND NOT o.imported
     AND o.total_amount > o.refunded)`;

/** The same of a sponsor `s`. */
const IS_PAYING = 's.paid_amount > s.refunded_amount AND s.imported_count < s.order_count';

export interface CountedPost extends People {
  post_id: string;
  creator_id: string;
  sn: number;
  published_at: Millis;
  text_hash: string;
  earlier: number;
  is_recommended: boolean;
}

/**
 * Of these posts those that others find now, with the people who liked, collected, commented on or voted in them: neither
 * the creator nor the creator's team, and nobody who is not shown. Who has not paid counts with an account that is older
 * than the post. A post is recommended if it is for everybody, and if somebody has paid among these people or for its creator.
 */
export async function countedPosts(pool: Pool, post_ids: readonly string[]): Promise<CountedPost[]> {
  const { rows } = await pool.query<CountedPost>(
    `SELECT p.post_id, p.creator_id, p.sn, p.published_at, p.text_hash, people.paying, people.others, before.earlier,
            p.audience = 'all' AND (people.paying > 0 OR EXISTS (
              SELECT FROM rm.sponsors s WHERE s.creator_id = p.creator_id AND ${IS_PAYING})) AS is_recommended
       FROM rm.posts p
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE has_paid) AS paying,
               count(*) FILTER (WHERE NOT has_paid AND created_at < p.published_at) AS others
          FROM (SELECT one.user_id, u.created_at, ${HAS_PAID} AS has_paid
                  FROM (SELECT user_id FROM (
                          SELECT user_id FROM relations.marks
                           WHERE subject_id = p.post_id AND kind IN ('post', 'like') LIMIT ${MAX_PEOPLE}) marked
                         UNION
                        SELECT user_id FROM (
                          SELECT user_id FROM content.comments WHERE post_id = p.post_id LIMIT ${MAX_PEOPLE}) commented
                         UNION
                        SELECT user_id FROM (
                          SELECT user_id FROM rm.ballots WHERE post_id = p.post_id LIMIT ${MAX_PEOPLE}) voted) one
                  JOIN accounts.users u ON u.id = one.user_id
                 WHERE u.status = ${USER_STATUS.shown} AND u.id <> p.creator_id AND NOT EXISTS (
                   SELECT FROM accounts.team_members t WHERE t.creator_id = p.creator_id AND t.user_id = u.id)) known) people
      CROSS JOIN LATERAL (
        SELECT count(*) AS earlier FROM (
          SELECT FROM rm.posts e
           WHERE e.creator_id = p.creator_id AND ${FOR_ALL}
             AND e.published_at > p.published_at - ${DAY_MS} AND e.published_at <= p.published_at AND e.sn < p.sn
           LIMIT ${MAX_EARLIER}) each) before
      WHERE p.post_id = ANY ($1) AND p.status = ${POST_STATUS.normal} AND p.audience <> 'self'`,
    [post_ids],
  );
  return rows;
}

export interface CountedCreator extends People {
  creator_id: string;
  newest_at: Millis;
}

/** Of these creators: who paid them, who follows them, and their newest post that others find. */
export async function countedCreators(pool: Pool, creator_ids: readonly string[]): Promise<CountedCreator[]> {
  const { rows } = await pool.query<CountedCreator>(
    `SELECT c.user_id AS creator_id,
            (SELECT count(*) FROM (
               SELECT FROM rm.sponsors s WHERE s.creator_id = c.user_id AND ${IS_PAYING} LIMIT ${MAX_PEOPLE}) each) AS paying,
            coalesce((SELECT count FROM relations.mark_counts m
                       WHERE m.kind = 'creator' AND m.subject_id = c.user_id), 0) AS others,
            coalesce((SELECT p.published_at FROM rm.posts p
                       WHERE p.creator_id = c.user_id AND ${SHOWN} ORDER BY p.sn DESC LIMIT 1), c.created_at) AS newest_at
       FROM accounts.creators c WHERE c.user_id = ANY ($1)`,
    [creator_ids],
  );
  return rows;
}
