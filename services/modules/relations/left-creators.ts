import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** Creators whose ended memberships a person removed from the own list. */
export const openLeftCreators = (pool: Pool) => {
  const db = queriesOn(pool);
  return {
    /** @param left_at Unix seconds */
    async leave(user_id: UserId, creator_id: UserId, left_at: number): Promise<void> {
      await db
        .insertInto('relations.left_creators')
        .values({ user_id, creator_id, left_at })
        .onConflict((same) => same.columns(['user_id', 'creator_id']).doUpdateSet({ left_at }))
        .execute();
    },
    /** @returns until when memberships with a creator are not listed, in Unix seconds; 0: all are */
    async of(user_id: UserId): Promise<(creator_id: string) => number> {
      const rows = await db
        .selectFrom('relations.left_creators')
        .where('user_id', '=', user_id)
        .select(['creator_id', 'left_at'])
        .execute();
      const left = new Map<string, number>(rows.map(({ creator_id, left_at }) => [creator_id, left_at]));
      return (creator) => left.get(creator) ?? 0;
    },
  };
};

export type LeftCreators = ReturnType<typeof openLeftCreators>;

/** Removes what hides nothing: memberships that ended 30 days ago are not listed. It waits for nobody. */
export const forgetLeftCreators = (pool: Pool, before: Millis): Promise<unknown> =>
  pool.query(
    `DELETE FROM relations.left_creators WHERE ctid = ANY (ARRAY (
       SELECT ctid FROM relations.left_creators WHERE left_at < $1 FOR UPDATE SKIP LOCKED))`,
    [Math.floor(before / 1000)],
  );
