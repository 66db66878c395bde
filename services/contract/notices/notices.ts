import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asOf, id, minPosition, nothing, seconds, whole } from '../fields/fields.ts';

/** What each list of notices has: comments of posts, replies and mentions, likes of posts and comments. */
export const NOTICE_KINDS = {
  comment: ['comment', 'reply', 'mention'],
  like: ['like', 'comment_like'],
} as const;
export type NoticeTab = keyof typeof NOTICE_KINDS;
export type NoticeKind = (typeof NOTICE_KINDS)[NoticeTab][number];

const tab = z.enum(['comment', 'like']);
const kind = z.enum(['comment', 'reply', 'mention', 'like', 'comment_like']);
/** More than there can be of one subject. */
const MAX_ARRIVED = Number.MAX_SAFE_INTEGER;

const notice = z.object({
  kind,
  /** The post; of replies and likes of a comment that comment. Together with `kind` it names the notice. */
  subject_id: z.string(),
  /** `title`: of the post, or the beginning of its teaser */
  post: z.object({ post_id: id, title: z.string() }),
  /** The newest of those who did it, at most 3 */
  users: z.array(z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() })),
  /** Whether there are others */
  has_more_users: z.boolean(),
  /** Likes by others; 0 of comments */
  like_count: z.number().int(),
  /** Since the caller saw it; 0: it is read */
  new_count: z.number().int(),
  /** The newest comment, or the own one that is liked; empty for a post's likes and without the right to read the post */
  text: z.string(),
  /** The thread where the comment is; empty for likes of a post */
  root_comment_id: z.string(),
  arrived: z.number().int(),
  create_time: seconds,
  rank: z.number().int(),
});
/**
 * What others did with the caller's posts and comments in the last 90 days: one notice for each post or comment, the
 * newest first. Without those of posts that the caller does not find, and without people who are not shown.
 */
export const listNotices = endpoint('GET', '/api/my/notices', {
  access: 'fan',
  query: z.object({
    tab,
    /** That of the last one of the page before; 0: the first page */
    rank: whole(0, Number.MAX_SAFE_INTEGER).default(0),
    per_page: whole(1, 50).default(20),
    min_position: minPosition,
  }),
  answer: z.object({ list: z.array(notice), has_more: z.boolean(), as_of: asOf }),
  reads: ['posts', 'grants'],
});

/** Marks notices as read up to their `arrived`, or all of a list. What arrived since stays unread. Again changes nothing. */
export const readNotices = endpoint('POST', '/api/my/read-notices', {
  access: 'fan',
  body: z
    .object({
      all: tab.optional(),
      notices: z
        .array(z.object({ kind, subject_id: id, arrived: whole(0, MAX_ARRIVED) }))
        .min(1)
        .max(50)
        .optional(),
    })
    .refine(({ all, notices }) => all !== undefined || notices !== undefined, {
      path: ['notices'],
      message: 'required',
    }),
  answer: nothing,
});

export type Notice = z.infer<typeof notice>;
