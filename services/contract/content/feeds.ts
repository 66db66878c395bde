import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, text } from '../fields/fields.ts';

/** Posts of a feed, newest first. */
export const MAX_FEED_POSTS = 20;

/** Of the address of a feed: `/rss/:slug`. */
export const feedParams = z.object({ slug: text(100, 1) });
/** Of a file in a feed: `/rss/:slug/:post_id/:file`. */
export const feedFileParams = feedParams.extend({
  post_id: id,
  /** The file's id, with an ending for podcast apps */
  file: text(80, 1),
});
export const feedQuery = z.object({
  key: text(64).default(''),
  /** Of the sentence at a locked post */
  lang: z.enum(['zh-CN', 'en-US']).default('zh-CN'),
});

/** The key of the caller's private feed. Only for people who have or had a membership or a purchase there. */
export const getFeedKey = endpoint('POST', '/api/post/feed-key', {
  access: 'fan',
  body: z.object({
    user_id: id,
    /** Makes a new key; the address with the former one ends at once */
    renew: flag.default(false),
  }),
  answer: z.object({ key: z.string() }),
});
