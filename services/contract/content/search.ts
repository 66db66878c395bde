import { z } from 'zod';
import { POST_TYPE } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, code, counted, id, minPosition, searchWords, seconds, whole } from '../fields/fields.ts';
import { post } from './posts.ts';
import { MAX_SEARCH } from './search-words.ts';

/** Days back from now: 0 of all times. */
const SEARCH_DAYS = [0, 7, 30, 365] as const;

const foundPost = z.object({
  post_id: id,
  type: code(POST_TYPE),
  title: z.string(),
  /** About 100 characters around the first hit, of what the caller may read */
  excerpt: z.string(),
  has_right: z.boolean(),
  publish_time: seconds,
  publish_sn: z.number().int(),
  user: post.shape.user,
});
export type FoundPost = z.infer<typeof foundPost>;

/**
 * Published posts that have all words of `q` in title, preview text, or what the caller may read of the text, newest
 * first. Width, case and accents make no difference. A word is found anywhere, also within other words; one of them
 * needs two characters, otherwise no post is found (`too_short`).
 */
export const searchPosts = endpoint('GET', '/api/post/search', {
  access: 'guest',
  query: z.object({
    q: searchWords(MAX_SEARCH).default(''),
    /** Whose posts; left out: those of all creators */
    user_id: id.optional(),
    days: z.union(SEARCH_DAYS.map((days) => z.literal([days, `${days}`]))).default(0),
    /** The last one of the page before; 0: the first page */
    publish_sn: whole(0, Number.MAX_SAFE_INTEGER).default(0),
    per_page: whole(1, 20).default(10),
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(foundPost),
    has_more: z.boolean(),
    too_short: z.boolean(),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

const foundAlbum = z.object({
  album_id: id,
  title: z.string(),
  excerpt: z.string(),
  /** Address of a picture; empty without one */
  cover: z.string(),
  post_count: z.number().int(),
  user: post.shape.user,
});

/** Shown albums with all words of `q` in title or description, the last changed first; one character is enough. */
export const searchAlbums = endpoint('GET', '/api/user/search-albums', {
  access: 'guest',
  query: z.object({
    q: searchWords(MAX_SEARCH).default(''),
    page: whole(1, 100).default(1),
    per_page: whole(1, 20).default(10),
    min_position: minPosition,
  }),
  answer: z.object({ list: z.array(foundAlbum), ...counted }),
  reads: ['posts'],
});
