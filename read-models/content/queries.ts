import { sql } from 'kysely';
import type { PostKind } from '#events/content.ts';
import { ALBUM_STATUS, POST_STATUS, type PostStatus } from '#events/status.ts';
import { ifGiven, type Params, query } from '../engine/query.ts';
import { ACCESS_MODELS, counts, readable, runs, type Viewer } from './readable.ts';

/** A post without its text. Times are Unix milliseconds. */
export interface PostFound {
  post_id: string;
  creator_id: string;
  kind: PostKind;
  status: PostStatus;
  /** Log position of the publication; 0 before. */
  sn: number;
  published_at: number | null;
  scheduled_at: number | null;
  edited_at: number;
  text_hash: string;
  audience: 'all' | 'members' | 'price' | 'named' | 'self';
  /** fen a month, 0 for other audiences than `price` */
  min_price: number;
  plan_ids: string[];
  skus: { plan_id: string; sku_id: string }[];
  window: 'now' | 'period' | 'ever';
  public_at: number | null;
  /** Empty without one. */
  goal_id: string;
  /** When its goal was reached. */
  opened_at: number | null;
  /** Its albums; hidden ones for its creator only. */
  album_ids: string[];
  has_right: boolean;
}

const COLUMNS =
  sql.raw(`p.post_id, p.creator_id, p.kind, p.status, p.sn, p.published_at, p.scheduled_at, p.edited_at,
  p.text_hash, p.audience, p.min_price, p.plan_ids, p.skus, p.access_window AS window, p.public_at, p.goal_id,
  p.opened_at`);

const albumIds = ({ viewer }: Params<Viewer>) => sql`ARRAY (
  SELECT a.album_id FROM rm.album_posts ap JOIN rm.albums a ON a.album_id = ap.album_id
   WHERE ap.post_id = p.post_id AND (a.status = ${ALBUM_STATUS.normal} OR a.creator_id = ${viewer})
   ORDER BY a.created_at, a.album_id)`;
/** Columns of a post `p` (an alias of `rm.posts`). */
export const found = (viewer: Params<Viewer>, tables?: Parameters<typeof readable>[1]) =>
  sql`${COLUMNS}, ${albumIds(viewer)} AS album_ids, ${readable(viewer, tables)} AS has_right`;
const PUBLISHED = sql`p.status = ${POST_STATUS.normal}`;

/** A post in any state: one row, or none. */
export const postById = query(
  ACCESS_MODELS,
  ({ post_id, viewer, at }: Params<Viewer & { post_id: string }>) =>
    sql<PostFound>`SELECT ${found({ viewer, at })} FROM rm.posts p WHERE p.post_id = ${post_id}`,
);

export interface PostList extends Viewer {
  creator_id: string;
  /** The `sn` of the last post of the page before; 0 for the first page. */
  before: number;
  most: number;
  kind?: PostKind;
}

/** Published posts of a creator, newest first. */
export const postsOf = query(
  ACCESS_MODELS,
  ({ creator_id, before, most, kind, viewer, at }: Params<PostList>) => sql<PostFound>`
    SELECT ${found({ viewer, at })} FROM rm.posts p
     WHERE p.creator_id = ${creator_id} AND ${PUBLISHED} AND (${before} = 0 OR p.sn < ${before})
       AND ${ifGiven(kind, 'text', sql`p.kind = ${kind}`)}
       AND (p.audience <> 'self' OR p.creator_id = ${viewer})
     ORDER BY p.sn DESC LIMIT ${most}`,
);

/** Those of these posts that are published, newest first. */
export const postsByIds = query(
  ACCESS_MODELS,
  ({ creator_id, post_ids, viewer, at }: Params<Viewer & { creator_id: string; post_ids: string[] }>) =>
    sql<PostFound>`
    SELECT ${found({ viewer, at })} FROM rm.posts p
     WHERE p.creator_id = ${creator_id} AND p.post_id = ANY (${post_ids}) AND ${PUBLISHED}
       AND (p.audience <> 'self' OR p.creator_id = ${viewer})
     ORDER BY p.sn DESC`,
);

/** Of these posts those that the viewer finds, in the order in which they are given. */
export const foundAmong = query(
  ACCESS_MODELS,
  ({ post_ids, viewer, at, most }: Params<Viewer & { post_ids: readonly string[]; most: number }>) =>
    sql<PostFound>`
    SELECT ${found({ viewer, at })}
      FROM unnest(${post_ids}::text[]) WITH ORDINALITY AS wanted (post_id, n) JOIN rm.posts p USING (post_id)
     WHERE (p.creator_id = ${viewer} OR (${PUBLISHED} AND p.audience <> 'self'))
       AND p.status <> ${POST_STATUS.deleted}
     ORDER BY wanted.n LIMIT ${most}`,
);

interface OwnPosts extends Viewer {
  creator_id: string;
  status: PostStatus;
  skip: number;
  most: number;
}

/** A creator's posts of one state, with their number; scheduled ones by their time, others the newest first. */
export const ownPosts = query(
  ACCESS_MODELS,
  ({ creator_id, status, skip, most, viewer, at }: Params<OwnPosts>) => sql<
    PostFound & { total_count: number }
  >`
    SELECT ${found({ viewer, at })}, count(*) OVER () AS total_count FROM rm.posts p
     WHERE p.creator_id = ${creator_id} AND p.status = ${status}
     ORDER BY p.scheduled_at, p.sn DESC, p.edited_at DESC, p.post_id LIMIT ${most} OFFSET ${skip}`,
);

/** Whether a fan has, or had, a membership or a purchase of the creator. */
export const isReader = query(
  ['grants'],
  ({ creator_id, user_id }: Params<{ creator_id: string; user_id: string }>) => sql<{ is_reader: boolean }>`
    SELECT EXISTS (SELECT FROM rm.grants WHERE creator_id = ${creator_id} AND user_id = ${user_id}) AS is_reader`,
);

/** Those of these people who are members of the creator now. */
export const membersAmong = query(
  ['grants'],
  ({
    creator_id,
    user_ids,
    at,
  }: Params<{ creator_id: string; user_ids: readonly string[]; at: number }>) => sql<{ user_id: string }>`
    SELECT DISTINCT g.user_id FROM rm.grants g
     WHERE g.creator_id = ${creator_id} AND g.user_id = ANY (${user_ids}::text[]) AND g.membership AND ${runs(at)}`,
);

interface Readers {
  creator_id: string;
  audience: PostFound['audience'];
  /** fen */
  min_price: number;
  plan_ids: readonly string[];
  sku_ids: readonly string[];
  window: PostFound['window'];
  /** Its albums. */
  album_ids: readonly string[];
  /** Unix milliseconds: of its publication, and of the memberships and purchases. */
  at: number;
  now: number;
}

/** How many people could read a post that is published at `at` with these terms, besides its creator. */
export const readersOf = query(
  ACCESS_MODELS,
  ({
    creator_id,
    audience,
    min_price,
    plan_ids,
    sku_ids,
    window,
    album_ids,
    at,
    now,
  }: Params<Readers>) => sql<{
    readers: number;
  }>`
    SELECT count(DISTINCT g.user_id) AS readers FROM rm.grants g
     WHERE g.creator_id = ${creator_id} AND (${counts(window, at, now)}
       AND CASE ${audience}
             WHEN 'members' THEN g.membership
             WHEN 'price' THEN g.membership AND g.monthly_price >= ${min_price}
             WHEN 'named' THEN g.key = ANY (CASE WHEN g.membership THEN ${plan_ids}::text[] ELSE ${sku_ids}::text[] END)
             ELSE false END
        OR ${audience} NOT IN ('all', 'self') AND ${runs(now)} AND g.key IN (
             SELECT k.key FROM rm.album_keys k WHERE k.album_id = ANY (${album_ids})))`,
);
