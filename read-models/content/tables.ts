import { POST_STATUS } from '#events/status.ts';
import { bigint, id, json, nullable, type Row, smallint, table } from '../engine/table.ts';

/** What a right to read follows from. */
const accessColumns = {
  /** POST_STATUS */
  status: smallint(),
  /** Unix milliseconds */
  published_at: nullable(bigint()),
  audience: id<'all' | 'members' | 'price' | 'named' | 'self'>(),
  /** fen a month, of the audience `price` */
  min_price: bigint(),
  plan_ids: json<string[]>(),
  skus: json<{ plan_id: string; sku_id: string }[]>(),
  access_window: id<'now' | 'period' | 'ever'>(),
  public_at: nullable(bigint()),
  /** empty without one */
  goal_id: id(),
  /** when the goal was reached after the publication */
  opened_at: nullable(bigint()),
};
type AccessColumn = keyof typeof accessColumns;
// Object.keys loses the type of the names.
export const ACCESS_COLUMNS = Object.keys(accessColumns) as AccessColumn[];

/** Of a post: everybody can read it, now or at its time. */
export const CAN_BE_OPEN = `audience <> 'self' AND (audience = 'all' OR public_at IS NOT NULL OR opened_at IS NOT NULL)`;

/** Of a post: lists of others have it, locked or not. */
export const SHOWN = `status = ${POST_STATUS.normal} AND audience <> 'self'`;

/** Of a post: it is for everybody since its publication. */
export const FOR_ALL = `status = ${POST_STATUS.normal} AND audience = 'all'`;

export const POSTS = table(
  'posts',
  {
    post_id: id(),
    creator_id: id(),
    kind: id<'post' | 'article'>(),
    /** log position of the publication, which orders posts; 0 before */
    sn: bigint(),
    /** Unix milliseconds */
    scheduled_at: nullable(bigint()),
    edited_at: bigint(),
    text_hash: id(),
    ...accessColumns,
  },
  {
    key: ['post_id'],
    fillfactor: 80,
    keys: { posts_of_goal: `(goal_id) WHERE goal_id <> ''` },
    indexes: {
      posts_published: `(creator_id, sn) WHERE status = ${POST_STATUS.normal}`,
      posts_by_time: '(creator_id, published_at) WHERE published_at IS NOT NULL',
      posts_by_status: '(creator_id, status, edited_at)',
      posts_of_members: `(creator_id, sn) WHERE status = ${POST_STATUS.normal} AND audience IN ('members', 'price')`,
      posts_for_members: `(creator_id, access_window, kind, sn) INCLUDE (min_price, published_at)
        WHERE status = ${POST_STATUS.normal} AND audience IN ('members', 'price')`,
      posts_shown_newest: `(sn) INCLUDE (post_id, creator_id, kind) WHERE ${SHOWN}`,
      posts_shown: `(creator_id, sn) WHERE ${SHOWN}`,
      posts_shown_by_kind: `(creator_id, kind, sn) WHERE ${SHOWN}`,
      posts_for_all_of: `(creator_id, sn) WHERE ${FOR_ALL}`,
      posts_for_all: `(sn) WHERE ${FOR_ALL}`,
      posts_for_all_by_kind: `(kind, sn) WHERE ${FOR_ALL}`,
      posts_open: `(creator_id, kind, sn) WHERE status = ${POST_STATUS.normal} AND ${CAN_BE_OPEN}`,
    },
  },
);
export type PostRow = Row<typeof POSTS>;

/**
 * Who could read a published post before each change of it: access as of a past time. The present terms are in `posts`.
 */
export const PAST_TERMS = table(
  'past_post_terms',
  {
    post_id: id(),
    creator_id: id(),
    /** The event that changed them, and its time in Unix milliseconds */
    until_position: bigint(),
    until_at: bigint(),
    ...accessColumns,
  },
  { key: ['post_id', 'until_position'] },
);
export type PastTermsRow = Row<typeof PAST_TERMS>;

/** The plans and SKUs that a post of the audience `named` is for, with what orders and filters lists of their posts. */
export const POST_KEYS = table(
  'post_keys',
  {
    post_id: id(),
    key: id(),
    kind: id<'post' | 'article'>(),
    access_window: id<'now' | 'period' | 'ever'>(),
    /** Of the post; 0 while others do not see it. */
    sn: bigint(),
    published_at: nullable(bigint()),
  },
  {
    key: ['post_id', 'key'],
    keys: { posts_of_key: '(key, post_id)' },
    indexes: {
      post_keys_by_sn: '(key, access_window, kind, sn) INCLUDE (post_id, published_at) WHERE sn > 0',
    },
  },
);
export type PostKeyRow = Row<typeof POST_KEYS>;
