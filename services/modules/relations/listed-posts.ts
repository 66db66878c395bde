import type { Pool } from 'pg';
import { USER_STATUS } from '#events/status.ts';
import { FOR_ALL, SHOWN } from '#read-models/content/tables.ts';
import { filesIn, storedDoc } from '#services/contract/content/rich-text.ts';
import { isNotRecommended } from '#services/modules/accounts/rights.ts';
import { postMediaOf } from '#services/modules/content/post-media.ts';
import type { PostText } from '#services/modules/content/post-texts.ts';
import { type CountedPost, countedCreators, countedPosts } from './hot-people.ts';
import { hotCreator, hotPost } from './hot-score.ts';

/** Changes of people that are taken at once, and posts or creators of one query. */
const MAX_CHANGES = 5_000;
const AT_ONCE = 50;
/** The last place of a list. */
const END = Number.MAX_SAFE_INTEGER;

/** Read models of which scores are made. */
const MODELS = ['posts', 'votes', 'orders', 'sponsors'];

/** What a post shows, by which feeds are filtered. */
export type ShownFiles = 'pictures' | 'video';

interface Place {
  rank: number;
  sn: number;
}

export interface HotPost extends Place {
  post_id: string;
}

interface FilteredPage {
  kind: ShownFiles;
  /** The `sn` of the last post of the page before; 0: the first page */
  before: number;
  most: number;
}

/** Posts of the creator `c` before `$2`, the newest first. */
const ofCreator = (kind: ShownFiles, most: string): string =>
  `SELECT l.post_id, l.sn FROM relations.listed_posts l JOIN (SELECT post_id FROM rm.posts WHERE ${SHOWN}) p USING (post_id)
    WHERE l.creator_id = c.creator_id AND l.has_${kind} AND l.sn < $2 ORDER BY l.sn DESC LIMIT ${most}`;

const chunksOf = (ids: Iterable<string>): string[][] => {
  const all = [...new Set(ids)];
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, n) =>
    all.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
};

const scoreOf = (post: CountedPost): number | null => (post.is_recommended ? hotPost(post) : null);

function shownFilesOf(text: Pick<PostText, 'media' | 'rich'> | undefined) {
  if (text === undefined) return { has_pictures: false, has_video: false };
  const { pics, video } = postMediaOf(text);
  const doc = storedDoc(text.rich);
  const kinds = doc === null ? [] : filesIn(doc).map(({ kind }) => kind);
  return {
    has_pictures: pics.length > 0 || kinds.includes('picture'),
    has_video: video !== '' || kinds.includes('video'),
  };
}

/** Hot scores of posts and creators, and posts by the files that they show. */
export const openListedPosts = (pool: Pool) => {
  const column = <Name extends string>(rows: readonly Record<Name, unknown>[], name: Name) =>
    rows.map((row) => row[name]);

  async function rescoreCreators(creator_ids: Iterable<string>): Promise<void> {
    for (const ids of chunksOf(creator_ids)) {
      const counted = await countedCreators(pool, ids);
      await pool.query(
        // In the order of the key, as an erasure of an account and a second worker.
        `WITH scored AS MATERIALIZED (
           SELECT c.user_id, s.score FROM accounts.creators c
             JOIN unnest($1::text[], $2::bigint[]) AS s (user_id, score) USING (user_id)
            WHERE c.hot_score <> s.score ORDER BY c.user_id FOR NO KEY UPDATE OF c)
         UPDATE accounts.creators SET hot_score = scored.score FROM scored
          WHERE creators.user_id = scored.user_id`,
        [column(counted, 'creator_id'), counted.map(hotCreator)],
      );
    }
  }

  async function rescorePosts(post_ids: Iterable<string>): Promise<void> {
    for (const ids of chunksOf(post_ids)) {
      const counted = await countedPosts(pool, ids);
      await pool.query(
        `WITH scored AS MATERIALIZED (
           SELECT l.post_id, s.score FROM relations.listed_posts l
             JOIN unnest($1::text[], $2::bigint[]) AS s (post_id, score) USING (post_id)
            WHERE l.score IS DISTINCT FROM s.score ORDER BY l.post_id FOR NO KEY UPDATE OF l)
         UPDATE relations.listed_posts l SET score = scored.score FROM scored WHERE l.post_id = scored.post_id`,
        [column(counted, 'post_id'), counted.map(scoreOf)],
      );
    }
  }

  return {
    /** Up to which position of the log scores can be made. */
    async position(): Promise<number> {
      const { rows } = await pool.query<{ position: number }>(
        `SELECT coalesce(min(position), 0) AS position FROM rm.checkpoints WHERE name = ANY ($1)`,
        [MODELS],
      );
      return rows[0]?.position ?? 0;
    },

    /** The row of a post after an event; none of a post that others do not find. */
    async refresh(post_id: string): Promise<void> {
      const [post] = await countedPosts(pool, [post_id]);
      if (post === undefined) {
        const { rows } = await pool.query<{ creator_id: string }>(
          'DELETE FROM relations.listed_posts WHERE post_id = $1 RETURNING creator_id',
          [post_id],
        );
        return rescoreCreators(rows.map(({ creator_id }) => creator_id));
      }
      const { rows } = await pool.query<Pick<PostText, 'media' | 'rich'>>(
        'SELECT media, rich FROM content.texts WHERE post_id = $1 AND text_hash = $2',
        [post_id, post.text_hash],
      );
      const { has_pictures, has_video } = shownFilesOf(rows[0]);
      await pool.query(
        `INSERT INTO relations.listed_posts (post_id, creator_id, sn, published_at, has_pictures, has_video, score)
         SELECT $1, id, $3, $4, $5, $6, $7 FROM accounts.users WHERE id = $2 AND deleted_at IS NULL
         ON CONFLICT (post_id) DO UPDATE SET has_pictures = $5, has_video = $6, score = $7`,
        [post_id, post.creator_id, post.sn, post.published_at, has_pictures, has_video, scoreOf(post)],
      );
      await rescoreCreators([post.creator_id]);
    },

    rescorePosts,
    rescoreCreators,

    /** Counts the people anew where they changed. @returns whether more are due */
    async rescoreDue(): Promise<boolean> {
      const { rows } = await pool.query<{ number: number; kind: 'post' | 'creator'; subject_id: string }>(
        `SELECT number, kind, subject_id FROM relations.due_scores ORDER BY number LIMIT ${MAX_CHANGES}`,
      );
      const { post = [], creator = [] } = Object.groupBy(rows, ({ kind }) => kind);
      await rescorePosts(post.map(({ subject_id }) => subject_id));
      await rescoreCreators(creator.map(({ subject_id }) => subject_id));
      // After the counting: a crash before this counts again. What changed meanwhile has a row of its own.
      if (rows.length > 0)
        await pool.query('DELETE FROM relations.due_scores WHERE number = ANY ($1)', [
          column(rows, 'number'),
        ]);
      return rows.length === MAX_CHANGES;
    },

    /**
     * Posts for everybody, the hottest first: of creators who are shown and recommended, neither followed by the viewer
     * nor the viewer.
     * @param after the place of the last one of the page before; null: the first page
     */
    async hot({
      viewer,
      after,
      most,
    }: {
      viewer: string;
      after: Place | null;
      most: number;
    }): Promise<HotPost[]> {
      const { rank, sn } = after ?? { rank: END, sn: END };
      const { rows } = await pool.query<HotPost>({
        name: 'hot-posts',
        text: `SELECT l.post_id, l.score AS rank, l.sn
                 FROM relations.listed_posts l
                 JOIN (SELECT post_id FROM rm.posts WHERE ${FOR_ALL}) p USING (post_id)
                 JOIN accounts.users ON users.id = l.creator_id
                 JOIN accounts.creators ON creators.user_id = users.id
                WHERE l.score IS NOT NULL AND (l.score, l.sn) < ($2::bigint, $3::bigint) AND users.id <> $1
                  AND users.status = ${USER_STATUS.shown} AND creators.status > 0 AND NOT ${isNotRecommended('users.id')}
                  AND NOT EXISTS (SELECT FROM relations.marks
                                   WHERE user_id = $1 AND kind = 'creator' AND subject_id = users.id)
                ORDER BY l.score DESC, l.sn DESC LIMIT $4`,
        values: [viewer, rank, sn, most],
      });
      return rows;
    },

    /**
     * Posts of these creators with such files, locked ones too, the newest first. The creators with the newest of them have
     * all posts of the page.
     */
    async ofCreators(
      creator_ids: readonly string[],
      { kind, before, most }: FilteredPage,
    ): Promise<string[]> {
      const { rows } = await pool.query<{ post_id: string }>({
        name: `posts-with-${kind}-of`,
        text: `WITH heads AS MATERIALIZED (
                 SELECT c.creator_id, one.sn FROM unnest($1::text[]) AS c (creator_id)
                  CROSS JOIN LATERAL (${ofCreator(kind, '1')}) one ORDER BY one.sn DESC LIMIT $3)
               SELECT one.post_id FROM heads c CROSS JOIN LATERAL (${ofCreator(kind, '$3')}) one
                ORDER BY one.sn DESC LIMIT $3`,
        values: [creator_ids, before || END, most],
      });
      return rows.map(({ post_id }) => post_id);
    },

    /** The same of all creators but these, and only posts for everybody. */
    async ofAll(hidden_ids: readonly string[], { kind, before, most }: FilteredPage): Promise<string[]> {
      const { rows } = await pool.query<{ post_id: string }>({
        name: `posts-with-${kind}`,
        text: `SELECT l.post_id FROM relations.listed_posts l
                 JOIN (SELECT post_id FROM rm.posts WHERE ${FOR_ALL}) p USING (post_id)
                WHERE l.has_${kind} AND l.sn < $2 AND l.creator_id <> ALL ($1)
                ORDER BY l.sn DESC LIMIT $3`,
        values: [hidden_ids, before || END, most],
      });
      return rows.map(({ post_id }) => post_id);
    },
  };
};

export type ListedPosts = ReturnType<typeof openListedPosts>;
