import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { POST_STATUS, type ReportTopic, USER_STATUS } from '#events/status.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** Of one person within a day. */
const MAX_A_DAY = 50;
/** Posts that admins see at once. */
const MAX_POSTS = 100;
/** Reports are kept for this long. */
export const REPORTS_MS = 30 * DAY_MS;

export interface PostReport {
  post_id: string;
  user_id: UserId;
  creator_id: string;
  topic: ReportTopic;
  reason: string;
}

export interface ReportedPost {
  post_id: string;
  title: string;
  creator_id: string;
  name: string;
  /** People who reported it. */
  count: number;
  topics: ReportTopic[];
  /** Of the newest report that has one. */
  reason: string;
  reported_at: Millis;
}

/** Reports about posts: one of each person and post. Those of a hidden or deleted post, and of a hidden creator, are over. */
export function openPostReports(pool: Pool) {
  return {
    /** Another report of the same person replaces the former one. @returns false after 50 reports within a day */
    async add(report: PostReport, now: Millis): Promise<boolean> {
      const { post_id, user_id, creator_id, topic, reason } = report;
      return inTransaction(pool, async (client) => {
        // Concurrent reports share one limit.
        await lockPerson(client, user_id);
        const { rowCount } = await client.query(
          `INSERT INTO content.post_reports (post_id, user_id, creator_id, topic, reason, reported_at)
         SELECT $1, $2, $3, $4, $5, $6
          WHERE (SELECT count(*) FROM content.post_reports WHERE user_id = $2 AND reported_at > $7) < ${MAX_A_DAY}
         ON CONFLICT (post_id, user_id) DO UPDATE
            SET topic = EXCLUDED.topic, reason = EXCLUDED.reason, reported_at = EXCLUDED.reported_at`,
          [post_id, user_id, creator_id, topic, reason, now, now - DAY_MS],
        );
        return rowCount === 1;
      });
    },
    /** Those of the last 30 days, the most often reported first. */
    async list(now: Millis): Promise<ReportedPost[]> {
      const { rows } = await pool.query<Omit<ReportedPost, 'reported_at'> & { reported_at: string | number }>(
        `SELECT r.post_id, coalesce(max(t.title), '') AS title, r.creator_id, u.name, count(*)::int AS count,
                array_agg(DISTINCT r.topic) AS topics, max(r.reported_at) AS reported_at,
                coalesce((array_agg(r.reason ORDER BY r.reported_at DESC) FILTER (WHERE r.reason <> ''))[1], '') AS reason
           FROM content.post_reports r
           JOIN accounts.users u ON u.id = r.creator_id AND u.status = ${USER_STATUS.shown}
           JOIN rm.posts p ON p.post_id = r.post_id AND p.status = ${POST_STATUS.normal}
           LEFT JOIN content.texts t ON t.post_id = p.post_id AND t.text_hash = p.text_hash
          WHERE r.reported_at > $1
          GROUP BY r.post_id, r.creator_id, u.name ORDER BY count(*) DESC, max(r.reported_at) DESC LIMIT ${MAX_POSTS}`,
        [now - REPORTS_MS],
      );
      return rows.map((row) => ({ ...row, reported_at: Number(row.reported_at) }));
    },
  };
}

export type PostReports = ReturnType<typeof openPostReports>;
