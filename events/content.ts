import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { planId, skuId, userId } from './ids.ts';
import { fen } from './money.ts';
import { ALBUM_STATUS } from './status.ts';
import { millis } from './time.ts';

/** `post`: short, plain text. `article`: a title and rich text. */
const postKind = z.enum(['post', 'article']);
export type PostKind = z.infer<typeof postKind>;

const named = {
  plan_ids: z.array(planId),
  skus: z.array(z.object({ plan_id: planId, sku_id: skuId })),
};

/** Whom a post is for. Its creator always reads it. */
const audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('all') }),
  /** Members of any plan of the creator. */
  z.object({ to: z.literal('members') }),
  /** Members whose plan cost at least so much a month when it was sold, in fen. */
  z.object({ to: z.literal('price'), min_price: fen }),
  /** Members of these plans, and buyers of these SKUs. */
  z.object({ to: z.literal('named'), ...named }),
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

/** Members of these plans and buyers of these SKUs read every post of the album: while their grant runs. */
const albumTerms = z.object(named);
export type AlbumTerms = z.infer<typeof albumTerms>;

/** How an album is shown: by the order of its creator, or by publication. */
const albumOrder = z.enum(['rank_asc', 'rank_desc', 'publish_sn_asc', 'publish_sn_desc']);
export type AlbumOrder = z.infer<typeof albumOrder>;

/** What the vote of a post asks. The names of its options are an ordinary row, beside this salted hash of them. */
const voteTerms = z.object({
  chosen: z.enum(['single', 'multiple']),
  /** Options that one ballot names at most. */
  most: z.int(),
  /** Ids, in their order. */
  options: z.array(z.string()),
  /** Ballots from then on do not count; null: never. */
  deadline: millis.nullable(),
  text_hash: z.string(),
});
export type VoteTerms = z.infer<typeof voteTerms>;
/** Ballots that name the option. */
const optionCount = z.object({ option: z.string(), count: z.int() });

const album = z.object({ album_id: z.string(), creator_id: userId });
/** A post with its place: posts of an album are ordered by rank, and no two have the same. */
const placed = z.object({ post_id: z.string(), rank: z.int() });
export type PlacedPost = z.infer<typeof placed>;

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
  /** The vote of a post that is not published yet; it has the post's id. */
  VoteCreated: post.extend({ terms: voteTerms }),
  VoteChanged: post.extend({ terms: voteTerms }),
  VoteRemoved: post,
  /** Once, of one person. */
  BallotCast: post.extend({ user_id: userId, options: z.array(z.string()) }),
  /** The deadline has passed: no ballot follows. */
  VoteEnded: post,
  /** The result: everything up to the position of the end is counted. */
  VoteClosed: post.extend({ ballots: z.int(), counts: z.array(optionCount), through: z.int() }),
  AlbumCreated: album.extend({ status: z.enum(ALBUM_STATUS), terms: albumTerms }),
  AlbumTermsChanged: album.extend({ terms: albumTerms }),
  AlbumStatusChanged: album.extend({ status: z.enum(ALBUM_STATUS) }),
  /** What changed only. A post that is deleted later keeps its place. */
  AlbumPostsChanged: album.extend({
    added: z.array(placed),
    moved: z.array(placed),
    removed: z.array(z.string()),
  }),
  AlbumOrdered: album.extend({ order_by: albumOrder }),
  AlbumDeleted: album,
};
/** A post, article or album of a creator: who may read it, never its text; votes of posts, and their ballots. */
export type ContentEvent = EventOf<typeof contentEvents>;
