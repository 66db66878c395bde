import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields/fields.ts';

const like = {
  access: 'fan',
  body: z.object({ post_id: id }),
  answer: z.object({ has_like: z.boolean(), like_count: z.number().int() }),
} as const;

/** Likes a post that the caller can read (40300, also to who is rejected); again changes nothing. Answers how many people like it. */
export const likePost = endpoint('POST', '/api/post/like', like);
/** Ends that, also without the right to read the post any more; again changes nothing. Of a post that is not found the count is 0. */
export const unlikePost = endpoint('POST', '/api/post/unlike', like);
