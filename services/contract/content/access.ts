import { z } from 'zod';
import { proofFile } from '../audit/proof-file.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, id, minPosition, money, outTradeNo, seconds, whole } from '../fields/fields.ts';
import { post, publishPost } from './posts.ts';

/** The end of 2099, in Unix seconds. */
const LAST_SECOND = 4_102_444_800;

/**
 * Whether a membership or a purchase opens the post, and if not, why: it was refunded, replaced by a dearer plan, it is
 * over, it has not begun, it did not run at the publication, it cost less than the post asks for, or the post is not
 * for its plan.
 */
const VERDICTS = [
  'opens',
  'refunded',
  'replaced',
  'ended',
  'not_begun',
  'not_at_publication',
  'cheaper',
  'other_plan',
] as const;

const grant = z.object({
  kind: z.enum(['membership', 'purchase']),
  /** The order that gave it */
  out_trade_no: outTradeNo,
  plan_id: z.string(),
  /** Empty for a membership */
  sku_id: z.string(),
  /** Of the plan; empty for one that is not in the catalog */
  name: z.string(),
  /** Of a month, when it was sold; `"0.00"` of a purchase */
  monthly_amount: money,
  from: seconds,
  /** 2114352000: never ends */
  until: seconds,
  verdict: z.enum(VERDICTS),
  /** When a refund or an upgrade ended it; 0: nothing did */
  ended_time: seconds,
  /** The order that ended it: its own when it was refunded, or the upgrade */
  ended_by: z.string(),
});
export type AccessGrant = z.infer<typeof grant>;

/**
 * Why a post is open: `creator` it is the own one; `everybody` it is for everybody; `opened` its time came; `goal` its
 * goal was reached; `grant` the first of `grants` opens it. Why it is closed: `unpublished`, `hidden`, `only_creator`; `no_grant` the person has nothing that the post could be for; `closed` the first of `grants` says it.
 */
const REASONS = [
  'creator',
  'everybody',
  'opened',
  'goal',
  'grant',
  'unpublished',
  'hidden',
  'only_creator',
  'no_grant',
  'closed',
] as const;

/**
 * Whether a person could read a post at a time, and why: of oneself, or for the creator and members of the team with
 * the right `content` of anybody. Refused: a post that the caller does not find
 * (40400), a deleted one (41010), and a time after now.
 */
export const getAccess = endpoint('GET', '/api/post/get-access', {
  access: 'fan',
  query: z.object({
    post_id: id,
    /** The caller without it */
    user_id: id.optional(),
    /** Now without it */
    at: whole(0, LAST_SECOND).optional(),
    min_position: minPosition,
  }),
  answer: z.object({
    open: z.boolean(),
    reason: z.enum(REASONS),
    time: seconds,
    user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
    /** Whom the post was for at that time, and which membership counted */
    ...post.pick({ audience: true, min_price: true, plan_ids: true, skus: true, window: true }).shape,
    publish_time: seconds,
    /** When it opened, or will open, for everybody; 0: never */
    public_time: seconds,
    /** What the person has from the creator: the 20 that matter most, those that open it first */
    grants: z.array(grant),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

export type AccessExplanation = z.infer<typeof getAccess.answer>;

/** Names in an answer about changed terms. */
const MAX_LOSERS = 20;

/**
 * Who would lose and who would gain access, now, if a published post had these terms. Nothing is saved. Refused: a post
 * that is not an own one (40400) or not published (40902), and a price that is missing.
 */
export const previewTerms = endpoint('POST', '/api/post/preview-terms', {
  access: 'creator',
  right: 'content',
  body: publishPost.body
    .pick({
      audience: true,
      min_price: true,
      plan_ids: true,
      skus: true,
      window: true,
      public_time: true,
      goal_id: true,
    })
    .extend({ post_id: id }),
  answer: z.object({
    /** People who have ever bought from the creator, by what they could read before and after */
    losing: z.number().int(),
    gaining: z.number().int(),
    keeping: z.number().int(),
    /** Some of those who lose access */
    losers: z.array(z.object({ user_id: id, name: z.string(), avatar: z.string() })).max(MAX_LOSERS),
    /** Whether everybody can read it, guests, too */
    everybody: z.object({ before: z.boolean(), after: z.boolean() }),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

/**
 * The proof of a post's publication: its event, the event of its present text, and the texts with the salts of their
 * hashes. Only for its creator: with the salt, somebody who knows the hash could try texts. Refused: a post that is not
 * an own one (40400) or was never published (40902).
 */
export const getPostProof = endpoint('GET', '/api/post/proof', {
  access: 'creator',
  right: 'content',
  limit: 'print',
  query: z.object({ post_id: id }),
  answer: z.object({
    file: proofFile,
    /** Events that are not sealed yet, and are not in the file; a minute at most */
    waiting: z.number().int(),
    public_key: z.string(),
  }),
});
