import { z } from 'zod';
import { post } from '../content/posts.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, id, minPosition, whole } from '../fields/fields.ts';

const answer = z.object({ has_mark: z.boolean() });
const ofCreator = { access: 'fan', body: z.object({ user_id: id }), answer } as const;
const ofPost = { access: 'fan', body: z.object({ post_id: id }), answer } as const;

/** Follows a creator; again changes nothing. Oneself is refused, and who is no creator or not shown is not found (40400). */
export const markCreator = endpoint('POST', '/api/user/mark', ofCreator);
/** Ends following, also of a creator who is not shown any more; again changes nothing. */
export const unmarkCreator = endpoint('POST', '/api/user/unmark', ofCreator);
/** Collects a post that the caller finds, locked ones too; again changes nothing. */
export const markPost = endpoint('POST', '/api/post/mark', ofPost);
/** Takes a post out of the collection, also one that is hidden or deleted; again changes nothing. */
export const unmarkPost = endpoint('POST', '/api/post/unmark', ofPost);

/** Whether the caller follows a user; for oneself how many people follow the caller, otherwise null. */
export const getMark = endpoint('GET', '/api/user/get-mark', {
  access: 'fan',
  query: z.object({ user_id: id }),
  answer: z.object({ has_mark: z.boolean(), mark_count: z.number().int().nullable() }),
});

const page = {
  /** The last one of the page before; 0: the first page */
  rank: whole(0, Number.MAX_SAFE_INTEGER).default(0),
  per_page: whole(1, 50).default(20),
};

const markedCreator = z.object({
  user_id: id,
  name: z.string(),
  avatar: z.string(),
  url_slug: z.string(),
  doing: z.string(),
  is_verified: z.number().int(),
  rank: z.number().int(),
});
export type MarkedCreator = z.infer<typeof markedCreator>;
/** The creators that the caller follows, the last followed first, without those who are not shown. */
export const listMarkedCreators = endpoint('GET', '/api/my/mark-creators', {
  access: 'fan',
  query: z.object(page),
  answer: z.object({ list: z.array(markedCreator), has_more: z.boolean() }),
});

/** How many creators the caller follows, of those that the list has. */
export const countMarks = endpoint('GET', '/api/my/mark-count', {
  access: 'fan',
  answer: z.object({ creator_count: z.number().int() }),
});

const markedPost = post.extend({ rank: z.number().int() });
export type MarkedPost = z.infer<typeof markedPost>;
/** The posts that the caller has collected and still finds, the last collected first. Locked ones without their text. */
export const listMarkedPosts = endpoint('GET', '/api/my/mark-posts', {
  access: 'fan',
  query: z.object({ ...page, min_position: minPosition }),
  answer: z.object({
    list: z.array(markedPost),
    has_more: z.boolean(),
    /** The tab that has the list */
    bread_tab: z.literal('mark'),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});
