import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

/** A membership in its present state. */
export interface MembershipSpan {
  creator_id: string;
  user_id: string;
  plan_id: string;
  plan_name: string;
  independent: boolean;
  /** Unix seconds; null never ends */
  from: number;
  until: number | null;
  /** The monthly amount in fen. */
  recurring: number;
}

const COLUMNS = `creator_id, user_id, plan_id, plan_name, independent,
  from_at / 1000 AS "from", until_at / 1000 AS until, round(paid::numeric / months) AS recurring`;
/** The moment is $2, in milliseconds. */
const LIVE = 'from_at <= $2 AND (until_at IS NULL OR until_at > $2)';

const COUNTED: Query = {
  name: 'members-counted',
  models: ['memberships'],
  sql: `SELECT count(DISTINCT user_id) AS members,
               coalesce(sum(round(paid::numeric / months)) FILTER (WHERE until_at IS NOT NULL), 0) AS recurring
          FROM rm.membership_spans WHERE creator_id = $1 AND ${LIVE}`,
};

/** Fans with a live membership at a time, and the monthly amount of their memberships in fen. */
export const membersAt = (
  pool: Pool,
  creator_id: string,
  at: number,
): Promise<Answer<{ members: number; recurring: number }>> => runQuery(pool, COUNTED, [creator_id, at]);

const PAGE: Query = {
  name: 'members-page',
  models: ['memberships'],
  sql: `SELECT (SELECT count(*) FROM rm.membership_spans WHERE creator_id = $1 AND ${LIVE}) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${COLUMNS} FROM rm.membership_spans WHERE creator_id = $1 AND ${LIVE}
                         ORDER BY until_at NULLS LAST, span LIMIT $3 OFFSET $4) AS page) AS list`,
};

/** One row: a page of the memberships that ran at a moment, those that end first in front. */
export const membersPage = (
  pool: Pool,
  creator_id: string,
  at: number,
  page: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; list: MembershipSpan[] }>> =>
  runQuery(pool, PAGE, [creator_id, at, page.limit, page.offset]);

const OF_USER: Query = {
  name: 'memberships-of-user',
  models: ['memberships'],
  sql: `SELECT ${COLUMNS} FROM rm.membership_spans WHERE user_id = $1 AND ${LIVE} ORDER BY span DESC`,
};

/** Memberships of a fan that run at a moment, with all creators, newest first. */
export const membershipsOf = (pool: Pool, user_id: string, at: number): Promise<Answer<MembershipSpan>> =>
  runQuery(pool, OF_USER, [user_id, at]);

const ENDED: Query = {
  name: 'memberships-ended',
  models: ['memberships'],
  sql: `SELECT ${COLUMNS} FROM rm.membership_spans s
         WHERE user_id = $1 AND until_at > $2 - $3::bigint AND until_at <= $2
           AND NOT EXISTS (SELECT 1 FROM rm.membership_spans n
                            WHERE n.creator_id = s.creator_id AND n.user_id = s.user_id AND n.span > s.span
                              AND n.independent = s.independent
                              AND (n.plan_id = s.plan_id OR NOT n.independent))
         ORDER BY until_at DESC, span DESC LIMIT 20`,
};

/** A fan's memberships that ended within a time (milliseconds) and were not followed by another, at most 20. */
export const endedMemberships = (
  pool: Pool,
  user_id: string,
  at: number,
  within: number,
): Promise<Answer<MembershipSpan>> => runQuery(pool, ENDED, [user_id, at, within]);

const WITH_CREATOR: Query = {
  name: 'memberships-with-creator',
  models: ['memberships'],
  sql: `SELECT ${COLUMNS} FROM rm.membership_spans
         WHERE creator_id = $1 AND user_id = ANY ($3) AND ${LIVE} ORDER BY span DESC`,
};

/** Memberships of these fans with one creator that run at a moment, newest first. */
export const membershipsWith = (
  pool: Pool,
  creator_id: string,
  users: readonly string[],
  at: number,
): Promise<Answer<MembershipSpan>> => runQuery(pool, WITH_CREATOR, [creator_id, at, users]);
