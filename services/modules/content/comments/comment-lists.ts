import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** A comment as a list shows it to its viewer. */
export interface ListedComment {
  sn: number;
  user_id: UserId;
  content: string;
  /** Unix milliseconds */
  created_at: number;
  like_count: number;
  has_like: boolean;
  thread_sn: number;
  /** Of a reply to a reply, while that is shown: its author and text. */
  reply_user: UserId | null;
  reply_content: string | null;
  /** How many people reported it. */
  report_count: number;
}

/** A thread; without the comment that began it where that was deleted. */
export interface Thread {
  thread_sn: number;
  root: ListedComment | undefined;
  /** The first replies that the viewer sees, and how many are shown. */
  replies: ListedComment[];
  reply_count: number;
}

type ThreadRow = Pick<Thread, 'thread_sn' | 'reply_count'>;

/** SQL: whether author and viewer see each other's comments; a guest sees all. */
const isSeen = (author: string, viewer: string) =>
  viewer === ''
    ? sql`TRUE`
    : sql`NOT EXISTS (
        SELECT FROM relations.blocks
         WHERE kind = 'block'
           AND (user_id, other_id) IN ((${viewer}, ${sql.ref(author)}), (${sql.ref(author)}, ${viewer})))`;

/** A comment `c` with what a list shows beside it. @param viewer empty for a guest */
const columns = (viewer: string) => sql`c.sn, c.user_id, c.content, c.created_at, c.like_count, c.thread_sn,
  EXISTS (SELECT FROM content.comment_likes l WHERE l.comment_sn = c.sn AND l.user_id = ${viewer}) AS has_like,
  (SELECT count(*) FROM content.comment_reports r WHERE r.comment_sn = c.sn) AS report_count,
  p.user_id AS reply_user, p.content AS reply_content`;
/** With the reply `p` that it replies to. */
const comments = (viewer: string) => sql`content.comments c
  LEFT JOIN content.comments p
    ON p.sn = c.reply_to AND p.sn <> p.thread_sn AND p.shown AND ${isSeen('p.user_id', viewer)}`;

/** Lists of comments that are shown and that the viewer sees; counts have all that are shown. All of them are read by index, however many comments a post or a thread has. */
export const openCommentLists = (pool: Pool) => {
  const db = queriesOn(pool);

  /** First comments of these threads and `most` replies of each. */
  async function threadsOf(rows: readonly ThreadRow[], viewer: string, most: number): Promise<Thread[]> {
    if (rows.length === 0) return [];
    const { rows: found } = await sql<ListedComment>`
      SELECT ${columns(viewer)}
        FROM unnest(${rows.map(({ thread_sn }) => thread_sn)}::bigint[]) WITH ORDINALITY AS wanted (thread_sn, n)
       CROSS JOIN LATERAL (
         (SELECT sn FROM content.comments o
           WHERE sn = wanted.thread_sn AND shown AND ${isSeen('o.user_id', viewer)})
         UNION ALL
         (SELECT sn FROM content.comments o
           WHERE thread_sn = wanted.thread_sn AND sn > wanted.thread_sn AND shown AND ${isSeen('o.user_id', viewer)}
           ORDER BY sn LIMIT ${most})
       ) AS of_thread JOIN ${comments(viewer)} ON c.sn = of_thread.sn
       ORDER BY wanted.n, c.sn`.execute(db);
    return rows.map(({ thread_sn, reply_count }) => {
      const own = found.filter((comment) => comment.thread_sn === thread_sn);
      const root = own.find(({ sn }) => sn === thread_sn);
      const replies = own.filter(({ sn }) => sn !== thread_sn);
      return { thread_sn, root, replies, reply_count };
    });
  }

  return {
    /** Threads of a post, the newest first. @param before that of the last one of the page before; 0: the first page */
    async page(post_id: string, viewer: string, { before, most, replies }: PageOf): Promise<Thread[]> {
      const { rows } = await sql<ThreadRow>`
        SELECT thread_sn,
               count - (SELECT count(*) FROM content.comments WHERE sn = t.thread_sn AND shown) AS reply_count
          FROM content.comment_threads t
         WHERE post_id = ${post_id} AND (${before}::bigint = 0 OR thread_sn < ${before}::bigint)
           AND EXISTS (SELECT FROM content.comments o
                        WHERE o.thread_sn = t.thread_sn AND o.shown AND ${isSeen('o.user_id', viewer)})
         ORDER BY thread_sn DESC LIMIT ${most}`.execute(db);
      return threadsOf(rows, viewer, replies);
    },
    /** The threads with the most likes of their first comment, of those with a like. */
    async hot(post_id: string, viewer: string, { most, replies }: Omit<PageOf, 'before'>): Promise<Thread[]> {
      const { rows } = await sql<ThreadRow>`
        SELECT c.thread_sn, t.count - 1 AS reply_count FROM content.comments c JOIN content.comment_threads t USING (thread_sn)
         WHERE c.post_id = ${post_id} AND c.shown AND c.sn = c.thread_sn AND c.like_count > 0
           AND ${isSeen('c.user_id', viewer)}
         ORDER BY c.like_count DESC, c.sn DESC LIMIT ${most}`.execute(db);
      return threadsOf(rows, viewer, replies);
    },
    /** Replies of a thread, the oldest first. @param after that of the last one of the page before */
    async replies(
      thread: { post_id: string; thread_sn: number },
      viewer: string,
      { after, most }: { after: number; most: number },
    ): Promise<ListedComment[]> {
      const from = Math.max(after, thread.thread_sn);
      const { rows } = await sql<ListedComment>`
        SELECT ${columns(viewer)}
          FROM (SELECT sn FROM content.comments o
                 WHERE thread_sn = ${thread.thread_sn} AND post_id = ${thread.post_id} AND sn > ${from} AND shown
                   AND ${isSeen('o.user_id', viewer)}
                 ORDER BY sn LIMIT ${most}) AS of_thread JOIN ${comments(viewer)} ON c.sn = of_thread.sn
         ORDER BY c.sn`.execute(db);
      return rows;
    },
    /** One comment, as a list shows it. */
    async one(sn: number, viewer: string): Promise<ListedComment | undefined> {
      const { rows } = await sql<ListedComment>`
        SELECT ${columns(viewer)} FROM ${comments(viewer)} WHERE c.sn = ${sn} AND c.shown`.execute(db);
      return rows[0];
    },
  };
};

interface PageOf {
  before: number;
  most: number;
  /** Of each thread. */
  replies: number;
}

export type CommentLists = ReturnType<typeof openCommentLists>;
