import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { batcher } from '#services/runtime/batcher.ts';

/** Changes in one statement, and those that wait at most; one more is refused (50300). */
const BATCH = 1_000;
const WAITING = 20_000;

interface Like {
  user_id: UserId;
  post_id: string;
  /** Whose post it is. */
  creator_id: string;
  liked: boolean;
}

// Both statements take their rows in the order of the key: two processes do not wait for each other.
const ADD = {
  name: 'likes-add',
  // A deletion of one of these accounts waits, or is seen. A creator is locked once, not for each like.
  text: `WITH creators AS MATERIALIZED (
           SELECT id FROM accounts.users WHERE id = ANY ($4) AND deleted_at IS NULL ORDER BY id FOR SHARE),
         fans AS MATERIALIZED (
           SELECT id FROM accounts.users WHERE id = ANY ($1) AND deleted_at IS NULL ORDER BY id FOR SHARE)
         INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
         SELECT fans.id, 'like', given.post_id, creators.id
           FROM unnest($1::text[], $2::text[], $3::text[]) AS given (user_id, post_id, creator_id)
           JOIN fans ON fans.id = given.user_id
           JOIN creators ON creators.id = given.creator_id
          ORDER BY fans.id, given.post_id
         ON CONFLICT DO NOTHING`,
};
const REMOVE = {
  name: 'likes-remove',
  text: `WITH liked AS MATERIALIZED (
           SELECT m.ctid AS place
             FROM relations.marks m
             JOIN unnest($1::text[], $2::text[]) AS given (user_id, post_id)
               ON m.user_id = given.user_id AND m.kind = 'like' AND m.subject_id = given.post_id
            ORDER BY m.user_id, m.subject_id
              FOR UPDATE OF m)
         DELETE FROM relations.marks m USING liked WHERE m.ctid = liked.place`,
};
const COUNT = {
  name: 'likes-count',
  text: `SELECT subject_id, count FROM relations.mark_counts WHERE kind = 'like' AND subject_id = ANY ($1)`,
};

/**
 * Likes of posts. Liking and unliking again change nothing. Changes that come together share two statements, so that
 * one post takes many in a second; those of one person and post keep their order.
 */
export function openLikes(pool: Pool) {
  const changes = batcher<Like, number>(
    async (batch) => {
      const column = (of: readonly Like[], name: 'user_id' | 'post_id' | 'creator_id') =>
        of.map((like) => like[name]);
      const { removed = [], added = [] } = Object.groupBy(batch, ({ liked }) =>
        liked ? 'added' : 'removed',
      );
      if (removed.length > 0)
        await pool.query(REMOVE, [column(removed, 'user_id'), column(removed, 'post_id')]);
      if (added.length > 0)
        await pool.query(ADD, [
          column(added, 'user_id'),
          column(added, 'post_id'),
          column(added, 'creator_id'),
          [...new Set(column(added, 'creator_id'))],
        ]);
      const subjects = [...new Set(batch.map(({ post_id }) => post_id))];
      const { rows } = await pool.query<{ subject_id: string; count: number }>(COUNT, [subjects]);
      const counts = new Map(rows.map(({ subject_id, count }) => [subject_id, count]));
      return batch.map(({ post_id }) => counts.get(post_id) ?? 0);
    },
    {
      name: 'likes',
      most: BATCH,
      waiting: WAITING,
      keyOf: ({ user_id, post_id }) => `${user_id} ${post_id}`,
    },
  );
  return {
    /** Likes a post, or ends that. The caller has checked the right to. Returns how many people like it. */
    set: (like: Like): Promise<number> => changes.add(like),
  };
}

export type Likes = ReturnType<typeof openLikes>;
