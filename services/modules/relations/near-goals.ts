import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { GoalType } from '#events/status.ts';
import type { Millis } from '#events/time.ts';

/** A shown goal that is not reached, and when it runs; the end is not included. */
interface NearGoal {
  goal_id: string;
  type: GoalType;
  /** Of the target, 0 to 0.9999 */
  percent: number;
  from_at: Millis;
  until_at: Millis;
}

/** Of a target, as they are stored. */
const PARTS = 10_000;

/** Goals by which creators are listed. */
export const openNearGoals = (pool: Pool) => ({
  /** Replaces those of a creator; of one who is deleted there are none. */
  async set(creator_id: UserId, goals: readonly NearGoal[]): Promise<void> {
    await pool.query(
      `WITH gone AS (DELETE FROM relations.near_goals WHERE creator_id = $1 AND goal_id <> ALL ($2::text[]))
       INSERT INTO relations.near_goals (goal_id, creator_id, type, share, from_at, until_at)
       SELECT goal.*
         FROM accounts.users u
        CROSS JOIN LATERAL (
          SELECT goal_id, u.id, type, share, from_at, until_at
            FROM unnest($2::text[], $3::smallint[], $4::integer[], $5::bigint[], $6::bigint[])
                   AS g (goal_id, type, share, from_at, until_at)) goal
        WHERE u.id = $1 AND u.deleted_at IS NULL
       ON CONFLICT (goal_id) DO UPDATE
         SET (type, share, from_at, until_at) = (excluded.type, excluded.share, excluded.from_at, excluded.until_at)`,
      [
        creator_id,
        goals.map(({ goal_id }) => goal_id),
        goals.map(({ type }) => type),
        goals.map(({ percent }) => Math.round(percent * PARTS)),
        goals.map(({ from_at }) => from_at),
        goals.map(({ until_at }) => until_at),
      ],
    );
  },
});

export type NearGoals = ReturnType<typeof openNearGoals>;
