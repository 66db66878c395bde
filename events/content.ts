import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { planId, skuId, userId } from './ids.ts';
import { fen } from './money.ts';
import { millis } from './time.ts';

/** `post`: short, plain text. `article`: a title and rich text. */
const postKind = z.enum(['post', 'article']);
export type PostKind = z.infer<typeof postKind>;

/** Whom a post is for. Its creator always reads it. */
const audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('all') }),
  /** Members of any plan of the creator. */
  z.object({ to: z.literal('members') }),
  /** Members whose plan cost at least so much a month when it was sold, in fen. */
  z.object({ to: z.literal('price'), min_price: fen }),
  /** Members of these plans, and buyers of these SKUs. */
  z.object({
    to: z.literal('named'),
    plan_ids: z.array(planId),
    skus: z.array(z.object({ plan_id: planId, sku_id: skuId })),
  }),
  z.object({ to: z.literal('self') }),
]);
export type Audience = z.infer<typeof audience>;

/** Which membership counts: one that runs now, one that ran at the publication, or any until now. */
const accessWindow = z.enum(['now', 'period', 'ever']);

const accessTerms = z.object({
  audience,
  window: accessWindow,
  /** From then on everybody reads it; null: never. */
  public_at: millis.nullable(),
  /** Everybody reads it once this goal of the creator is reached after the publication; null: no goal opens it. */
  goal_id: z.string().nullable(),
});
/** Who may read a post, and when it opens. */
export type AccessTerms = z.infer<typeof accessTerms>;

const post = z.object({ post_id: z.string(), creator_id: userId });
/** SHA-256 of the text with a random salt: proves the text without stating it. The text is an ordinary row. */
const ofText = { text_hash: z.string() };

export const contentEvents = {
  /** Written with its publication, or with its first time. */
  PostCreated: post.extend({ kind: postKind }),
  /** It will be published at this time; again with another time, text or terms. */
  PostScheduled: post.extend({ terms: accessTerms, ...ofText, at: millis }),
  /** The time is taken back: it is a draft. */
  PostUnscheduled: post,
  /** Once. The event's position orders posts. */
  PostPublished: post.extend({ terms: accessTerms, ...ofText }),
  PostTermsChanged: post.extend({ terms: accessTerms }),
  PostTextChanged: post.extend(ofText),
  PostHidden: post,
  PostShown: post,
  PostDeleted: post,
};
/** A post or article of a creator: who may read it, never its text. */
export type ContentEvent = EventOf<typeof contentEvents>;
