import { z } from 'zod';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import {
  asOf,
  code,
  flag,
  id,
  line,
  longText,
  minPosition,
  money,
  moneyInput,
  orderHeaders,
  seconds,
  text,
  whole,
} from '../fields/fields.ts';
import { visibleText } from '../fields/visible-text.ts';
import { shownFile } from '../media/media.ts';
import { draftChanged } from './draft-changed.ts';
import { MAX_RICH_BYTES } from './rich-nodes.ts';
import { vote, voteInput } from './votes.ts';

/** Characters of the teaser (creator specification 5). */
export const MAX_PREVIEW = 140;
/** Characters of a post's text; its bytes are bounded by the request. */
export const MAX_POST = 20_000;
/** Albums that a post is in. */
export const MAX_ALBUMS_OF_POST = 20;
/** Pictures of a post. */
export const MAX_PICS = 9;
const MAX_TITLE = 60;
/** Visible characters of the title and description for search engines. */
export const MAX_SHARE_TITLE = 60;
export const MAX_SHARE_TEXT = 160;
const LAST_SECOND = 4_102_444_800;

/**
 * Whom a post is for: everybody; members of any plan; members whose plan costs `min_price` a month or more; members of
 * `plan_ids` and buyers of `skus`; only its creator.
 */
export const AUDIENCES = ['all', 'members', 'price', 'named', 'self'] as const;
/** Which membership opens it: one that runs now, one that ran at the publication, or any until now. */
export const WINDOWS = ['now', 'period', 'ever'] as const;

const fileId = z.union([z.literal(''), id]).default('');
/** Own files of a post by their ids; empty without one. The cover of an article is shown to all who see its title. */
export const postMedia = z.object({
  cover: fileId,
  pics: z.array(id).max(MAX_PICS).default([]),
  audio: fileId,
  video: fileId,
  /** Captions of the video: an uploaded attachment that is WebVTT, of at most 512 KiB */
  captions: fileId,
  attachment: fileId,
  /** Readers of a post that is not for everybody may open its pictures as they were uploaded, without marks */
  original: z.boolean().default(false),
});
export type PostMedia = z.output<typeof postMedia>;

export const namedSku = z.object({ plan_id: id, sku_id: id });

/** The terms of access, as the creator's pages show and send them. */
const access = {
  audience: z.enum(AUDIENCES),
  /** Of the audience `price`: the price of a month from which members read it; `"0.00"` for other audiences */
  audience_price: money,
  plan_ids: z.array(id),
  skus: z.array(namedSku),
  window: z.enum(WINDOWS),
  /** From then on everybody reads it; 0: never */
  public_time: seconds,
  /** Everybody reads it once this goal is reached; empty: no goal opens it */
  goal_id: z.string(),
};

/** A way to read a locked post that can be bought now. */
export const way = z.object({
  /** `membership`: a plan of the creator. `sku`: goods or tickets that open it */
  kind: z.enum(['membership', 'sku']),
  plan_id: id,
  /** Empty for a membership */
  sku_id: z.string(),
  name: z.string(),
  /** What it costs now: the months of the plan's period, or one unit */
  price: money,
  months: z.number().int(),
  /** What buying it is for the visitor: the first of a membership, more of it, an upgrade, or a purchase */
  step: z.enum(['join', 'renew', 'upgrade', 'buy']),
  /** Locked posts that it opens, this one included; of members' posts the newest 1,000 count */
  opens: z.number().int(),
  /** The album that it opens as a whole; null if it opens the post by its own terms alone */
  album: z.object({ album_id: id, title: z.string(), post_count: z.number().int() }).nullable(),
});

export const post = z.object({
  post_id: id,
  /** 0 post, 1 article */
  type: code(POST_TYPE),
  /** 1 published, 3 hidden, 4 scheduled, 5 draft: only its creator gets others than 1 */
  status: code(POST_STATUS),
  title: z.string(),
  /** Without the right to read it: what is before the line of an article's paywall, or nothing */
  content: z.string(),
  /** JSON of an article's document, of the same part; empty in lists, and of plain text */
  rich: z.string(),
  /** Of the whole text, without spaces */
  characters: z.number().int(),
  /** That reading the whole text takes */
  minutes: z.number().int(),
  preview_text: z.string(),
  /** Its own title and description for search engines, as public as its title; empty: `shareWords` makes them */
  share_title: z.string(),
  share_text: z.string(),
  has_right: z.boolean(),
  /** Of an article also without the right to read it */
  cover: shownFile.nullable(),
  /** Files that the caller can see: none without the right to read it, and of a creator who is not certified */
  pics: z.array(shownFile),
  audio: shownFile.nullable(),
  video: shownFile.nullable(),
  /** Of the video, as WebVTT */
  captions: shownFile.nullable(),
  attachment: shownFile.nullable(),
  /** Of an article's document, as far as `rich` has it */
  files: z.array(shownFile),
  pic_count: z.number().int(),
  has_audio: z.boolean(),
  has_video: z.boolean(),
  has_attachment: z.boolean(),
  /** Its readers may open the pictures as they were uploaded */
  original: z.boolean(),
  /** Of a locked post: a picture as a few blurred colours (thumbhash, base64), and its size in pixels */
  teaser_pic: z
    .object({ thumbhash: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable(),
  /** Everybody reads it */
  is_public: z.boolean(),
  /** Only its creator reads it */
  self_only: z.boolean(),
  ...access,
  /** Of the publication; of a scheduled post, when it will be published; 0 for a draft */
  publish_time: seconds,
  /** Orders posts; 0 until it is published */
  publish_sn: z.number().int(),
  edit_time: seconds,
  /** Its albums; hidden ones for its creator only */
  album_ids: z.array(id),
  user_top: z.boolean(),
  /** The caller has collected it */
  has_mark: z.boolean(),
  /** How many people have collected it; null for others than its creator */
  mark_count: z.number().int().nullable(),
  /** Shown comments with their replies; without the right to read it 0 below 50 */
  comment_count: z.number().int(),
  /** The caller likes it */
  has_like: z.boolean(),
  like_count: z.number().int(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  user: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
  /** The cheapest price that opens it now; empty with the right, and where nothing on sale opens it */
  min_price: z.union([z.literal(''), money]),
  /** The cheapest plan whose membership opens it; null and empty like `min_price` */
  unlock_plan: z.object({ plan_id: id, name: z.string(), price: money }).nullable(),
  unlock_plan_id: z.string(),
  /** The cheapest SKU that opens it; null like `min_price` */
  buyPlan: z
    /** `album_id`: the album that the SKU opens; empty if it opens the post alone */
    .object({ album_id: z.string(), plan_id: id, sku_id: id, price: money })
    .nullable(),
  ext: z.object({
    /** The SKU of `buyPlan` */
    sku_id: z.string(),
    /** The caller has bought a SKU that opens it, or one of its albums */
    buy_sku: z.boolean(),
    /** Seconds of its video, also without the right to read it; 0 without one */
    video_duration: z.number().int(),
  }),
  /** Ways to read it, cheapest first; empty with the right, and in lists */
  ways: z.array(way),
  /** `opens` of the first way; 0 without one */
  unlockCount: z.number().int(),
  /** When it opens for everybody: the next of its times, or the goal with its progress; null: never */
  opens: z.object({ time: seconds, goal_percent: z.number().min(0).max(1).nullable() }).nullable(),
  /** Null without one, and without the right to read the post */
  vote: vote.nullable(),
  /** How many people can read it besides everybody; null for others than its creator, and in public lists */
  readers: z.number().int().nullable(),
});
export type Post = z.infer<typeof post>;

/**
 * With `post_id` changes an own post; its type stays, and a published one stays published. A new post with the header
 * `Idempotency-Key` is published once: the same key with another request is refused (40901).
 */
export const publishPost = endpoint('POST', '/api/post/publish', {
  access: 'creator',
  right: 'content',
  headers: orderHeaders,
  body: z.object({
    post_id: id.optional(),
    type: code(POST_TYPE).default(POST_TYPE.normal),
    title: line(MAX_TITLE).default(''),
    /** Of an article with `rich` it is made from that */
    content: longText(MAX_POST).default(''),
    /** JSON of an article's document (rich-text.ts) */
    rich: longText(MAX_RICH_BYTES).default(''),
    media: postMedia.prefault({}),
    preview_text: text(MAX_PREVIEW).default(''),
    /** Visible characters are counted */
    share_title: visibleText(MAX_SHARE_TITLE).default(''),
    share_text: visibleText(MAX_SHARE_TEXT).default(''),
    audience: z.enum(AUDIENCES).default('all'),
    min_price: moneyInput.optional(),
    plan_ids: z.array(id).max(100).default([]),
    skus: z.array(namedSku).max(100).default([]),
    window: z.enum(WINDOWS).default('now'),
    public_time: whole(0, LAST_SECOND).default(0),
    goal_id: z.union([z.literal(''), id]).default(''),
    /** 0: now; otherwise scheduled */
    publish_time: whole(0, LAST_SECOND).default(0),
    /** Takes the time of a scheduled post back */
    draft: flag.default(false),
    /** Null: no vote; left out: as it is. A published post keeps its vote (40000) */
    vote: voteInput.nullable().optional(),
    /** It is removed. With the version that the window has, refused if another window has saved a newer one (40902), or has published or deleted it (40400) */
    draft_id: id.optional(),
    draft_version: whole(0, 1_000_000_000).optional(),
    /** Its albums from now on; left out: as they are */
    album_ids: z.array(id).max(MAX_ALBUMS_OF_POST).optional(),
  }),
  answer: z.object({ post, position: z.number().int() }),
  refusal: draftChanged(z.looseObject({})),
});
export type PublishPost = z.input<typeof publishPost.body>;

const onePost = {
  access: 'creator',
  right: 'content',
  body: z.object({ post_id: id }),
  answer: z.object({ position: z.number().int() }),
} as const;
/** With `album_id` takes the post out of this album only. */
export const deletePost = endpoint('POST', '/api/post/delete', {
  ...onePost,
  body: z.object({ post_id: id, album_id: id.optional() }),
});
export const hidePost = endpoint('POST', '/api/post/hide', onePost);
export const showPost = endpoint('POST', '/api/post/show', onePost);
/** Shown first on the creator's page: at most three. */
export const topPost = endpoint('POST', '/api/post/top', onePost);
export const untopPost = endpoint('POST', '/api/post/untop', onePost);

/** A deleted post is refused (41010), one that is not published, too, except to its creator. */
export const getPost = endpoint('GET', '/api/post/get-detail', {
  access: 'guest',
  query: z.object({ post_id: id, min_position: minPosition }),
  answer: z.object({ post, as_of: asOf }),
  reads: ['posts', 'grants', 'votes'],
});
