import { sql } from 'kysely';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** The row of the person's own feed. */
const FEED = asUserId('');

/** Whose posts a person's feed has, and up to which post a person has seen them. Marks only grow. */
export const openSeenPosts = (pool: Pool) => {
  const db = queriesOn(pool);
  const see = async (user_id: UserId, creator_id: UserId, sn: number): Promise<void> => {
    await db
      .insertInto('relations.seen_posts')
      .values({ user_id, creator_id, sn })
      .onConflict((same) =>
        same
          .columns(['user_id', 'creator_id'])
          .doUpdateSet({ sn: sql<number>`greatest(seen_posts.sn, excluded.sn)` }),
      )
      .execute();
  };
  return {
    seeFeed: (user_id: UserId, sn: number) => see(user_id, FEED, sn),
    seeCreator: see,
    /** Of the feed; undefined before it was opened. */
    async ofFeed(user_id: UserId): Promise<number | undefined> {
      const row = await db
        .selectFrom('relations.seen_posts')
        .where('user_id', '=', user_id)
        .where('creator_id', '=', FEED)
        .select('sn')
        .executeTakeFirst();
      return row?.sn;
    },
    /** Of each of these creators; 0 before the person saw any. */
    async ofCreators(user_id: UserId, creator_ids: readonly string[]): Promise<(creator: string) => number> {
      if (creator_ids.length === 0) return () => 0;
      const rows = await db
        .selectFrom('relations.seen_posts')
        .where('user_id', '=', user_id)
        .where('creator_id', '=', anyOf(creator_ids.map(asUserId)))
        .select(['creator_id', 'sn'])
        .execute();
      const seen = new Map<string, number>(rows.map(({ creator_id, sn }) => [creator_id, sn]));
      return (creator) => seen.get(creator) ?? 0;
    },
    /** Creators whom the person follows, also those who are not shown. */
    async followed(user_id: UserId): Promise<string[]> {
      const rows = await db
        .selectFrom('relations.marks')
        .where('user_id', '=', user_id)
        .where('kind', '=', 'creator')
        .select('subject_id')
        .execute();
      return rows.map(({ subject_id }) => subject_id);
    },
    /** Creators who are not shown now. */
    async hiddenCreators(): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT users.id FROM accounts.users JOIN accounts.creators ON creators.user_id = users.id
          WHERE users.status <> ${USER_STATUS.shown} AND users.deleted_at IS NULL`,
      );
      return rows.map(({ id }) => id);
    },
  };
};

export type SeenPosts = ReturnType<typeof openSeenPosts>;
