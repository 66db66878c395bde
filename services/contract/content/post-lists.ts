import { z } from 'zod';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, code, flag, id, knownCount, minPosition, money, whole } from '../fields/fields.ts';
import { MAX_ALBUMS_OF_POST, post, publishPost } from './posts.ts';

/** A creator's posts, newest first, pinned ones before them on the first page. Locked ones without their text. */
export const listPosts = endpoint('GET', '/api/post/get-list', {
  access: 'guest',
  query: z.object({
    user_id: id,
    /** The last one of the page before; 0: the first page */
    publish_sn: whole(0, Number.MAX_SAFE_INTEGER).default(0),
    per_page: whole(1, 50).default(10),
    type: whole(0, 1).pipe(code(POST_TYPE)).optional(),
    /** Only those that the caller can read */
    readable: flag.default(false),
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(post),
    has_more: z.boolean(),
    /** The tab that has the list */
    bread_tab: z.literal('user'),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

/**
 * The creator's own posts by status, newest first, with their readers, and what each brought in: `getPostRevenue` has its
 * definition. For members of the team `revenue` is `"0.00"`.
 */
export const listOwnPosts = endpoint('GET', '/api/post/get-own-list', {
  access: 'creator',
  right: 'content',
  query: z.object({
    status: whole(1, 5).pipe(code(POST_STATUS)),
    page: whole(1, 1000).default(1),
    per_page: whole(1, 50).default(20),
    known_count: knownCount,
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(post.extend({ revenue: money, orders: z.number().int() })),
    has_more: z.boolean(),
    total_count: z.number().int(),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

/** How many people could read a post with these terms, now. */
export const countReaders = endpoint('POST', '/api/post/count-readers', {
  access: 'creator',
  right: 'content',
  body: publishPost.body
    .pick({ audience: true, min_price: true, plan_ids: true, skus: true, window: true })
    .extend({ album_ids: z.array(id).max(MAX_ALBUMS_OF_POST).default([]) }),
  answer: z.object({ readers: z.number().int(), everybody: z.boolean(), as_of: asOf }),
  reads: ['posts', 'grants'],
});
