import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { lockPersonAnd } from '#services/modules/accounts/person-lock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** What can be followed or collected. The constraint of the table has these kinds, and likes (likes.ts). */
type MarkKind = 'creator' | 'post';

interface Subject {
  kind: MarkKind;
  /** Of a creator the user's id. */
  subject_id: string;
  /** Whose it is. */
  creator_id: string;
}

/** Marks of each kind that one person can have, and the field that a refusal names. */
const MOST: Readonly<Record<MarkKind, number>> = {
  creator: QUOTAS.followed_creators,
  post: QUOTAS.collected_posts,
};
const FIELDS: Readonly<Record<MarkKind, string>> = { creator: 'user_id', post: 'post_id' };

/** A followed creator in the person's list. */
export interface MarkedCreator {
  user_id: string;
  name: string;
  avatar: string;
  url_slug: string;
  doing: string;
  is_verified: number;
  /** Orders the list */
  place: number;
}

/** A page of a person's list, the newest first. */
interface MarkPage {
  /** The place of the last one of the page before; 0: the first page */
  before: number;
  most: number;
}

/** What a person has done with a post, and how many people have. */
interface MarksOfPost {
  post_id: string;
  has_mark: boolean;
  mark_count: number;
  has_like: boolean;
  like_count: number;
}
const OF_POSTS = {
  name: 'marks-of-posts',
  text: `SELECT post_id, mine.has_mark, mine.has_like, counted.mark_count, counted.like_count
           FROM unnest($2::text[]) AS post_id
          CROSS JOIN LATERAL (
            SELECT count(*) FILTER (WHERE kind = 'post') > 0 AS has_mark,
                   count(*) FILTER (WHERE kind = 'like') > 0 AS has_like
              FROM relations.marks
             WHERE user_id = $1 AND kind IN ('post', 'like') AND subject_id = post_id) mine
          CROSS JOIN LATERAL (
            SELECT coalesce(max(count) FILTER (WHERE kind = 'post'), 0) AS mark_count,
                   coalesce(max(count) FILTER (WHERE kind = 'like'), 0) AS like_count
              FROM relations.mark_counts WHERE kind IN ('post', 'like') AND subject_id = post_id) counted`,
};
/** In the order of the key, as likes do: two statements do not wait for each other. */
const FORGET = `
  WITH gone AS MATERIALIZED (
    SELECT ctid AS place FROM relations.marks
     WHERE subject_id = $1 AND kind IN ('post', 'like') ORDER BY user_id, kind, subject_id FOR UPDATE)
  DELETE FROM relations.marks m USING gone WHERE m.ctid = gone.place`;

/**
 * Followed creators and collected posts. Marking and unmarking again change nothing. Triggers keep the counts, in the
 * transaction of the change.
 */
export const openMarks = (pool: Pool) => {
  const db = queriesOn(pool);
  const ofPerson = (user_id: UserId, kind: MarkKind) =>
    db
      .selectFrom('relations.marks')
      .where('relations.marks.user_id', '=', user_id)
      .where('relations.marks.kind', '=', kind);
  /** The creators that the person follows and everybody finds. */
  const shownCreators = (user_id: UserId) =>
    ofPerson(user_id, 'creator')
      .innerJoin('accounts.users as users', 'users.id', 'relations.marks.creator_id')
      .innerJoin('accounts.creators as creators', 'creators.user_id', 'users.id')
      .where('users.status', '=', USER_STATUS.shown)
      .where('creators.status', '>', 0);
  return {
    /** Refuses one more than the quota. The caller has checked that the person can see the subject. */
    mark: (user_id: UserId, { kind, subject_id, creator_id }: Subject): Promise<Refusal | null> =>
      inTransaction(pool, async (client) => {
        await lockPersonAnd(client, user_id, creator_id);
        const own = queriesOn(client)
          .selectFrom('relations.marks')
          .where('user_id', '=', user_id)
          .where('kind', '=', kind);
        if (await own.where('subject_id', '=', subject_id).select('place').executeTakeFirst()) return null;
        const { count } = await own
          .select((is) => is.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= MOST[kind]) return quotaReached(MOST[kind], FIELDS[kind]);
        // Neither for nor of an account that was deleted before.
        await client.query(
          `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
           SELECT fan.id, $2, $3, creator.id FROM accounts.users fan, accounts.users creator
            WHERE fan.id = $1 AND creator.id = $4 AND fan.deleted_at IS NULL AND creator.deleted_at IS NULL`,
          [user_id, kind, subject_id, creator_id],
        );
        return null;
      }),
    async unmark(user_id: UserId, kind: MarkKind, subject_id: string): Promise<void> {
      await db
        .deleteFrom('relations.marks')
        .where('user_id', '=', user_id)
        .where('kind', '=', kind)
        .where('subject_id', '=', subject_id)
        .execute();
    },
    /** Removes every mark and like of a deleted post. */
    async forgetPost(post_id: string): Promise<void> {
      await pool.query(FORGET, [post_id]);
    },
    /** Those of the subjects that the person has marked. */
    async among(user_id: UserId, kind: MarkKind, subject_ids: readonly string[]): Promise<Set<string>> {
      if (subject_ids.length === 0) return new Set();
      const rows = await ofPerson(user_id, kind)
        .where('subject_id', '=', anyOf(subject_ids))
        .select('subject_id')
        .execute();
      return new Set(rows.map(({ subject_id }) => subject_id));
    },
    /** What the person has done with each post, and how many people have. @param user_id empty for a guest */
    async ofPosts(user_id: string, post_ids: readonly string[]): Promise<Map<string, MarksOfPost>> {
      if (post_ids.length === 0) return new Map();
      const { rows } = await pool.query<MarksOfPost>(OF_POSTS, [user_id, post_ids]);
      return new Map(rows.map((row) => [row.post_id, row]));
    },
    /** How many people have marked each of the subjects. */
    async counts(
      kind: MarkKind | 'like',
      subject_ids: readonly string[],
    ): Promise<(subject_id: string) => number> {
      if (subject_ids.length === 0) return () => 0;
      const rows = await db
        .selectFrom('relations.mark_counts')
        .where('kind', '=', kind)
        .where('subject_id', '=', anyOf(subject_ids))
        .select(['subject_id', 'count'])
        .execute();
      const counts = new Map(rows.map(({ subject_id, count }) => [subject_id, count]));
      return (subject_id) => counts.get(subject_id) ?? 0;
    },
    /** Creators that the person follows and everybody finds, the newest first. */
    creators: (user_id: UserId, { before, most }: MarkPage): Promise<MarkedCreator[]> =>
      shownCreators(user_id)
        .where(sql<boolean>`(${before}::bigint = 0 OR relations.marks.place < ${before}::bigint)`)
        .select(['users.id as user_id', 'users.name', 'users.avatar', 'users.url_slug', 'users.is_verified'])
        .select(['creators.doing', 'relations.marks.place'])
        .orderBy('relations.marks.place', 'desc')
        .limit(most)
        .execute(),
    /** How many of these there are. */
    async creatorCount(user_id: UserId): Promise<number> {
      const counted = shownCreators(user_id).select((is) => is.fn.countAll<number>().as('count'));
      return (await counted.executeTakeFirstOrThrow()).count;
    },
    /**
     * Ids of collected posts, the newest first, with their places: also of posts that others do not find now, but none of
     * creators who are not shown.
     */
    posts: (user_id: UserId, before: number): Promise<{ post_id: string; place: number }[]> =>
      ofPerson(user_id, 'post')
        .innerJoin('accounts.users as users', 'users.id', 'relations.marks.creator_id')
        .where('users.status', '=', USER_STATUS.shown)
        .where(sql<boolean>`(${before}::bigint = 0 OR relations.marks.place < ${before}::bigint)`)
        .select(['relations.marks.subject_id as post_id', 'relations.marks.place'])
        .orderBy('relations.marks.place', 'desc')
        .execute(),
  };
};

export type Marks = ReturnType<typeof openMarks>;
