import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import { STAFF_ACTIONS, type StaffActionRow, type StaffArea } from './tables.ts';

const models = ['staff_actions'];

/** Filters; all are optional. */
export interface StaffActionFilter {
  areas?: readonly StaffArea[] | undefined;
  /** Who did it. */
  actor_id?: string | undefined;
  /** The person concerned. */
  user_id?: string | undefined;
  /** As of this position. */
  until?: number | undefined;
}

type ListedAction = Omit<StaffActionRow, 'action_key'>;

const MATCHING = `
  rm.staff_actions
  WHERE ($1::text[] IS NULL OR action = ANY ($1)) AND ($2::text IS NULL OR actor_id = $2)
    AND ($3::text IS NULL OR user_id = $3) AND ($4::bigint IS NULL OR position <= $4)`;

const LISTED: Query = {
  name: 'staff-actions-listed',
  models,
  sql: `
    SELECT (SELECT count(*) FROM ${MATCHING}) AS total_count,
           (SELECT coalesce(json_agg(page), '[]') FROM (
              SELECT position, at, action, actor_id, user_id, subject, amount, reason, events FROM ${MATCHING}
               ORDER BY position DESC LIMIT $5 OFFSET $6) AS page) AS list`,
};

/** One row: a page of matching actions, newest first. */
export const staffActionsListed = (
  pool: Pool,
  { areas, actor_id, user_id, until }: StaffActionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<{ total_count: number; list: ListedAction[] }>> => {
  const actions = areas?.flatMap((area) => STAFF_ACTIONS[area]) ?? null;
  const values = [actions, actor_id ?? null, user_id ?? null, until ?? null, limit, offset];
  return runQuery(pool, LISTED, values);
};

/** The origin of a person's role. */
export type RoleGrant = Pick<StaffActionRow, 'user_id' | 'position' | 'at' | 'actor_id' | 'reason'> & {
  role: string;
};

const GRANTS: Query = {
  name: 'staff-role-grants',
  models,
  sql: `
    SELECT DISTINCT ON (user_id, subject)
           user_id, subject AS role, position, at, actor_id, reason
      FROM rm.staff_actions WHERE action = 'StaffRoleGranted'
     ORDER BY user_id, subject, position DESC`,
};

/** The latest grant of each role. */
export const roleGrants = (pool: Pool): Promise<Answer<RoleGrant>> => runQuery(pool, GRANTS, []);
