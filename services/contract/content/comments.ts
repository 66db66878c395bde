import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  asOf,
  flag,
  id,
  minPosition,
  nothing,
  orderHeaders,
  searchText,
  seconds,
  text,
  whole,
} from '../fields/fields.ts';
import { hasVisible } from '../fields/typed.ts';
import { visibleText } from '../fields/visible-text.ts';
import { replaceMentions } from './mentions.ts';

/** Visible characters of a comment. */
export const MAX_COMMENT = 1_000;
const MAX_REASON = 200;
/** Numbers that order comments. */
const sn = whole(0, Number.MAX_SAFE_INTEGER);
/** Of a comment: digits. */
const commentId = z.string().regex(/^[1-9]\d{0,14}$/);

const person = z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() });

const reply = z.object({
  comment_id: commentId,
  /** With the present names of the people who are mentioned */
  content: z.string(),
  /** People who are mentioned: where `@name` is in `content`, in UTF-16 units */
  mentions: z.array(z.object({ user_id: id, offset: z.number().int(), length: z.number().int() })),
  user: person,
  /** Its author is the creator of the post */
  is_creator: z.boolean(),
  /** Its author is a member of the creator, where both show that */
  is_member: z.boolean(),
  like_count: z.number().int(),
  has_like: z.boolean(),
  create_time: seconds,
  /** Orders comments */
  publish_sn: z.number().int(),
  /** It replies to another reply that is still there, whose author and beginning these are */
  is_show_reply: z.boolean(),
  reply_user: z.string(),
  reply_content: z.string(),
  /** The caller is its author or the post's creator */
  can_delete: z.boolean(),
  /** How many people reported it; null for others than the post's creator */
  report_count: z.number().int().nullable(),
});
export type Reply = z.infer<typeof reply>;

/** A thread of a post. Where its first comment was deleted, `comment` is null and the replies stay. */
const thread = z.object({
  root_comment_id: commentId,
  publish_sn: z.number().int(),
  comment: reply.nullable(),
  sub_comments: z.array(reply),
  sub_comment_count: z.number().int(),
  sub_comment_has_more: z.boolean(),
});
export type Thread = z.infer<typeof thread>;

/** `rejected`: the creator rejects the caller, who reads only. `off`: the creator's posts have no comments. */
const COMMENTS_STATES = ['open', 'rejected', 'off'] as const;
export type CommentsState = (typeof COMMENTS_STATES)[number];

/**
 * Threads of a post whose text the caller may read (40300 otherwise), the newest first, each with its first three replies.
 * With `hot` the answer has the three most liked threads, too; they are in `list` as well. Comments of people whom the
 * caller blocks, or who block the caller, are left out, but counted.
 */
export const listComments = endpoint('GET', '/api/comment/get-list', {
  access: 'guest',
  query: z.object({
    post_id: id,
    hot: flag.default(false),
    /** The last one of the page before; 0: the first page. `type` is the direction: older ones */
    publish_sn: sn.default(0),
    type: z.enum(['old']).default('old'),
    per_page: whole(1, 30).default(20),
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(thread),
    hot_list: z.array(thread),
    comments: z.enum(COMMENTS_STATES),
    /** Of the whole post, with replies */
    comment_count: z.number().int(),
    has_more: z.boolean(),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

/** Replies of a thread, the oldest first, after `publish_sn`. */
export const listReplies = endpoint('GET', '/api/comment/get-sub-list', {
  access: 'guest',
  query: z.object({
    post_id: id,
    /** Of the thread, also after its first comment was deleted */
    root_comment_id: commentId,
    publish_sn: sn.default(0),
    per_page: whole(1, 50).default(20),
    min_position: minPosition,
  }),
  answer: z.object({ list: z.array(reply), has_more: z.boolean(), as_of: asOf }),
  reads: ['posts', 'grants'],
});

/**
 * Comments on a published post that the caller can read (40300 otherwise), or replies to a comment of it. The same
 * `Idempotency-Key` publishes once. Refused without a phone where the platform requires one (40103), after too many (42900),
 * and to who is rejected (40300); to a comment that the caller does not see (40400).
 */
export const publishComment = endpoint('POST', '/api/comment/publish', {
  access: 'fan',
  headers: orderHeaders,
  body: z.object({
    post_id: id,
    /**
     * Plain text; an address is no link, and there are two at most. `<@user_id>` mentions a person who takes part in the
     * comments of the post, ten times at most; that of another person becomes plain text
     */
    content: visibleText(MAX_COMMENT, (typed) => replaceMentions(typed, () => '@'))
      .overwrite((typed) =>
        typed
          .replace(/\r\n?/g, '\n')
          .replace(/\n{3,}/g, '\n\n')
          .trim(),
      )
      .refine(hasVisible, { message: 'required' }),
    reply_comment_id: commentId.optional(),
  }),
  answer: z.object({ comment: reply, root_comment_id: commentId }),
});

/** Who can be mentioned in a comment: the creator of the post, and people whose comments it has, those of last first. */
export const listParticipants = endpoint('GET', '/api/comment/get-participants', {
  access: 'fan',
  query: z.object({
    post_id: id,
    /** A part of the name */
    search: searchText(40).default(''),
    per_page: whole(1, 20).default(8),
  }),
  answer: z.object({ list: z.array(person.extend({ is_creator: z.boolean() })) }),
});

const like = {
  access: 'fan',
  body: z.object({ comment_id: commentId }),
  answer: z.object({ like_count: z.number().int(), has_like: z.boolean() }),
} as const;
/** Of a comment whose post the caller can read; again changes nothing. Refused to who is rejected (40300). */
export const likeComment = endpoint('POST', '/api/comment/like', like);
/** Again changes nothing. */
export const unlikeComment = endpoint('POST', '/api/comment/unlike', like);
/** An own comment, or one of the caller's post. Replies to it stay. */
export const deleteComment = endpoint('POST', '/api/comment/delete', {
  access: 'fan',
  body: z.object({ comment_id: commentId }),
  answer: nothing,
});
/** Tells the creator of the post; once for each person, again changes nothing. */
export const reportComment = endpoint('POST', '/api/comment/report', {
  access: 'fan',
  body: z.object({ comment_id: commentId, reason: text(MAX_REASON).default('') }),
  answer: nothing,
});
