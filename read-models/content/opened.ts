import { sql } from 'kysely';
import { POST_STATUS, type PostStatus } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';

/** Posts of members, and those of one album, are counted up to here. */
const MAX_COUNTED = 1_000;

const MODELS = ['posts'];

/** A membership that begins now does not cover an earlier publication. */
const NOT_PERIOD = sql`p.access_window <> 'period'`;

interface Wanted {
  /** Any number of keys share the answer to one question. */
  questions: readonly string[];
  creator_ids: readonly string[];
  /** A plan or a SKU of this creator */
  keys: readonly string[];
  /** fen a month of a plan; null for a SKU */
  prices: readonly (number | null)[];
  /** Also posts that have become open for everybody. */
  with_open: boolean;
  /** Posts for each question. */
  most: number;
  /** Unix milliseconds */
  at: number;
}

interface Opened {
  question: string;
  post_id: string;
  text_hash: string;
  /** Of all posts of the question, the same in each of its rows. */
  count: number;
}

/**
 * The published posts that the keys of each question open, by their own terms or by albums, each once, the newest first:
 * some of them, and how many there are.
 */
export const openedPosts = query(
  MODELS,
  ({ questions, creator_ids, keys, prices, with_open, most, at }: Params<Wanted>) => {
    const fits = sql`p.creator_id = given.creator_id AND p.status = ${POST_STATUS.normal}
      AND (${with_open} OR (p.opened_at IS NULL AND (p.public_at IS NULL OR p.public_at > ${at})))`;
    return sql<Opened>`
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest(${questions}::text[], ${creator_ids}::text[], ${keys}::text[], ${prices}::bigint[])
        AS one (question, creator_id, key, price)),
    named AS (
      SELECT DISTINCT given.question, p.post_id, p.text_hash, p.sn
        FROM given JOIN rm.post_keys k USING (key) JOIN rm.posts p USING (post_id)
       WHERE ${fits} AND (given.price IS NULL OR ${NOT_PERIOD})),
    of_members AS (
      SELECT given.question, newest.* FROM given CROSS JOIN LATERAL (
        SELECT p.post_id, p.text_hash, p.sn FROM rm.posts p
         WHERE ${fits} AND p.audience IN ('members', 'price') AND p.min_price <= given.price AND ${NOT_PERIOD}
         ORDER BY p.sn DESC LIMIT ${MAX_COUNTED}) AS newest
       WHERE given.price IS NOT NULL),
    in_albums AS (
      SELECT given.question, p.post_id, p.text_hash, p.sn
        FROM given JOIN rm.album_keys k USING (key) CROSS JOIN LATERAL (
          SELECT ap.post_id FROM rm.album_posts ap
           WHERE ap.album_id = k.album_id AND ap.status = ${POST_STATUS.normal}
           ORDER BY ap.sn DESC LIMIT ${MAX_COUNTED}) AS newest
        JOIN rm.posts p ON p.post_id = newest.post_id
       WHERE ${fits} AND p.audience <> 'self' AND (${with_open} OR p.audience <> 'all')),
    ranked AS (
      SELECT question, post_id, text_hash, count(*) OVER (PARTITION BY question) AS count,
             row_number() OVER (PARTITION BY question ORDER BY sn DESC) AS place
        FROM (SELECT * FROM named UNION SELECT * FROM of_members UNION SELECT * FROM in_albums) AS every)
    SELECT question, post_id, text_hash, count FROM ranked WHERE place <= ${most} ORDER BY question, place`;
  },
);

/** Posts that name one of these SKUs and are not deleted, in any state, the newest change first. */
export const postsNaming = query(
  MODELS,
  ({
    creator_id,
    sku_ids,
    most,
  }: Params<{ creator_id: string; sku_ids: readonly string[]; most: number }>) => sql<{
    sku_id: string;
    post_id: string;
    text_hash: string;
    status: PostStatus;
  }>`
    SELECT k.key AS sku_id, p.post_id, p.text_hash, p.status FROM rm.post_keys k JOIN rm.posts p USING (post_id)
     WHERE k.key = ANY (${sku_ids}::text[]) AND p.creator_id = ${creator_id} AND p.status <> ${POST_STATUS.deleted}
     ORDER BY p.edited_at DESC, p.post_id LIMIT ${most}`,
);

/** Of these SKUs, those that the fan has bought and that are not refunded. */
export const ownedSkus = query(
  ['grants'],
  ({ user_id, sku_ids, at }: Params<{ user_id: string; sku_ids: readonly string[]; at: number }>) => sql<{
    key: string;
  }>`
    SELECT DISTINCT g.key FROM rm.grants g
     WHERE g.key = ANY (${sku_ids}::text[]) AND g.user_id = ${user_id} AND NOT g.membership
       AND g.from_at <= ${at} AND g.ended_at IS NULL`,
);
