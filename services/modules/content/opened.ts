import type { Pool } from 'pg';
import { openedAlbums } from '#read-models/content/albums/opened.ts';
import { openedPosts } from '#read-models/content/opened.ts';
import type { AlbumTexts } from './albums.ts';
import { postName } from './post-name.ts';
import type { PostTexts } from './post-texts.ts';

interface Parts {
  pool: Pool;
  albumTexts: Pick<AlbumTexts, 'of'>;
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
  /** Each post once. Of members' posts, and of each album's, the newest 1,000 count. */
  post_count: number;
  /** The newest of them; a title is empty where the post has neither title nor teaser. */
  posts: { post_id: string; title: string }[];
  album_count: number;
  /** The last changed ones that it opens as a whole. */
  albums: { album_id: string; title: string; cover: string; post_count: number }[];
}

export const OPENS_NOTHING: Opened = { post_count: 0, posts: [], album_count: 0, albums: [] };

interface Options {
  /** Posts, and albums, of each question that are named. */
  most: number;
  /** Also posts that everybody reads by now. */
  with_open?: boolean;
  /** Unix milliseconds */
  at: number;
}

/** For each question the published posts and shown albums that its keys open: four queries for all of them. */
export async function openedFor(
  { pool, albumTexts, postTexts }: Parts,
  questions: ReadonlyMap<string, readonly OpeningKey[]>,
  { most, with_open = false, at }: Options,
): Promise<(question: string) => Opened> {
  const given = [...questions].flatMap(([question, keys]) => keys.map((one) => ({ question, ...one })));
  if (given.length === 0) return () => OPENS_NOTHING;
  const keys = {
    questions: given.map(({ question }) => question),
    creator_ids: given.map(({ creator_id }) => creator_id),
    keys: given.map(({ key }) => key),
    most,
  };
  const prices = given.map(({ price }) => price);
  const [{ rows }, { rows: shelves }] = await Promise.all([
    openedPosts(pool, { ...keys, prices, with_open, at }),
    openedAlbums(pool, keys),
  ]);
  const [nameOf, textOf] = await Promise.all([
    postTexts.namesOf(rows),
    albumTexts.of(shelves.map(({ album_id }) => album_id)),
  ]);
  const found = Map.groupBy(rows, ({ question }) => question);
  const foundAlbums = Map.groupBy(shelves, ({ question }) => question);
  return (question) => {
    const posts = found.get(question) ?? [];
    const albums = foundAlbums.get(question) ?? [];
    return {
      post_count: posts[0]?.count ?? 0,
      posts: posts.map(({ post_id }) => ({ post_id, title: postName(nameOf(post_id), false) })),
      album_count: albums[0]?.count ?? 0,
      albums: albums.map(({ album_id, post_count }) => {
        const { title, cover } = textOf(album_id);
        return { album_id, title, cover, post_count };
      }),
    };
  };
}
