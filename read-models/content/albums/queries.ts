import { sql } from 'kysely';
import type { AlbumOrder } from '#events/content.ts';
import { ALBUM_STATUS, type AlbumStatus, POST_STATUS } from '#events/status.ts';
import { type Params, perShape, query, single, unplanned } from '../../engine/query.ts';
import { found, type PostFound } from '../queries.ts';
import { ACCESS_MODELS, readable, runs, type Viewer } from '../readable.ts';

/** An album without its text. Times are Unix milliseconds. */
export interface AlbumFound {
  album_id: string;
  creator_id: string;
  status: AlbumStatus;
  plan_ids: string[];
  skus: { plan_id: string; sku_id: string }[];
  order_by: AlbumOrder;
  /** Posts that others see. */
  post_count: number;
  changed_at: number;
  /** A membership, and a purchase, of the viewer opens it. */
  by_plan: boolean;
  by_purchase: boolean;
  /** Of the posts that others see, those that the viewer reads. */
  open_count: number;
}

const SHOWN = sql`ap.status = ${POST_STATUS.normal}`;
/** What others see of an album: its published posts, and gaps of published ones that were deleted. */
const SEEN = sql`ap.sn > 0 AND ap.status IN (${POST_STATUS.normal}, ${POST_STATUS.deleted})`;

const opened = ({ viewer, at }: Params<Viewer>, membership: boolean) => sql<boolean>`EXISTS (
  SELECT FROM rm.album_keys k JOIN rm.grants g ON g.key = k.key AND g.user_id = ${viewer}
   WHERE k.album_id = a.album_id AND g.membership = ${sql.raw(String(membership))} AND ${runs(at)})`;

/** An album `a`: an alias of `rm.albums`. */
const album = (viewer: Params<Viewer>) => sql`
  a.album_id, a.creator_id, a.status, a.plan_ids, a.skus, a.order_by, a.post_count, a.changed_at,
  ${opened(viewer, true)} AS by_plan, ${opened(viewer, false)} AS by_purchase, (
    SELECT count(*) FROM rm.album_posts ap JOIN rm.posts p ON p.post_id = ap.post_id
     WHERE ap.album_id = a.album_id AND ${SHOWN} AND ${readable(viewer)}) AS open_count`;

/** One row, or none. */
export const albumById = query(
  ACCESS_MODELS,
  ({ album_id, viewer, at }: Params<Viewer & { album_id: string }>) =>
    sql<AlbumFound>`SELECT ${album({ viewer, at })} FROM rm.albums a WHERE a.album_id = ${album_id}`,
);

interface AlbumList extends Viewer {
  creator_id: string;
  skip: number;
  most: number;
}

/** Albums of a creator with their number, the last changed first; hidden ones for the creator only. */
export const albumsOf = query(
  ACCESS_MODELS,
  ({ creator_id, skip, most, viewer, at }: Params<AlbumList>) => sql<AlbumFound & { total_count: number }>`
    WITH page AS MATERIALIZED (
      SELECT a.*, count(*) OVER () AS total_count FROM rm.albums a
       WHERE a.creator_id = ${creator_id}
         AND (a.status = ${ALBUM_STATUS.normal} OR a.creator_id = ${viewer})
       ORDER BY a.changed_at DESC, a.album_id LIMIT ${most} OFFSET ${skip})
    SELECT ${album({ viewer, at })}, a.total_count FROM page a ORDER BY a.changed_at DESC, a.album_id`,
);

/** Those of these albums that are not hidden. */
export const albumsByIds = query(
  ACCESS_MODELS,
  ({ album_ids }: Params<{ album_ids: readonly string[] }>) => sql<
    Pick<AlbumFound, 'album_id' | 'creator_id' | 'plan_ids' | 'skus' | 'post_count'>
  >`
    SELECT a.album_id, a.creator_id, a.plan_ids, a.skus, a.post_count FROM rm.albums a
     WHERE a.album_id = ANY (${album_ids}) AND a.status = ${ALBUM_STATUS.normal}
     ORDER BY a.created_at, a.album_id`,
);

/** Shown albums of a creator, as visitors count them. */
export const albumCount = single(
  ['posts'],
  ({ creator_id }: Params<{ creator_id: string }>) => sql<{ count: number }>`
    SELECT count(*) AS count FROM rm.albums a
     WHERE a.creator_id = ${creator_id} AND a.status = ${ALBUM_STATUS.normal}`,
);

/** Those of these posts that are in so many other albums already. */
export const fullPosts = query(
  ['posts'],
  ({
    post_ids,
    album_id,
    most,
  }: Params<{ post_ids: readonly string[]; album_id: string; most: number }>) => sql<{
    post_id: string;
  }>`
    SELECT ap.post_id FROM rm.album_posts ap
     WHERE ap.post_id = ANY (${post_ids}) AND ap.album_id <> ${album_id}
     GROUP BY ap.post_id HAVING count(*) >= ${most}`,
);

/** The column and direction of an order. */
const ORDERS: Readonly<Record<AlbumOrder, readonly [column: 'rank' | 'sn', ascending: boolean]>> = {
  rank_asc: ['rank', true],
  rank_desc: ['rank', false],
  publish_sn_asc: ['sn', true],
  publish_sn_desc: ['sn', false],
};
interface Shape {
  order_by: AlbumOrder;
  /** Its creator sees posts in any state. */
  author: boolean;
}
const parts = ({ order_by, author }: Shape) => {
  const [column, ascending] = ORDERS[order_by];
  const key = sql.raw(`ap.${column}`);
  return {
    key,
    after: sql.raw(ascending ? '>' : '<'),
    before: sql.raw(ascending ? '<' : '>'),
    direction: sql.raw(ascending ? 'ASC' : 'DESC'),
    opposite: sql.raw(ascending ? 'DESC' : 'ASC'),
    seen: author && column === 'rank' ? sql`true` : author ? sql`ap.sn > 0` : SEEN,
  };
};

export interface PostOfAlbum extends PostFound {
  rank: number;
}

interface AlbumPage extends Viewer {
  album_id: string;
  /** Rank, or `sn`, of the last one of the page before; null: the first page. */
  last: number | null;
  most: number;
}

/** Posts of an album in an order. A deleted one is a gap. */
export const postsOfAlbum = perShape((shape: Shape) => {
  const { key, after, direction, seen } = parts(shape);
  return query(
    ACCESS_MODELS,
    ({ album_id, last, most, viewer, at }: Params<AlbumPage>) => sql<PostOfAlbum>`
      SELECT ${found({ viewer, at })}, ap.rank FROM (
        SELECT ap.post_id, ap.rank, ap.sn FROM rm.album_posts ap
         WHERE ap.album_id = ${album_id} AND ${seen} AND (${last}::bigint IS NULL OR ${key} ${after} ${last}::bigint)
         ORDER BY ${key} ${direction} LIMIT ${unplanned(most)}) ap
        JOIN rm.posts p ON p.post_id = ap.post_id ORDER BY ${key} ${direction}`,
  );
});

/** The first posts of each album that others see, in the order of its creator. */
export const firstPostsOf = query(
  ACCESS_MODELS,
  ({ album_ids, most, viewer, at }: Params<Viewer & { album_ids: readonly string[]; most: number }>) => sql<
    PostFound & { album_id: string }
  >`
    SELECT ${found({ viewer, at })}, ap.album_id FROM unnest(${album_ids}::text[]) AS given (album_id)
     CROSS JOIN LATERAL (
      SELECT ap.album_id, ap.post_id, ap.rank FROM rm.album_posts ap
       WHERE ap.album_id = given.album_id AND ${SHOWN} ORDER BY ap.rank LIMIT ${unplanned(most)}) ap
      JOIN rm.posts p ON p.post_id = ap.post_id ORDER BY ap.album_id, ap.rank`,
);

export interface PlaceInAlbum {
  /** From 1, among the posts that others see. */
  number: number;
  previous: string | null;
  next: string | null;
}

/** Where a post is in an album, and its neighbours that others see: one row, or none. */
export const placeInAlbum = perShape((order_by: AlbumOrder) => {
  const { key, after, before, direction, opposite } = parts({ order_by, author: false });
  const here = sql.raw(`here.${ORDERS[order_by][0]}`);
  return query(
    ['posts'],
    ({ album_id, post_id }: Params<{ album_id: string; post_id: string }>) => sql<PlaceInAlbum>`
      SELECT 1 + (SELECT count(*) FROM rm.album_posts ap
                   WHERE ap.album_id = here.album_id AND ${SHOWN} AND ${key} ${before} ${here}) AS number,
             (SELECT ap.post_id FROM rm.album_posts ap
               WHERE ap.album_id = here.album_id AND ${SHOWN} AND ${key} ${before} ${here}
               ORDER BY ${key} ${opposite} LIMIT 1) AS previous,
             (SELECT ap.post_id FROM rm.album_posts ap
               WHERE ap.album_id = here.album_id AND ${SHOWN} AND ${key} ${after} ${here}
               ORDER BY ${key} ${direction} LIMIT 1) AS next
        FROM rm.album_posts here WHERE here.album_id = ${album_id} AND here.post_id = ${post_id}`,
  );
});
