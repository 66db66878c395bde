import type { Pool } from 'pg';
import { openedPosts } from '#read-models/content/opened.ts';
import { postName } from './post-name.ts';
import type { PostTexts } from './post-texts.ts';

interface Parts {
  pool: Pool;
  postTexts: Pick<PostTexts, 'namesOf'>;
}

/** A plan's membership, or a SKU, of a creator. */
export interface OpeningKey {
  creator_id: string;
  key: string;
  /** fen a month of a plan; null for a SKU */
  price: number | null;
}

/** What can be read with a purchase. */
export interface Opened {
  /** Of members' posts the newest 1,000 count. */
  post_count: number;
  /** The newest of them; a title is empty where the post has neither title nor teaser. */
  posts: { post_id: string; title: string }[];
}

export const OPENS_NOTHING: Opened = { post_count: 0, posts: [] };

interface Options {
  /** Posts of each question that are named. */
  most: number;
  /** Also posts that everybody reads by now. */
  with_open?: boolean;
  /** Unix milliseconds */
  at: number;
}

/** For each question the published posts that its keys open: two queries for all of them. */
export async function openedFor(
  { pool, postTexts }: Parts,
  questions: ReadonlyMap<string, readonly OpeningKey[]>,
  { most, with_open = false, at }: Options,
): Promise<(question: string) => Opened> {
  const given = [...questions].flatMap(([question, keys]) => keys.map((one) => ({ question, ...one })));
  if (given.length === 0) return () => OPENS_NOTHING;
  const { rows } = await openedPosts(pool, {
    questions: given.map(({ question }) => question),
    creator_ids: given.map(({ creator_id }) => creator_id),
    keys: given.map(({ key }) => key),
    prices: given.map(({ price }) => price),
    with_open,
    most,
    at,
  });
  const nameOf = await postTexts.namesOf(rows);
  const found = Map.groupBy(rows, ({ question }) => question);
  return (question) => {
    const posts = found.get(question) ?? [];
    return {
      post_count: posts[0]?.count ?? 0,
      posts: posts.map(({ post_id }) => ({ post_id, title: postName(nameOf(post_id), false) })),
    };
  };
}
