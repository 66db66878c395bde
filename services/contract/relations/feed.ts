import { z } from 'zod';
import { post } from '../content/posts.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, id, minPosition, nothing, text, whole } from '../fields/fields.ts';

/** `my`: creators whom the caller follows or is a member of. `public`: posts of all creators that are for everybody. */
export const FEED_TYPES = ['my', 'public'] as const;
export type FeedType = (typeof FEED_TYPES)[number];
/** Posts that the caller can read; kinds of posts; posts that show pictures, or a video, locked ones too. */
export const FEED_FILTERS = ['all', 'unlocked', 'post', 'article', 'pictures', 'video'] as const;
export type FeedFilter = (typeof FEED_FILTERS)[number];

const sn = whole(0, Number.MAX_SAFE_INTEGER);

/** Posts of several creators, newest first, locked ones without their text. A guest has no `my` (40100). */
export const getFeed = endpoint('GET', '/api/post/get-feed', {
  access: 'guest',
  query: z.object({
    type: z.enum(FEED_TYPES).default('public'),
    filter: z.enum(FEED_FILTERS).default('all'),
    /** The last one of the page before; 0: the first page */
    publish_sn: sn.default(0),
    per_page: whole(1, 20).default(10),
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(post),
    has_more: z.boolean(),
    /** The tab that has the list */
    bread_tab: z.enum(FEED_TYPES),
    as_of: asOf,
  }),
  reads: ['posts', 'grants', 'memberships'],
});

const recommendedPost = post.extend({
  /** The hot score in Unix seconds: it orders the list */
  rank: sn,
});
/**
 * Posts for everybody, the hottest first, without those of creators whom the caller follows, and of creators whom the
 * platform does not recommend. docs/domain/relations.md says how the score is counted.
 */
export const getRecList = endpoint('GET', '/api/post/get-rec-list', {
  access: 'guest',
  query: z.object({
    /** The last one of the page before, and the key of that page; all three left out: the first page */
    lastRank: sn.default(0),
    publish_sn: sn.default(0),
    /** With another place than its own it is refused (40000) */
    publish_sn_key: text(64).default(''),
    per_page: whole(1, 20).default(10),
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(recommendedPost),
    has_more: z.boolean(),
    /** Of the last one; empty at the end */
    publish_sn_key: z.string(),
    bread_tab: z.literal('rec'),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

/** How many posts such a feed has after this one, 0 to 99. */
export const countFeed = endpoint('GET', '/api/post/count-feed', {
  access: 'guest',
  query: z.object({ type: z.enum(FEED_TYPES).default('public'), publish_sn: sn, min_position: minPosition }),
  answer: z.object({ count: z.number().int(), as_of: asOf }),
  reads: ['posts', 'memberships'],
});

/** The caller has seen the own feed up to this post; with `user_id`, the posts of this creator. An earlier one changes nothing. */
export const seePosts = endpoint('POST', '/api/my/see-posts', {
  access: 'fan',
  body: z.object({ user_id: id.optional(), publish_sn: sn }),
  answer: nothing,
});
