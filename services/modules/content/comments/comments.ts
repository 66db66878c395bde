import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { lockPerson, notFound } from '#services/modules/accounts/person-lock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** A comment as it is stored. */
export interface StoredComment {
  /** Its public id, too. */
  sn: number;
  post_id: string;
  /** Whose the post is. */
  creator_id: UserId;
  user_id: UserId;
  thread_sn: number;
}

interface NewComment {
  /** Of the request and its author: the same is published once. */
  request_key: string | null;
  post_id: string;
  creator_id: UserId;
  user_id: UserId;
  /** Undefined begins a thread. */
  parent_sn: number | undefined;
  content: string;
  /** Who is mentioned in it; nobody if undefined. */
  mentions?: readonly UserId[];
  /** Unix milliseconds */
  now: number;
}

interface Published {
  sn: number;
}

const COLUMNS = ['sn', 'post_id', 'creator_id', 'user_id', 'thread_sn'] as const;

/**
 * Changes of a post's comments wait for each other: new ones have numbers in the order in which they are seen. It is
 * locked before the comments, everywhere, so that two transactions never wait for each other. The row stays for ever:
 * who waits for a row that is deleted goes on without a lock, as one who comes before the first comment did.
 */
export async function lockPost(client: PoolClient, post_id: string): Promise<void> {
  await client.query(
    'INSERT INTO content.comment_counts (post_id, count) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [post_id],
  );
  await client.query('SELECT FROM content.comment_counts WHERE post_id = $1 FOR UPDATE', [post_id]);
}

/** @returns false if the comment is gone */
async function lockComment(client: PoolClient, sn: number): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM content.comments WHERE sn = $1 FOR UPDATE', [sn]);
  return rowCount === 1;
}

async function likesOf(client: PoolClient, sn: number): Promise<number> {
  const of = queriesOn(client).selectFrom('content.comments').where('sn', '=', sn);
  return (await of.select('like_count').executeTakeFirst())?.like_count ?? 0;
}

/** Neither of an account that was deleted meanwhile, nor of one that is not shown. */
async function isShown(client: PoolClient, user_id: UserId): Promise<boolean> {
  await lockPerson(client, user_id);
  const found = await queriesOn(client)
    .selectFrom('accounts.users')
    .where('id', '=', user_id)
    .where('status', '=', USER_STATUS.shown)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Comments of posts, their likes and reports: ordinary rows. Triggers keep the counts, in the transaction of a change. */
export const openComments = (pool: Pool) => {
  const db = queriesOn(pool);
  const bySn = (sn: number): Promise<StoredComment | undefined> =>
    db
      .selectFrom('content.comments')
      .where('sn', '=', sn)
      .where('shown', '=', true)
      .select(COLUMNS)
      .executeTakeFirst();
  return {
    bySn,
    /**
     * Refuses a reply to a comment that is gone, or of another post (not_found), another comment under the same key
     * (idempotency_key_reused), and a person who is not shown (not_allowed). The same comment again changes nothing.
     */
    publish: (comment: NewComment): Promise<Published | Refusal> =>
      inTransaction(pool, async (client) => {
        const { parent_sn, now, mentions = [], ...own } = comment;
        if (!(await isShown(client, own.user_id))) return { code: 'not_allowed' };
        await lockPost(client, own.post_id);
        const comments = queriesOn(client).selectFrom('content.comments').selectAll();
        const parent =
          parent_sn === undefined
            ? undefined
            : await comments
                .where('sn', '=', parent_sn)
                .where('post_id', '=', own.post_id)
                .where('shown', '=', true)
                .executeTakeFirst();
        const before =
          own.request_key === null
            ? undefined
            : await comments.where('request_key', '=', own.request_key).executeTakeFirst();
        if (before) {
          const isSame = before.content === own.content && before.post_id === own.post_id;
          return isSame && before.reply_to === (parent_sn ?? null)
            ? { sn: before.sn }
            : { code: 'idempotency_key_reused' };
        }
        if (parent_sn !== undefined && !parent) return notFound;
        const { rows } = await client.query<{ sn: number | string }>(
          `INSERT INTO content.comments
             (sn, request_key, post_id, creator_id, user_id, thread_sn, reply_to, content, created_at)
           SELECT sn, $1, $2, $3, $4, coalesce($5::bigint, sn), $6::bigint, $7, $8
             FROM nextval('content.comment_sn') sn
            WHERE EXISTS (SELECT FROM accounts.users WHERE id = $3 AND deleted_at IS NULL) RETURNING sn`,
          [
            own.request_key,
            own.post_id,
            own.creator_id,
            own.user_id,
            parent?.thread_sn ?? null,
            parent_sn ?? null,
            own.content,
            now,
          ],
        );
        const [written] = rows;
        if (!written) return notFound;
        const sn = Number(written.sn);
        if (mentions.length > 0)
          await client.query(
            `INSERT INTO content.comment_mentions (comment_sn, user_id, post_id)
             SELECT $1, id, $2 FROM accounts.users WHERE id = ANY ($3::text[]) AND deleted_at IS NULL`,
            [sn, own.post_id, mentions],
          );
        return { sn };
      }),
    /** Removes a comment; replies to it stay. Again changes nothing. */
    remove: (sn: number): Promise<void> =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ post_id: string }>(
          'SELECT post_id FROM content.comments WHERE sn = $1',
          [sn],
        );
        const [comment] = rows;
        if (!comment) return;
        await lockPost(client, comment.post_id);
        await client.query('DELETE FROM content.comments WHERE sn = $1', [sn]);
      }),
    /** Removes every comment of a deleted post. */
    forgetPost: (post_id: string): Promise<void> =>
      inTransaction(pool, async (client) => {
        await lockPost(client, post_id);
        await client.query('SELECT FROM content.comments WHERE post_id = $1 ORDER BY sn FOR UPDATE', [
          post_id,
        ]);
        await client.query('DELETE FROM content.comments WHERE post_id = $1', [post_id]);
      }),
    /** Liking again changes nothing. Refuses a comment that is gone (not_found). @returns how many like it */
    like: (user_id: UserId, sn: number): Promise<number | Refusal> =>
      inTransaction(pool, async (client) => {
        if (!(await isShown(client, user_id))) return { code: 'not_allowed' };
        // A comment that is deleted meanwhile waits, or is gone.
        if (!(await lockComment(client, sn))) return notFound;
        await queriesOn(client)
          .insertInto('content.comment_likes')
          .values({ comment_sn: sn, user_id })
          .onConflict((again) => again.doNothing())
          .execute();
        return likesOf(client, sn);
      }),
    /** Again changes nothing. @returns how many like it */
    unlike: (user_id: UserId, sn: number): Promise<number> =>
      inTransaction(pool, async (client) => {
        if (!(await lockComment(client, sn))) return 0;
        await queriesOn(client)
          .deleteFrom('content.comment_likes')
          .where('comment_sn', '=', sn)
          .where('user_id', '=', user_id)
          .execute();
        return likesOf(client, sn);
      }),
    /** One report of each person; again changes nothing. Refuses a comment that is gone (not_found). */
    report: (user_id: UserId, sn: number, reason: string): Promise<Refusal | null> =>
      inTransaction(pool, async (client) => {
        if (!(await isShown(client, user_id))) return { code: 'not_allowed' };
        if (!(await lockComment(client, sn))) return notFound;
        await queriesOn(client)
          .insertInto('content.comment_reports')
          .values({ comment_sn: sn, user_id, reason })
          .onConflict((again) => again.doNothing())
          .execute();
        return null;
      }),
    /** How many comments of each post are shown. */
    async counts(post_ids: readonly string[]): Promise<(post_id: string) => number> {
      if (post_ids.length === 0) return () => 0;
      const rows = await db
        .selectFrom('content.comment_counts')
        .where('post_id', '=', anyOf(post_ids))
        .selectAll()
        .execute();
      const counts = new Map(rows.map(({ post_id, count }) => [post_id, count]));
      return (post_id) => counts.get(post_id) ?? 0;
    },
  };
};

export type Comments = ReturnType<typeof openComments>;
