import { sql } from 'kysely';
import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import { PLAN_STATUS, type PlanStatus, PRODUCT_TYPE } from '#events/status.ts';
import { type Params, query } from '../engine/query.ts';

/** Of all creators asked for; a creator's plans of the highest rank come first. */
const MAX_OPENERS = 500;

/** An offer that can open posts: the membership of a plan, or one of its SKUs. */
export interface Opener {
  plan_id: string;
  creator_id: string;
  status: PlanStatus;
  /** Without its texts. */
  offer: PlanOffer;
  sku: (SkuOffer & { left: number | null; offered: boolean }) | null;
}

interface Wanted {
  /** Whose memberships are wanted. */
  creator_ids: readonly string[];
  /** Single plans of these and other creators. */
  plan_ids: readonly string[];
  /** Each SKU with the plan that sells it. */
  sku_plans: readonly string[];
  sku_ids: readonly string[];
}

const OFFER = sql`p.offer::jsonb || jsonb_build_object('desc', '', 'rank', p.rank, 'can_buy_hide', p.can_buy_hide)`;
const SHOWN = sql`p.status = ${PLAN_STATUS.normal}`;

/** Memberships and SKUs that are shown, without descriptions. Goods in a bundle are not sold alone, and left out. */
export const openersOf = query(
  ['catalog', 'stock'],
  ({ creator_ids, plan_ids, sku_plans, sku_ids }: Params<Wanted>) => sql<Opener>`
    SELECT * FROM (
      SELECT p.plan_id, p.creator_id, p.status, ${OFFER} AS offer, NULL::jsonb AS sku FROM rm.plans p
       WHERE ${SHOWN} AND p.product_type = ${PRODUCT_TYPE.sponsorship}
         AND (p.creator_id = ANY (${creator_ids}::text[]) OR p.plan_id = ANY (${plan_ids}::text[]))
       ORDER BY p.rank DESC, p.created LIMIT ${MAX_OPENERS}) AS memberships
    UNION ALL
    SELECT p.plan_id, p.creator_id, p.status, ${OFFER},
           k.offer::jsonb || jsonb_build_object('left', u.stock - u.held - u.sold, 'offered', true)
      FROM unnest(${sku_plans}::text[], ${sku_ids}::text[]) AS given (plan_id, sku_id)
      JOIN rm.skus k USING (plan_id, sku_id) JOIN rm.plans p USING (plan_id) LEFT JOIN rm.sku_stock u USING (sku_id)
     WHERE k.of_plan IS NULL AND NOT k.withdrawn AND ${SHOWN}
       AND p.product_type IN (${PRODUCT_TYPE.goods}, ${PRODUCT_TYPE.ticket})`,
);

/** Of each of these creators the price of the cheapest plan that is on sale, by the month, in fen. */
export const pricesFrom = query(
  ['catalog'],
  ({ creator_ids, now }: Params<{ creator_ids: readonly string[]; now: number }>) => sql<{
    creator_id: string;
    price: number;
  }>`
    SELECT p.creator_id, min((p.offer->>'price')::bigint) AS price FROM rm.plans p
     WHERE ${SHOWN} AND p.product_type = ${PRODUCT_TYPE.sponsorship} AND p.creator_id = ANY (${creator_ids}::text[])
       AND (p.shelf_on IS NULL OR p.shelf_on <= ${now}) AND (p.shelf_off IS NULL OR p.shelf_off > ${now})
     GROUP BY p.creator_id`,
);
