import type { Pool } from 'pg';
import { POST_STATUS } from '#events/status.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import { searchable } from '#services/contract/content/search-words.ts';
import { saltOf, termsOf } from './terms.ts';

/** Characters of a text that are searched: as many as lists answer. */
const MAX_SEARCHED = 20_000;
const OPEN_PART = { nothing: 0, names: 1, all: 2 } as const;

type Indexed = Pick<
  PostFound,
  'post_id' | 'creator_id' | 'text_hash' | 'sn' | 'status' | 'audience' | 'public_at' | 'goal_id'
>;

interface Text {
  title: string;
  preview_text: string;
  teaser: string;
  content: string;
}

function openPartOf({ audience, public_at, goal_id }: Indexed): keyof typeof OPEN_PART {
  if (audience === 'self') return 'nothing';
  return audience === 'all' || public_at !== null || goal_id !== '' ? 'all' : 'names';
}

function rowOf(post: Indexed, { title, preview_text, teaser, content }: Text) {
  const names = [title, preview_text, teaser].map(searchable).join('\n');
  const body = searchable(content);
  const part = openPartOf(post);
  const all = `${names}\n${body}`;
  const open_terms = { nothing: '', names, all }[part];
  const salt = saltOf(post.creator_id);
  const locked_terms = post.audience === 'all' ? [] : termsOf(all).map((term) => term ^ salt);
  return { names, body, open_part: OPEN_PART[part], open_terms: termsOf(open_terms), locked_terms };
}

/** Whether the row of a post is of its present text and terms of access: what it has follows from these. */
async function isIndexed(pool: Pool, post: Indexed): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM content.search_posts JOIN content.search_terms USING (sn)
      WHERE post_id = $1 AND text_hash = $2 AND open_part = $3 AND (locked_terms = '{}') = $4`,
    [post.post_id, post.text_hash, OPEN_PART[openPartOf(post)], post.audience === 'all'],
  );
  return rowCount === 1;
}

/**
 * What is searched of posts: one row for each published post, of its present text. A row is only a way to a hit: the
 * search compares its revision, state and terms of access with the read model.
 */
export const openPostIndex = (pool: Pool) => ({
  /** Takes a post in as it is now; again changes nothing. A post that is not published has no row. */
  async index(post: Indexed): Promise<void> {
    const { post_id, creator_id, text_hash, sn, status } = post;
    if (status !== POST_STATUS.normal && status !== POST_STATUS.hidden) return;
    if (await isIndexed(pool, post)) return;
    const { rows } = await pool.query<Text>(
      `SELECT title, preview_text, teaser, left(content, ${MAX_SEARCHED}) AS content FROM content.texts
        WHERE post_id = $1 AND text_hash = $2`,
      [post_id, text_hash],
    );
    const [text] = rows;
    if (text === undefined) return;
    const { names, body, open_part, open_terms, locked_terms } = rowOf(post, text);
    // The lock keeps a post that is deleted meanwhile from staying here.
    await pool.query(
      `WITH present AS (SELECT FROM content.texts WHERE post_id = $1 AND text_hash = $2 FOR KEY SHARE),
            saved AS (
         INSERT INTO content.search_posts (post_id, text_hash, creator_id, sn, open_part, names, body)
         SELECT $1, $2, $3, $4, $5, $6, $7 FROM present
         ON CONFLICT (post_id) DO UPDATE SET (text_hash, open_part, names, body)
           = (excluded.text_hash, excluded.open_part, excluded.names, excluded.body)
         RETURNING sn)
       INSERT INTO content.search_terms (sn, open_terms, locked_terms) SELECT sn, $8, $9 FROM saved
       ON CONFLICT (sn) DO UPDATE SET (open_terms, locked_terms) = (excluded.open_terms, excluded.locked_terms)`,
      [post_id, text_hash, creator_id, sn, open_part, names, body, open_terms, locked_terms],
    );
  },
});

export type PostIndex = ReturnType<typeof openPostIndex>;
