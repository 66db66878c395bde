import { z } from 'zod';
import { ALBUM_STATUS, POST_STATUS, POST_TYPE } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import {
  asOf,
  code,
  counted,
  id,
  knownCount,
  line,
  longText,
  minPosition,
  money,
  seconds,
  text,
  whole,
} from '../fields/fields.ts';
import { shownFile } from '../media/media.ts';
import { namedSku, post, way } from './posts.ts';

export const MAX_ALBUM_TITLE = 60;
export const MAX_ALBUM_TEXT = 1_000;
/** Posts that one request adds, and those that it takes out or orders. */
export const MAX_ADDED_POSTS = 200;
export const MAX_ALBUM_POSTS = 2_000;

/** By the order of its creator, or by publication; both ways. */
export const ALBUM_ORDERS = ['rank_asc', 'rank_desc', 'publish_sn_asc', 'publish_sn_desc'] as const;
export type AlbumOrder = (typeof ALBUM_ORDERS)[number];

export const album = z.object({
  album_id: id,
  title: z.string(),
  content: z.string(),
  /** Address of a picture; empty without one */
  cover: z.string(),
  /** 1 shown, 3 only for its creator */
  status: code(ALBUM_STATUS),
  /** Posts that others see */
  post_count: z.number().int(),
  /** Of these, those that the caller can read */
  open_count: z.number().int(),
  update_time: seconds,
  order_by: z.enum(ALBUM_ORDERS),
  /** A membership or a purchase of the caller opens it */
  bought: z.boolean(),
  hasPlanUnlock: z.boolean(),
  hasBuyUnlock: z.boolean(),
  /** The caller can read all of its posts */
  hasUnlockAll: z.boolean(),
  /** The cheapest offer that opens it now; `sku_id` is empty for a membership; null in lists, with the right and without one */
  buyPlan: z.object({ plan_id: id, sku_id: z.string(), price: money }).nullable(),
  /** Plans and SKUs that open every post of it */
  plan_ids: z.array(id),
  skus: z.array(namedSku),
  can_edit: z.boolean(),
  user: post.shape.user,
});
export type Album = z.infer<typeof album>;

/** A picture of a post: its file for those who may read the post, else a few blurred colours (thumbhash, base64) */
const thumb = z.object({ file: shownFile.nullable(), thumbhash: z.string() });
export type AlbumThumb = z.infer<typeof thumb>;
const listedAlbum = album.extend({
  /** Of the first posts with pictures, one of each; at most 6 */
  thumbs: z.array(thumb),
});
export type ListedAlbum = z.infer<typeof listedAlbum>;

/** Albums of a creator, the last changed first. Hidden ones are listed for their creator only. */
export const listAlbums = endpoint('GET', '/api/user/get-album-list', {
  access: 'guest',
  query: z.object({
    user_id: id,
    page: whole(1, 1_000).default(1),
    per_page: whole(1, 50).default(10),
    known_count: knownCount,
    min_position: minPosition,
  }),
  answer: z.object({ list: z.array(listedAlbum), ...counted }),
  reads: ['posts', 'grants'],
});

const neighbour = z.object({ post_id: id, title: z.string() }).nullable();

/** One album; with `post_id` also where this post is in it. */
export const getAlbum = endpoint('GET', '/api/user/get-album-info', {
  access: 'guest',
  query: z.object({ album_id: id, post_id: id.optional(), min_position: minPosition }),
  answer: z.object({
    album,
    /** Ways to open it that can be bought now, the cheapest first; empty when it is open */
    ways: z.array(way),
    /** The post's number among those that others see, from 1, and its neighbours in the album's order */
    place: z.object({ number: z.number().int(), previous: neighbour, next: neighbour }).nullable(),
    as_of: asOf,
  }),
  reads: ['posts', 'grants'],
});

const pageOfAlbum = z.object({
  album_id: id,
  /** `lastRank` of the page before; empty: the first page */
  lastRank: z.union([z.literal(''), whole(0, Number.MAX_SAFE_INTEGER)]).default(''),
  /** Without both, the order of the album */
  rankField: z.enum(['rank', 'publish_sn']).optional(),
  rankOrder: z.enum(['asc', 'desc']).optional(),
  per_page: whole(1, 50).default(10),
  min_position: minPosition,
});
const morePages = {
  lastRank: z.union([z.literal(''), z.number().int()]),
  has_more: z.boolean(),
  as_of: asOf,
};

/** Posts of an album. Locked ones without their text, deleted ones are left out. */
export const listAlbumPosts = endpoint('GET', '/api/user/get-album-post', {
  access: 'guest',
  query: pageOfAlbum,
  answer: z.object({
    list: z.array(post.extend({ rank: z.number().int() })),
    /** The tab that has the list */
    bread_tab: z.literal('album'),
    ...morePages,
  }),
  reads: ['posts', 'grants'],
});

const entry = z.object({
  post_id: id,
  /** Of a post without a title: the beginning of its teaser, or of its text for those who may read it */
  title: z.string(),
  type: code(POST_TYPE),
  /** 2: a gap, its creator has deleted the post. The creator gets posts in any state */
  status: code(POST_STATUS),
  has_right: z.boolean(),
  /** Of the cheapest offer that opens this post alone, now; empty with the right, and without one */
  price: z.union([z.literal(''), money]),
  self_only: z.boolean(),
  publish_time: seconds,
  publish_sn: z.number().int(),
  rank: z.number().int(),
});
export type AlbumEntry = z.infer<typeof entry>;

/** The directory of an album: its posts in short, with gaps. */
export const getCatalog = endpoint('GET', '/api/user/get-album-catalog', {
  access: 'guest',
  query: pageOfAlbum,
  answer: z.object({ list: z.array(entry), ...morePages }),
  reads: ['posts', 'grants'],
});

/** Makes an album, or with `album_id` changes an own one. */
export const editAlbum = endpoint('POST', '/api/creator/edit-album', {
  access: 'creator',
  right: 'content',
  body: z.object({
    album_id: id.optional(),
    title: line(MAX_ALBUM_TITLE, 1),
    content: longText(MAX_ALBUM_TEXT).default(''),
    /** Of an uploaded picture, at least 320 x 320 */
    cover: text(300).default(''),
    status: code(ALBUM_STATUS).default(ALBUM_STATUS.normal),
    plan_ids: z.array(id).max(100).default([]),
    skus: z.array(namedSku).max(100).default([]),
  }),
  answer: z.object({ album, position: z.number().int() }),
});
export type EditAlbum = z.input<typeof editAlbum.body>;

const done = z.object({ position: z.number().int() });

/** Adds posts at the end, takes posts out, and orders those that are in it. */
export const editAlbumPosts = endpoint('POST', '/api/creator/edit-album-post', {
  access: 'creator',
  right: 'content',
  most_values: 3 * MAX_ALBUM_POSTS,
  body: z.object({
    album_id: id,
    add: z.array(id).max(MAX_ADDED_POSTS).default([]),
    remove: z.array(id).max(MAX_ALBUM_POSTS).default([]),
    /** The new order. Posts that it leaves out follow in theirs */
    order: z.array(id).max(MAX_ALBUM_POSTS).default([]),
  }),
  answer: done,
});

/** In which order the album is shown. */
export const setAlbumOrder = endpoint('POST', '/api/creator/set-album-order', {
  access: 'creator',
  right: 'content',
  body: z.object({ album_id: id, order_by: z.enum(ALBUM_ORDERS) }),
  answer: done,
});

/** Its posts stay. */
export const deleteAlbum = endpoint('POST', '/api/creator/del-album', {
  access: 'creator',
  right: 'content',
  body: z.object({ album_id: id }),
  answer: done,
});
