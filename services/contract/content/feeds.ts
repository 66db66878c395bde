import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, text } from '../fields/fields.ts';

/** Posts of a feed, newest first. */
export const MAX_FEED_POSTS = 20;

/**
 * A creator's posts as RSS 2.0. Without a key it is the same for everybody: public texts, and teasers of locked posts.
 * With the key of a reader it has what that reader can read now. HTTP 404 for an unknown creator or key.
 */
export const readFeed = endpoint('GET', '/api/rss/:slug', {
  access: 'guest',
  limit: 'link',
  params: z.object({ slug: text(100, 1) }),
  query: z.object({
    key: text(64).default(''),
    /** Of the sentence at a locked post */
    lang: z.enum(['zh-CN', 'en-US']).default('zh-CN'),
  }),
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
