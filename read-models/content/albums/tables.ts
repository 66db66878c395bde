import type { AlbumOrder } from '#events/content.ts';
import { bigint, id, integer, json, type Row, smallint, table } from '../../engine/table.ts';

/** Albums that are not deleted. */
export const ALBUMS = table(
  'albums',
  {
    album_id: id(),
    creator_id: id(),
    /** ALBUM_STATUS */
    status: smallint(),
    plan_ids: json<string[]>(),
    skus: json<{ plan_id: string; sku_id: string }[]>(),
    order_by: id<AlbumOrder>(),
    /** Posts that others see. */
    post_count: integer(),
    /** Unix milliseconds */
    created_at: bigint(),
    changed_at: bigint(),
  },
  { key: ['album_id'], fillfactor: 80, indexes: { albums_of_creator: '(creator_id, changed_at)' } },
);
export type AlbumRow = Row<typeof ALBUMS>;

/** Posts of albums in their places; a deleted post keeps its place. */
export const ALBUM_POSTS = table(
  'album_posts',
  {
    album_id: id(),
    post_id: id(),
    rank: bigint(),
    /** Of the post, for the order by publication; 0 until it is published. */
    sn: bigint(),
    /** POST_STATUS of the post; hidden also if it is only for its creator. */
    status: smallint(),
    /** Unix milliseconds: when it was put into the album. */
    since_at: bigint(),
  },
  {
    key: ['album_id', 'post_id'],
    fillfactor: 80,
    keys: { albums_of_post: '(post_id, album_id)' },
    indexes: {
      album_posts_by_rank: '(album_id, rank) INCLUDE (status, sn)',
      album_posts_by_sn: '(album_id, sn) INCLUDE (status)',
    },
  },
);
export type AlbumPostRow = Row<typeof ALBUM_POSTS>;

/** The terms of an album before each change of them, and of deleted ones: access as of a past time. */
export const PAST_ALBUMS = table(
  'past_albums',
  {
    album_id: id(),
    /** The event that changed them, and its time in Unix milliseconds */
    until_position: bigint(),
    until_at: bigint(),
    status: smallint(),
    plan_ids: json<string[]>(),
    skus: json<{ plan_id: string; sku_id: string }[]>(),
  },
  { key: ['album_id', 'until_position'] },
);
export type PastAlbumRow = Row<typeof PAST_ALBUMS>;

/** Posts that were in an album, also in a deleted one, and from when until when. */
export const PAST_ALBUM_POSTS = table(
  'past_album_posts',
  { post_id: id(), album_id: id(), until_position: bigint(), until_at: bigint(), since_at: bigint() },
  { key: ['post_id', 'album_id', 'until_position'] },
);
export type PastAlbumPostRow = Row<typeof PAST_ALBUM_POSTS>;

/** The plans and SKUs that open every post of an album; none of a hidden album. */
export const ALBUM_KEYS = table(
  'album_keys',
  { album_id: id(), key: id() },
  { key: ['album_id', 'key'], indexes: { albums_of_key: '(key, album_id)' } },
);
