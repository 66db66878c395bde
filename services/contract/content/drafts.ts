import { z } from 'zod';
import { POST_TYPE } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, code, id, seconds, whole } from '../fields/fields.ts';
import { draftChanged } from './draft-changed.ts';
import { post, publishPost } from './posts.ts';

/** What a draft keeps: a request to publish without its time. With `post_id` it changes that post. */
const draftBody = publishPost.body.omit({
  publish_time: true,
  draft: true,
  draft_id: true,
  draft_version: true,
});
export type DraftBody = z.output<typeof draftBody>;
/** A stored body has passed `draftBody`; one of before can lack newer fields. */
const storedBody: z.ZodType<Partial<DraftBody>> = z.looseObject({});

const version = whole(0, 1_000_000_000);
const writer = { access: 'creator', right: 'content' } as const;

/**
 * Saves a draft, and answers its new version. Without `draft_id` it is a new one. Refused as `draft_changed` (40902) if
 * another window has saved meanwhile: with that version, its body and time.
 */
export const saveDraft = endpoint('POST', '/api/post/save-draft', {
  ...writer,
  body: z.object({
    draft_id: id.optional(),
    /** That the window has; 0 of a new draft */
    version: version.default(0),
    body: draftBody,
  }),
  answer: z.object({ draft_id: id, version: z.number().int(), saved_at: seconds }),
  refusal: draftChanged(storedBody),
});

export const getDraft = endpoint('GET', '/api/post/get-draft', {
  ...writer,
  query: z.object({ draft_id: id }),
  answer: z.object({ draft_id: id, version: z.number().int(), body: storedBody, saved_at: seconds }),
});

/** All drafts, or those of one post; the last saved first. */
export const listDrafts = endpoint('GET', '/api/post/get-drafts', {
  ...writer,
  query: z.object({ post_id: id.optional() }),
  answer: z.object({
    list: z.array(
      z.object({
        draft_id: id,
        /** Empty of a new post */
        post_id: z.string(),
        type: code(POST_TYPE),
        title: z.string(),
        version: z.number().int(),
        saved_at: seconds,
      }),
    ),
  }),
});

/** Again changes nothing. */
export const deleteDraft = endpoint('POST', '/api/post/delete-draft', {
  ...writer,
  body: z.object({ draft_id: id }),
  answer: z.object({}),
});

/** Whom a preview is for. */
const visitor = {
  as: z.enum(['guest', 'follower', 'plan', 'past']),
  /** For `plan` and `past` */
  plan_id: id.optional(),
  /** Now without it */
  at: whole(0, 4_102_444_800).optional(),
};

/**
 * A post as a visitor would get it: a guest, a follower, a member of a plan, or a past member of it. Without `body` the
 * saved post, with it as it would be published. `post` is null if the visitor does not find it. With `at` the saved post
 * with its terms and albums of that time, and its present text. Refused: `at` after now, or with `body`.
 */
export const previewPost = endpoint('POST', '/api/post/preview', {
  ...writer,
  body: z.object({
    /** An own post, or instead `body` */
    post_id: id.optional(),
    body: draftBody.optional(),
    ...visitor,
  }),
  answer: z.object({ post: post.nullable(), as_of: asOf }),
  reads: ['posts', 'grants'],
});

/**
 * The posts of an own album as such a visitor gets them, the newest first, at most 200. With `at` those of that time, with
 * their terms and the album's. `list` is null if the visitor does not find the album. Refused: `at` after now.
 */
export const previewAlbum = endpoint('POST', '/api/album/preview', {
  ...writer,
  body: z.object({ album_id: id, ...visitor }),
  answer: z.object({
    list: z
      .array(
        z.object({
          post_id: id,
          /** Of now. Empty for a deleted post, and for one without title and teaser that is locked */
          title: z.string(),
          /** Since that time */
          deleted: z.boolean(),
          has_right: z.boolean(),
        }),
      )
      .nullable(),
    /** There are older posts. */
    has_more: z.boolean(),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});
