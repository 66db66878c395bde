import type { Pool } from 'pg';
import type { Fen } from '#events/money.ts';
import type { TicketRound } from '#events/plan.ts';
import { PLAN_STATUS, type PlanStatus, PRODUCT_TYPE, type ProductType } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

/** The fields of a plan in other lists. */
export interface NamedPlan {
  plan_id: string;
  creator_id: string;
  status: PlanStatus;
  name: string;
  pic: string;
  product_type: ProductType;
  price: Fen;
  pay_month: number;
  can_buy_hide: boolean;
}

const NAMED: Query = {
  name: 'catalog-named',
  models: ['catalog'],
  sql: `SELECT plan_id, creator_id, status, name, product_type, offer ->> 'pic' AS pic,
               (offer ->> 'price')::float8 AS price, (offer ->> 'pay_month')::int AS pay_month,
               can_buy_hide
          FROM rm.plans WHERE plan_id = ANY ($1) ORDER BY plan_id`,
};

/** Plans of any status; missing ones are omitted. */
export const plansNamed = (pool: Pool, ids: readonly string[]): Promise<Answer<NamedPlan>> =>
  runQuery(pool, NAMED, [ids]);

const SKUS_NAMED: Query = {
  name: 'catalog-skus-named',
  models: ['catalog', 'stock'],
  sql: `SELECT given.sku_id, k.offer ->> 'name' AS name, k.offer ->> 'pic' AS pic, u.stock - u.held - u.sold AS left
          FROM unnest($1::text[], $2::text[]) AS given (plan_id, sku_id)
          JOIN rm.skus k USING (plan_id, sku_id) LEFT JOIN rm.sku_stock u USING (sku_id) WHERE NOT k.withdrawn`,
};

/** Names, pictures and units left (null: unlimited) of SKUs that are on offer. */
export const skusNamed = (
  pool: Pool,
  skus: readonly { plan_id: string; sku_id: string }[],
): Promise<Answer<{ sku_id: string; name: string; pic: string; left: number | null }>> =>
  runQuery(pool, SKUS_NAMED, [skus.map(({ plan_id }) => plan_id), skus.map(({ sku_id }) => sku_id)]);

const TAGS: Query = {
  name: 'catalog-tags',
  models: ['catalog'],
  sql: `SELECT plan_id, left(name, $3) AS name, (offer ->> 'price')::float8 AS price,
               (offer ->> 'pay_month')::int AS pay_month, status
          FROM rm.plans WHERE creator_id = $1 AND product_type = ${PRODUCT_TYPE.sponsorship} AND status IN (${PLAN_STATUS.normal}, ${PLAN_STATUS.hidden})
         ORDER BY rank DESC, created LIMIT $2`,
};

/** A creator's sponsorships to choose from, hidden ones too. */
export const planTags = (
  pool: Pool,
  creator_id: string,
  { most, longest }: { most: number; longest: number },
): Promise<Answer<Pick<NamedPlan, 'plan_id' | 'name' | 'price' | 'pay_month' | 'status'>>> =>
  runQuery(pool, TAGS, [creator_id, most, longest]);

/** An event's name, picture and sessions. */
export interface EventPlan {
  plan_id: string;
  name: string;
  pic: string;
  rounds: TicketRound[];
}

const EVENTS: Query = {
  name: 'catalog-events',
  models: ['catalog'],
  sql: `SELECT plan_id, name, offer ->> 'pic' AS pic, offer -> 'rounds' AS rounds
          FROM rm.plans WHERE plan_id = ANY ($1) ORDER BY plan_id`,
};

/** Plans with their sessions; those that do not exist are left out. */
export const eventPlans = (pool: Pool, ids: readonly string[]): Promise<Answer<EventPlan>> =>
  runQuery(pool, EVENTS, [ids]);
