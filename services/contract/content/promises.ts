import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asOf, businessMonth, id, minPosition, seconds, whole } from '../fields/fields.ts';

/** Posts a month that a plan can promise. */
export const MAX_PROMISED = 31;

const promisedMonth = z.object({
  month: businessMonth,
  promised: z.number().int(),
  /** Posts of the month that members of the plan could read at its end, or can now */
  published: z.number().int(),
  state: z.enum(['kept', 'missed', 'running']),
});
const planPromise = z.object({
  plan_id: id,
  name: z.string(),
  /** Posts a month from the next business month on; 0: none */
  posts: z.number().int(),
  /** Of the last six months those with a promise, newest first */
  months: z.array(promisedMonth),
});
export type PlanPromise = z.infer<typeof planPromise>;

/** Plans of a creator that promise posts, or did in the last six months. Hidden plans for the creator only. */
export const listPromises = endpoint('GET', '/api/post/promises', {
  access: 'guest',
  query: z.object({ user_id: id, min_position: minPosition }),
  answer: z.object({ list: z.array(planPromise), as_of: asOf }),
  reads: ['posts', 'plans'],
});

/** The posts that a month's figure counts, oldest first, at most 200. One that others do not find now has no title. */
export const listPromisedPosts = endpoint('GET', '/api/post/promised-posts', {
  access: 'guest',
  query: z.object({ plan_id: id, month: businessMonth }),
  answer: z.object({
    list: z.array(z.object({ post_id: id, title: z.string(), publish_time: seconds, shown: z.boolean() })),
    as_of: asOf,
  }),
  reads: ['posts', 'plans'],
});

/** Promises so many posts a month, from the next business month on; the present month keeps its promise. */
export const savePromise = endpoint('POST', '/api/post/save-promise', {
  access: 'creator',
  body: z.object({ plan_id: id, posts: whole(0, MAX_PROMISED) }),
  answer: z.object({ from_month: businessMonth, posts: z.number().int() }),
});
