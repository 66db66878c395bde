import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { NOTICE_KINDS, type NoticeKind, type NoticeTab } from '#services/contract/notices/notices.ts';
import { lockPost } from '#services/modules/content/comments/comments.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** People that a notice names, and one more that says that there are others. */
const NAMED = 4;
/** Comments or likes among which they are looked for: one person may have written several. */
const LOOKED_AT = 50;
/** Notices are kept so long, as messages are. */
const KEPT_MS = 90 * 86_400_000;

/** What others did with one subject. */
export interface NoticeGroup {
  kind: NoticeKind;
  subject_id: string;
  post_id: string;
  arrived: number;
  seen: number;
  place: number;
  /** Unix milliseconds */
  newest_at: number;
  /** The newest people first; at least one, at most 4. */
  user_ids: UserId[];
  /** By others; 0 of comments. */
  like_count: number;
  /** The newest comment, or the comment that was liked; null for likes of a post. */
  content: string | null;
  thread_sn: number | null;
}

interface NoticePage {
  tab: NoticeTab;
  /** The place of the last one of the page before; 0: the first page. */
  before: number;
  most: number;
}

interface RecentNotices {
  tab: NoticeTab;
  since: number;
  until: number;
  most: number;
}

/** A part of a query: its user is another person, who is shown, and neither blocks the other. */
const isOther = (alias: 'c' | 'm' | 'l') =>
  sql.raw(`${alias}.user_id <> g.user_id AND EXISTS (
    SELECT FROM accounts.users u WHERE u.id = ${alias}.user_id AND u.status = ${USER_STATUS.shown})
    AND NOT EXISTS (SELECT FROM relations.blocks b WHERE b.kind = 'block'
      AND b.user_id IN (g.user_id, ${alias}.user_id) AND b.other_id IN (g.user_id, ${alias}.user_id))`);

/** What a group `g` consists of now, the newest first: `user_id` and, of comments, `sn`. */
const ITEMS = {
  comment: sql`SELECT c.user_id, c.sn FROM content.comments c
    WHERE c.post_id = g.post_id AND c.shown AND ${isOther('c')} ORDER BY c.sn DESC`,
  reply: sql`SELECT c.user_id, c.sn FROM content.comments c
    WHERE c.reply_to = g.subject_id::bigint AND c.shown AND ${isOther('c')} ORDER BY c.sn DESC`,
  mention: sql`SELECT c.user_id, c.sn FROM content.comment_mentions m JOIN content.comments c ON c.sn = m.comment_sn
      LEFT JOIN content.comments parent ON parent.sn = c.reply_to
    WHERE m.user_id = g.user_id AND m.post_id = g.post_id AND c.creator_id <> g.user_id
      AND parent.user_id IS DISTINCT FROM g.user_id AND c.shown AND ${isOther('c')} ORDER BY m.comment_sn DESC`,
  like: sql`SELECT m.user_id, NULL::bigint AS sn FROM relations.marks m
    WHERE m.subject_id = g.subject_id AND m.kind = 'like' AND ${isOther('m')} ORDER BY m.place DESC`,
  comment_like: sql`SELECT l.user_id, l.comment_sn AS sn FROM content.comment_likes l
    WHERE l.comment_sn = g.subject_id::bigint AND ${isOther('l')} ORDER BY l.user_id`,
} as const;

/** Whether a group `g` is not empty. */
const IS_SHOWN = sql`CASE g.kind
  WHEN 'comment' THEN EXISTS (${ITEMS.comment}) WHEN 'reply' THEN EXISTS (${ITEMS.reply})
  WHEN 'mention' THEN EXISTS (${ITEMS.mention})
  WHEN 'like' THEN EXISTS (${ITEMS.like}) ELSE EXISTS (${ITEMS.comment_like}) END`;

const NO_LIKES = sql`0`;
/** How many others like the subject of a group `g`. */
const LIKES: Readonly<Record<NoticeKind, typeof NO_LIKES>> = {
  comment: NO_LIKES,
  reply: NO_LIKES,
  mention: NO_LIKES,
  like: sql`coalesce((SELECT k.count FROM relations.mark_counts k
                       WHERE k.kind = 'like' AND k.subject_id = g.subject_id), 0)
    - (SELECT count(*) FROM relations.marks m
        WHERE m.user_id = g.user_id AND m.kind = 'like' AND m.subject_id = g.subject_id)`,
  comment_like: sql`newest.like_count
    - (SELECT count(*) FROM content.comment_likes l WHERE l.comment_sn = newest.sn AND l.user_id = g.user_id)`,
};

/** Groups `g` of one kind that are not empty, with their newest people and comment. */
const shownOf = (kind: NoticeKind) => sql`
  SELECT g.kind, g.subject_id, g.post_id, g.arrived, g.seen, g.place, g.newest_at,
         people.user_ids, ${LIKES[kind]} AS like_count, newest.content, newest.thread_sn
    FROM candidates g
   CROSS JOIN LATERAL (
     SELECT array_agg(user_id ORDER BY first) FILTER (WHERE user_id IS NOT NULL) AS user_ids, max(sn) AS sn
       FROM (SELECT user_id, min(n) AS first, max(sn) AS sn
               FROM (SELECT item.*, row_number() OVER () AS n FROM (${ITEMS[kind]} LIMIT ${LOOKED_AT}) item) listed
              GROUP BY user_id ORDER BY first LIMIT ${NAMED}) named) people
    LEFT JOIN content.comments newest ON newest.sn = people.sn
   WHERE g.kind = ${kind} AND people.user_ids IS NOT NULL`;

/** Which kinds each tab has, and the event whose channels they take. */
const EVENT_OF = sql`CASE g.kind WHEN 'comment_like' THEN 'like' WHEN 'mention' THEN 'reply' ELSE g.kind END`;

/** Whether the person wants the event of a group `g` on the site. */
const ON_SITE = sql`NOT EXISTS (SELECT FROM accounts.notify_channels n
  WHERE n.user_id = g.user_id AND n.event = ${EVENT_OF} AND NOT n.site)`;

/** What others did with a person's posts and comments. Triggers write the rows, in the transaction of the change. */
export const openNotices = (pool: Pool) => {
  const db = queriesOn(pool);
  const groupsOf = async (
    user_id: UserId,
    tab: NoticeTab,
    { which, most }: { which: RawBuilder<unknown>; most: number },
  ): Promise<NoticeGroup[]> => {
    const kinds = NOTICE_KINDS[tab];
    const { rows } = await sql<NoticeGroup>`
      WITH candidates AS MATERIALIZED (
        SELECT g.* FROM notices.groups g
         WHERE g.user_id = ${user_id} AND g.kind = ANY (${kinds}::text[]) AND ${which} AND ${IS_SHOWN}
         ORDER BY g.place DESC LIMIT ${most})
      SELECT * FROM (${sql.join(kinds.map(shownOf), sql` UNION ALL `)}) shown ORDER BY place DESC`.execute(
      db,
    );
    return rows;
  };
  return {
    /** Groups of a tab that are not empty, the newest first. Whether the person finds the post is not looked at. */
    page: (user_id: UserId, { tab, before, most }: NoticePage): Promise<NoticeGroup[]> =>
      groupsOf(user_id, tab, { which: sql`(${before}::bigint = 0 OR g.place < ${before}::bigint)`, most }),
    /**
     * Those of them that are unread, wanted on the site, and whose newest came later than `since` and up to `until`, in
     * Unix milliseconds.
     */
    recent: (user_id: UserId, { tab, since, until, most }: RecentNotices): Promise<NoticeGroup[]> =>
      groupsOf(user_id, tab, {
        which: sql`g.arrived > g.seen AND g.newest_at > ${since}::bigint AND g.newest_at <= ${until}::bigint AND ${ON_SITE}`,
        most,
      }),
    /** Unread groups that are not empty and whose event the person wants on the site, at most `most`, the newest first. */
    async unread(
      user_id: UserId,
      most: number,
    ): Promise<{ kind: NoticeKind; subject_id: string; post_id: string }[]> {
      const { rows } = await sql<{ kind: NoticeKind; subject_id: string; post_id: string }>`
        SELECT g.kind, g.subject_id, g.post_id FROM notices.groups g
         WHERE g.user_id = ${user_id} AND g.arrived > g.seen
           AND ${ON_SITE}
           AND ${IS_SHOWN}
         ORDER BY g.place DESC LIMIT ${most}`.execute(db);
      return rows;
    },
    /** The person has seen the groups up to these numbers. What arrived since then stays unread. */
    async see(
      user_id: UserId,
      seen: readonly { kind: NoticeKind; subject_id: string; arrived: number }[],
    ): Promise<void> {
      await sql`
        WITH given AS (
          SELECT g.kind, g.subject_id, least(g.arrived, given.arrived) AS seen
            FROM notices.groups g
            JOIN unnest(${seen.map(({ kind }) => kind)}::text[], ${seen.map(({ subject_id }) => subject_id)}::text[],
                        ${seen.map(({ arrived }) => arrived)}::bigint[]) AS given (kind, subject_id, arrived)
              USING (kind, subject_id)
           WHERE g.user_id = ${user_id} ORDER BY g.kind, g.subject_id FOR UPDATE OF g)
        UPDATE notices.groups g SET seen = greatest(g.seen, given.seen) FROM given
         WHERE g.user_id = ${user_id} AND g.kind = given.kind AND g.subject_id = given.subject_id`.execute(
        db,
      );
    },
    /** The person has seen everything of a tab. */
    async seeAll(user_id: UserId, tab: NoticeTab): Promise<void> {
      await sql`
        WITH given AS (
          SELECT g.kind, g.subject_id, g.arrived FROM notices.groups g
           WHERE g.user_id = ${user_id} AND g.kind = ANY (${NOTICE_KINDS[tab]}::text[]) AND g.arrived > g.seen
           ORDER BY g.kind, g.subject_id FOR UPDATE)
        UPDATE notices.groups g SET seen = given.arrived FROM given
         WHERE g.user_id = ${user_id} AND g.kind = given.kind AND g.subject_id = given.subject_id`.execute(
        db,
      );
    },
    /** Removes the notices of a deleted post: after comments that are being written, and in the order of those who see them. */
    forgetPost: (post_id: string): Promise<void> =>
      inTransaction(pool, async (client) => {
        await lockPost(client, post_id);
        await client.query(
          `WITH gone AS MATERIALIZED (
             SELECT user_id, kind, subject_id FROM notices.groups
              WHERE post_id = $1 ORDER BY user_id, kind, subject_id FOR UPDATE)
           DELETE FROM notices.groups g USING gone
            WHERE (g.user_id, g.kind, g.subject_id) = (gone.user_id, gone.kind, gone.subject_id)`,
          [post_id],
        );
      }),
  };
};

/** Payload: the person, a blank, and a number that no other payload has (migrations/0004-live-hints.sql). */
export const NOTICES_UNREAD = 'notices_unread';

/** Removes notices of which nothing is new since 90 days. It waits for nobody: what somebody changes now stays until the next time. */
export const forgetOldNotices = (pool: Pool, now: number) =>
  pool.query(
    `DELETE FROM notices.groups g USING (
       SELECT user_id, kind, subject_id FROM notices.groups WHERE newest_at <= $1 FOR UPDATE SKIP LOCKED) gone
      WHERE (g.user_id, g.kind, g.subject_id) = (gone.user_id, gone.kind, gone.subject_id)`,
    [now - KEPT_MS],
  );

export type Notices = ReturnType<typeof openNotices>;
