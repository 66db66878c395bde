import { sql } from 'kysely';
import { POST_STATUS, type PostStatus } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';

/** Posts of members are counted up to here. */
const MAX_COUNTED = 1_000;

const MODELS = ['posts'];

/** A published post that is not open for everybody. */
const locked = (
  at: Params<{ at: number }>['at'],
) => sql`(p.status = ${POST_STATUS.normal} AND p.opened_at IS NULL
  AND (p.public_at IS NULL OR p.public_at > ${at}))`;
const OF_MEMBERS = sql`p.status = ${POST_STATUS.normal} AND p.audience IN ('members', 'price')`;
/** A membership that begins now does not cover an earlier publication. */
const NOT_PERIOD = sql`p.access_window <> 'period'`;

interface Keys {
  creator_id: string;
  /** Plans of memberships, each with its price of a month, fen. */
  plan_ids: readonly string[];
  prices: readonly number[];
  sku_ids: readonly string[];
  /** Unix milliseconds */
  at: number;
}

/** The locked posts that a plan or SKU opens: how many, and the newest that names it. */
interface OpenedBy {
  key: string;
  count: number;
  /** Empty where no post names the key. */
  post_id: string;
  text_hash: string;
}

/** One row for each SKU that opens a post, and up to two for each plan: their counts are added. */
export const openedBy = query(
  MODELS,
  ({ creator_id, plan_ids, prices, sku_ids, at }: Params<Keys>) => sql<OpenedBy>`
    SELECT k.key, count(*) AS count, (array_agg(p.post_id ORDER BY p.sn DESC))[1] AS post_id,
           (array_agg(p.text_hash ORDER BY p.sn DESC))[1] AS text_hash
      FROM rm.post_keys k JOIN rm.posts p USING (post_id)
     WHERE k.key = ANY (${plan_ids}::text[] || ${sku_ids}::text[]) AND p.creator_id = ${creator_id} AND ${locked(at)}
       AND (${NOT_PERIOD} OR k.key = ANY (${sku_ids}::text[]))
     GROUP BY k.key
    UNION ALL
    SELECT given.plan_id, (SELECT count(*) FROM (
             SELECT FROM rm.posts p WHERE p.creator_id = ${creator_id} AND ${OF_MEMBERS}
                AND p.min_price <= given.price AND ${NOT_PERIOD} AND ${locked(at)} LIMIT ${MAX_COUNTED}) AS counted), '', ''
      FROM unnest(${plan_ids}::text[], ${prices}::bigint[]) AS given (plan_id, price)`,
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
