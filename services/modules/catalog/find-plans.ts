import { sql } from 'kysely';
import { PLAN_STATUS, PRODUCT_TYPE, type ProductType, USER_STATUS } from '#events/status.ts';
import { type PageRange, type Params, query } from '#read-models/engine/query.ts';

interface PlanSearch extends PageRange {
  /** As they are compared (searchable); a hit has each of them */
  words: readonly string[];
  /** Unix milliseconds */
  now: number;
}

interface FoundPlan {
  plan_id: string;
  creator_id: string;
  product_type: ProductType;
  name: string;
  pic: string;
  /** fen */
  price: number;
  total_count: number;
}

/** Plans on the shelf of shown creators by their names, the newest first, with their number. The index leads to them. */
export const findPlans = query(
  ['catalog'],
  ({ words, now, limit, offset }: Params<PlanSearch>) => sql<FoundPlan>`
    SELECT found.plan_id, found.creator_id, found.product_type, found.name, found.total_count,
           coalesce(found.offer ->> 'pic', '') AS pic,
           coalesce(CASE WHEN found.product_type IN (${PRODUCT_TYPE.goods}, ${PRODUCT_TYPE.ticket})
                         THEN (SELECT min(k.price) FROM rm.skus k WHERE k.plan_id = found.plan_id AND NOT k.withdrawn)
                         ELSE (found.offer ->> 'price')::float8 END, 0) AS price
      FROM (
        SELECT p.*, count(*) OVER () AS total_count
          FROM rm.plans p JOIN accounts.users u ON u.id = p.creator_id
         WHERE p.status = ${PLAN_STATUS.normal} AND u.status = ${USER_STATUS.shown}
           AND (p.shelf_on IS NULL OR p.shelf_on <= ${now}) AND (p.shelf_off IS NULL OR p.shelf_off > ${now})
           AND p.plan_id IN (
             SELECT plan_id FROM content.plan_names
              WHERE parts @> (SELECT array_agg(part) FROM unnest(${words}::text[]) word, unnest(accounts.word_parts(word)) part))
           AND (SELECT bool_and(strpos(folded, word) > 0)
                  FROM (SELECT accounts.folded(p.name) AS folded OFFSET 0) name, unnest(${words}::text[]) word)
         ORDER BY p.created DESC, p.plan_id LIMIT ${limit} OFFSET ${offset}) found`,
);
