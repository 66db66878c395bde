import type { Pool } from 'pg';
import type { PlanOffer, PlanStatus, SkuOffer } from '#events/plan.ts';
import { type Answer, ask, type Question } from '../engine/as-of.ts';

/** A SKU as it is offered now, with its units. */
interface CatalogSku extends SkuOffer {
  /** null: unlimited */
  stock: number | null;
  held: number;
  sold: number;
  /** null: unlimited */
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
  /** Orders paid, of a sponsorship plan; units paid, of anything else. */
  sold_count: number;
}

const SKUS = `
  SELECT coalesce(json_agg((k.offer::jsonb || jsonb_build_object(
           'stock', u.stock, 'held', coalesce(u.held, 0), 'sold', coalesce(u.sold, 0),
           'left', u.stock - u.held - u.sold)) ORDER BY k.rank DESC, k.created), '[]')
    FROM rm.skus k LEFT JOIN rm.sku_stock u USING (sku_id)
   WHERE k.plan_id = p.plan_id AND NOT k.withdrawn`;

const COLUMNS = `
  p.plan_id, p.creator_id, p.status, p.version, p.updated_at / 1000 AS update_time, p.offer,
  (${SKUS}) AS skus,
  coalesce(CASE WHEN p.product_type = 0 THEN sales.orders ELSE sales.units END, 0) AS sold_count`;

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
  kind: 'plans' | 'products';
  with_hidden: boolean;
  limit: number;
  offset: number;
}

const SHOWN = `creator_id = $1 AND (product_type = 0) = $2 AND (status = 1 OR (status = 3 AND $3))`;

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
  { creator_id, kind, with_hidden, limit, offset }: PlanPage,
): Promise<Answer<{ total_count: number; list: CatalogPlan[] }>> =>
  ask(pool, OF_CREATOR, [creator_id, kind === 'plans', with_hidden, limit, offset]);
