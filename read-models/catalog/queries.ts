import { type Expression, sql } from 'kysely';
import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import type { PlanId } from '#events/ids.ts';
import { PLAN_STATUS, type PlanStatus, PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { ifGiven, type Page, type PageRange, type Params, pageRow, query, single } from '../engine/query.ts';

/** A SKU of the present offer, with its units. */
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

/** The values from which prices and sale of a whole plan follow: of one SKU, or of several equal ones. */
type SkuFacts = Pick<
  CatalogSku,
  'price' | 'vip_price' | 'time_limit_price' | 'round_id' | 'left' | 'offered'
>;

/** A plan for the pages; money in fen. */
export interface CatalogPlan {
  plan_id: string;
  creator_id: string;
  status: PlanStatus;
  /** Version of the plan's stream. */
  version: number;
  /** Unix seconds */
  update_time: number;
  /** In lists with the beginning of its description only, and without the texts of replies. */
  offer: PlanOffer;
  /** Withdrawn ones left out; highest rank first, then in the order in which they were offered. The first of them. */
  skus: CatalogSku[];
  /** How many there are of them. */
  sku_count: number;
  /** Over all SKUs: the cheapest, and the remaining stock. */
  facts: SkuFacts[];
  /** Name of the plan whose members pay less; null without one. */
  vip_plan_name: string | null;
  /** null for other types, and for a bundle that was never limited or ordered. */
  bundle: CatalogBundle | null;
  /** Orders paid, of a sponsorship plan; bundles paid, of a bundle; units paid, of anything else. */
  sold_count: number;
}

/** The most that a form saves; only imported goods have more. */
export const MAX_SHOWN_SKUS = 200;
/** SKUs of one page of plans: those of plans with few, or as many of each. */
const MAX_LISTED_SKUS = 2_500;
const LISTED_DESCRIPTION = 2_000;

const OFFERED = sql<boolean>`
  k.of_plan IS NULL OR coalesce(source.status <> ${PLAN_STATUS.deleted} AND NOT goods.withdrawn, false)`;

const BUNDLES = sql`(${PRODUCT_TYPE.bundle}, ${PRODUCT_TYPE.choice_bundle})`;

const SKUS_OF_PLAN = sql`
  rm.skus k
  LEFT JOIN rm.sku_stock u USING (sku_id)
  LEFT JOIN rm.plans source ON source.plan_id = k.of_plan
  LEFT JOIN rm.skus goods ON goods.plan_id = k.of_plan AND goods.sku_id = k.sku_id
  WHERE k.plan_id = p.plan_id AND NOT k.withdrawn`;

/** A part of a bundle has the texts that its goods have now. */
const SKU_TEXTS = sql`jsonb_build_object(
  'purchased_rich_text', coalesce(nullif(k.rich_text, ''), goods.rich_text, ''),
  'reply', (k.offer::jsonb -> 'reply') || jsonb_build_object(
    'content', coalesce(nullif(k.reply_content, ''), goods.reply_content, '')))`;

const skus = (limit: Expression<unknown>, withTexts: Expression<unknown> = sql`false`) => sql`(
  SELECT coalesce(json_agg(one.sku ORDER BY one.rank DESC, one.created), '[]')
    FROM (SELECT k.offer::jsonb || jsonb_build_object(
                   'stock', u.stock, 'held', coalesce(u.held, 0), 'sold', coalesce(u.sold, 0),
                   'left', u.stock - u.held - u.sold, 'plan_name', source.name,
                   'plan_pic', source.offer ->> 'pic', 'offered', ${OFFERED}) ||
                   CASE WHEN ${withTexts} THEN ${SKU_TEXTS} ELSE '{}' END AS sku,
                 k.rank, k.created
            FROM ${SKUS_OF_PLAN}
           ORDER BY k.rank DESC, k.created LIMIT ${limit}) AS one)`;

/** The cheapest SKU of goods by a price; `condition`: of which. */
const cheapest = (price: string, condition = sql``) => sql`
  UNION ALL (SELECT * FROM every WHERE p.product_type = ${PRODUCT_TYPE.goods} ${condition}
              ORDER BY ${sql.ref(price)} LIMIT 1)`;

/**
 * Goods can have thousands of SKUs. Five of them are enough: the cheapest by each price, and one in stock. Other
 * types need all.
 */
const SKU_FACTS = sql`(
  WITH every AS MATERIALIZED (
    SELECT k.price, k.vip_price, k.time_limit_price, k.round_id, u.stock - u.held - u.sold AS left,
           ${OFFERED} AS offered
      FROM ${SKUS_OF_PLAN}),
  telling AS (
    SELECT * FROM every WHERE p.product_type <> ${PRODUCT_TYPE.goods}
    ${cheapest('price')}
    ${cheapest('price', sql`AND time_limit_price IS NULL`)}
    ${cheapest('time_limit_price')}
    ${cheapest('price', sql`AND vip_price IS NULL`)}
    ${cheapest('vip_price')}
    UNION ALL (SELECT * FROM every WHERE p.product_type = ${PRODUCT_TYPE.goods} AND offered
                  AND "left" IS DISTINCT FROM 0 LIMIT 1))
  SELECT coalesce(json_agg(telling), '[]') FROM telling)`;

const SKU_COUNT = sql`(SELECT count(*) FROM rm.skus k WHERE k.plan_id = p.plan_id AND NOT k.withdrawn)`;

const COLUMNS = sql`
  p.plan_id, p.creator_id, p.status, p.version, p.updated_at / 1000 AS update_time,
  ${SKU_COUNT} AS sku_count, ${SKU_FACTS} AS facts,
  (SELECT m.name FROM rm.plans m WHERE m.plan_id = p.offer -> 'vip' ->> 'plan_id') AS vip_plan_name,
  (SELECT json_build_object('stock', b.stock, 'held', b.held, 'sold', b.sold, 'left', b.stock - b.held - b.sold)
     FROM rm.bundle_stock b WHERE b.plan_id = p.plan_id) AS bundle,
  coalesce(CASE WHEN p.product_type = ${PRODUCT_TYPE.sponsorship} THEN sales.orders
                WHEN p.product_type IN ${BUNDLES} THEN (SELECT paid FROM rm.bundle_stock b WHERE b.plan_id = p.plan_id)
                ELSE sales.units END, 0) AS sold_count`;

/** The offer with the fields that have separate events or columns. */
const OFFER = sql`p.offer::jsonb ||
  jsonb_build_object('desc', p.description, 'rank', p.rank, 'can_buy_hide', p.can_buy_hide)`;
const PLAN_REPLY = sql`jsonb_build_object(
  'reply', (p.offer::jsonb -> 'reply') || jsonb_build_object('content', p.reply_content))`;

const PLANS = sql`rm.plans p LEFT JOIN rm.plan_sales sales USING (plan_id)`;
const models = ['catalog', 'stock', 'orders'];

/** A plan of any status with its first SKUs; no row without one. Its creator as visitor also gets the private texts. */
export const planById = query(
  models,
  ({ plan_id, visitor }: Params<{ plan_id: string; visitor?: string }>) => {
    const own = sql`p.creator_id = ${visitor}`;
    return sql<CatalogPlan>`
    SELECT ${COLUMNS}, ${skus(sql.lit(MAX_SHOWN_SKUS), own)} AS skus,
           ${OFFER} || CASE WHEN ${own} THEN ${PLAN_REPLY} ELSE '{}' END AS offer
      FROM ${PLANS} WHERE p.plan_id = ${plan_id}`;
  },
);

/** Plans of any status, without private texts; missing ones are left out. */
export const plansByIds = query(
  models,
  ({ ids }: Params<{ ids: readonly string[] }>) => sql<CatalogPlan>`
    SELECT ${COLUMNS}, ${skus(sql.lit(MAX_SHOWN_SKUS))} AS skus, ${OFFER} AS offer
      FROM ${PLANS} WHERE p.plan_id = ANY (${ids})`,
);

/** A page of a plan's SKUs, without their texts. No row without a plan. */
export const skusOf = query(
  models,
  ({ plan_id, limit, offset }: Params<PageRange & { plan_id: string }>) => sql<{ list: CatalogSku[] }>`
    SELECT ${skus(sql`${limit} OFFSET ${offset}`)} AS list FROM rm.plans p WHERE p.plan_id = ${plan_id}`,
);

export interface PlanPage extends PageRange {
  creator_id: string;
  /** `plans` are sponsorships (product type 0), `products` everything else. */
  kind: 'plans' | 'products' | 'all';
  /** Also hidden plans and those not on sale now. */
  with_hidden: boolean;
  /** The time of the query; timed offers depend on it. */
  now: Millis;
  /** Only these of them. */
  plan_ids?: readonly string[] | undefined;
}

/** A page of a creator's plans, highest rank first, then oldest first. Reads no texts, and few SKUs of large plans. */
export const plansOf = single(
  models,
  ({ creator_id, kind, with_hidden, now, plan_ids, limit, offset }: Params<PlanPage>) => {
    const shown = sql`
    rm.plans WHERE creator_id = ${creator_id}
      AND ${ifGiven(plan_ids, 'text[]', sql`plan_id = ANY (${plan_ids})`)}
      AND (${kind} = 'all' OR (product_type = ${PRODUCT_TYPE.sponsorship}) = (${kind} = 'plans'))
      AND ((${with_hidden} AND status IN (${PLAN_STATUS.normal}, ${PLAN_STATUS.hidden}))
        OR (status = ${PLAN_STATUS.normal}
            AND (shelf_on IS NULL OR shelf_on <= ${now}) AND (shelf_off IS NULL OR shelf_off > ${now})))`;
    const page = sql<CatalogPlan>`(
    SELECT ${COLUMNS}, ${skus(sql`(SELECT each FROM sized)`)} AS skus, ${OFFER} AS offer
      FROM wanted p LEFT JOIN rm.plan_sales sales USING (plan_id) ORDER BY p.rank DESC, p.created)`;
    return sql<Page<CatalogPlan>>`
    WITH wanted AS MATERIALIZED (
      SELECT plan_id, creator_id, product_type, status, name, rank, can_buy_hide, offer, version, created, updated_at,
             CASE WHEN length(description) > ${LISTED_DESCRIPTION}
                  THEN left(description, ${LISTED_DESCRIPTION}) || '…' ELSE description END AS description
        FROM ${shown} ORDER BY rank DESC, created LIMIT ${limit} OFFSET ${offset}),
    sized AS MATERIALIZED (
      SELECT CASE WHEN (SELECT sum(least(${MAX_SHOWN_SKUS}, ${SKU_COUNT})) FROM wanted p) > ${MAX_LISTED_SKUS}
                  THEN ${MAX_LISTED_SKUS} / ${limit}::int ELSE ${MAX_SHOWN_SKUS} END AS each)
    ${pageRow(sql<number>`(SELECT count(*) FROM ${shown})`, page)}`;
  },
);

/** The number of affected bundles named in the answer to a change of goods. */
const MAX_HOLDING_BUNDLES = 100;

/** Bundles, hidden ones too, that hold goods of this plan, the first hundred; whether or not they are still offered. */
export const bundlesHolding = query(
  ['catalog'],
  ({ creator_id, goods }: Params<{ creator_id: string; goods: string }>) => sql<{ plan_id: PlanId }>`
    SELECT p.plan_id FROM rm.plans p
     WHERE p.creator_id = ${creator_id} AND p.product_type IN ${BUNDLES} AND p.status <> ${PLAN_STATUS.deleted}
       AND EXISTS (SELECT 1 FROM rm.skus k WHERE k.plan_id = p.plan_id AND k.of_plan = ${goods} AND NOT k.withdrawn)
     ORDER BY p.rank DESC, p.created LIMIT ${MAX_HOLDING_BUNDLES}`,
);
