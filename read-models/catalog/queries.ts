import type { Pool } from 'pg';
import type { PlanId } from '#events/ids.ts';
import type { PlanOffer, PlanStatus, SkuOffer } from '#events/plan.ts';
import type { Millis } from '#events/time.ts';
import { type Answer, ask, type Question } from '../engine/as-of.ts';

/** A SKU as it is offered now, with its units. */
export interface CatalogSku extends SkuOffer {
  /** null: unlimited */
  stock: number | null;
  held: number;
  sold: number;
  /** null: unlimited */
  left: number | null;
  /** Name of the goods that a bundle's part comes from; null for the plan's own. */
  plan_name: string | null;
  /** Picture of those goods, empty when they have none. */
  plan_pic: string | null;
  /** False for a part that its goods no longer offer: then the bundle cannot be bought. */
  offered: boolean;
}

/** A bundle's own stock; null: unlimited. */
interface CatalogBundle {
  stock: number | null;
  held: number;
  sold: number;
  left: number | null;
}

/** A plan as people are shown it; money in fen. */
export interface CatalogPlan {
  plan_id: string;
  creator_id: string;
  status: PlanStatus;
  /** Version of the plan's stream. */
  version: number;
  /** Unix seconds */
  update_time: number;
  offer: PlanOffer;
  /** Withdrawn ones left out; highest rank first, then in the order in which they were offered. */
  skus: CatalogSku[];
  /** Name of the plan whose members pay less; null when there is none. */
  vip_plan_name: string | null;
  /** null for what is no bundle, and for one that was never limited nor ordered. */
  bundle: CatalogBundle | null;
  /** Orders paid, of a sponsorship plan; bundles paid, of a bundle; units paid, of anything else. */
  sold_count: number;
}

const SKUS = `
  SELECT coalesce(json_agg((k.offer::jsonb || jsonb_build_object(
           'stock', u.stock, 'held', coalesce(u.held, 0), 'sold', coalesce(u.sold, 0),
           'left', u.stock - u.held - u.sold, 'plan_name', source.name,
           'plan_pic', source.offer ->> 'pic',
           'offered', k.of_plan IS NULL OR coalesce(source.status <> 2 AND NOT goods.withdrawn, false))
         ) ORDER BY k.rank DESC, k.created), '[]')
    FROM rm.skus k
    LEFT JOIN rm.sku_stock u USING (sku_id)
    LEFT JOIN rm.plans source ON source.plan_id = k.of_plan
    LEFT JOIN rm.skus goods ON goods.plan_id = k.of_plan AND goods.sku_id = k.sku_id
   WHERE k.plan_id = p.plan_id AND NOT k.withdrawn`;

const COLUMNS = `
  p.plan_id, p.creator_id, p.status, p.version, p.updated_at / 1000 AS update_time, p.offer,
  (${SKUS}) AS skus,
  (SELECT m.name FROM rm.plans m WHERE m.plan_id = p.offer -> 'vip' ->> 'plan_id') AS vip_plan_name,
  (SELECT json_build_object('stock', b.stock, 'held', b.held, 'sold', b.sold, 'left', b.stock - b.held - b.sold)
     FROM rm.bundle_stock b WHERE b.plan_id = p.plan_id) AS bundle,
  coalesce(CASE WHEN p.product_type = 0 THEN sales.orders
                WHEN p.product_type IN (2, 3) THEN (SELECT paid FROM rm.bundle_stock b WHERE b.plan_id = p.plan_id)
                ELSE sales.units END, 0) AS sold_count`;

const FROM = 'rm.plans p LEFT JOIN rm.plan_sales sales USING (plan_id)';
const MODELS = ['catalog', 'stock', 'orders'];

const BY_IDS: Question = {
  name: 'catalog-by-ids',
  models: MODELS,
  sql: `SELECT ${COLUMNS} FROM ${FROM} WHERE p.plan_id = ANY ($1) ORDER BY p.plan_id`,
};

/** Plans of whatever status; those that do not exist are left out. */
export const plansByIds = (pool: Pool, ids: readonly string[]): Promise<Answer<CatalogPlan>> =>
  ask(pool, BY_IDS, [ids]);

export interface PlanPage {
  creator_id: string;
  /** `plans` are sponsorships (product type 0), `products` everything else. */
  kind: 'plans' | 'products' | 'all';
  /** Also what is hidden, or off the shelf at the moment. */
  with_hidden: boolean;
  /** The moment that is asked about: the shelf is a matter of time. */
  now: Millis;
  limit: number;
  offset: number;
}

const ON_SHELF = '(shelf_on IS NULL OR shelf_on <= $6) AND (shelf_off IS NULL OR shelf_off > $6)';
const OF_KIND = `($2 = 'all' OR (product_type = 0) = ($2 = 'plans'))`;
const SHOWN = `creator_id = $1 AND ${OF_KIND} AND (($3 AND status IN (1, 3)) OR (status = 1 AND ${ON_SHELF}))`;

const OF_CREATOR: Question = {
  name: 'catalog-of-creator',
  models: MODELS,
  sql: `SELECT (SELECT count(*) FROM rm.plans WHERE ${SHOWN}) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${COLUMNS}
                          FROM (SELECT * FROM rm.plans WHERE ${SHOWN}
                                 ORDER BY rank DESC, created LIMIT $4 OFFSET $5) AS p
                          LEFT JOIN rm.plan_sales sales USING (plan_id)
                         ORDER BY p.rank DESC, p.created) AS page) AS list`,
};

/** One row: a page of what a creator has on sale, highest rank first, then oldest first. */
export const plansOf = (
  pool: Pool,
  { creator_id, kind, with_hidden, limit, offset, now }: PlanPage,
): Promise<Answer<{ total_count: number; list: CatalogPlan[] }>> =>
  ask(pool, OF_CREATOR, [creator_id, kind, with_hidden, limit, offset, now]);

const HOLDING: Question = {
  name: 'catalog-bundles-holding',
  models: ['catalog'],
  sql: `SELECT p.plan_id FROM rm.plans p
         WHERE p.creator_id = $1 AND p.product_type IN (2, 3) AND p.status <> 2
           AND EXISTS (SELECT 1 FROM rm.skus k
                        WHERE k.plan_id = p.plan_id AND k.of_plan = $2 AND NOT k.withdrawn)
         ORDER BY p.rank DESC, p.created`,
};

/** Bundles, hidden ones too, that hold goods of this plan; whether or not they are still offered. */
export const bundlesHolding = (
  pool: Pool,
  creator_id: string,
  goods: string,
): Promise<Answer<{ plan_id: PlanId }>> => ask(pool, HOLDING, [creator_id, goods]);
