import { sql } from 'kysely';
import type { TicketRound } from '#events/catalog.ts';
import type { Fen } from '#events/money.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { anyOf, type Params, queriesOf, query, type RowOf } from '../engine/query.ts';
import { PLANS } from './tables.ts';

const models = ['catalog'];
const plans = queriesOf(PLANS).selectFrom('plans');

const PIC = sql<string>`offer ->> 'pic'`.as('pic');
const PRICE = sql<Fen>`(offer ->> 'price')::float8`.as('price');
const MONTHS = sql<number>`(offer ->> 'pay_month')::int`.as('pay_month');

interface Ids {
  ids: readonly string[];
}

/** The fields of plans in other lists, of any status; missing plans are omitted. */
export const plansNamed = query(models, ({ ids }: Params<Ids>) =>
  plans
    .select(['plan_id', 'creator_id', 'status', 'name', 'product_type', PIC, PRICE, MONTHS, 'can_buy_hide'])
    .where('plan_id', '=', anyOf(ids))
    .orderBy('plan_id'),
);
export type NamedPlan = RowOf<typeof plansNamed>;

interface SkuKeys {
  plan_ids: readonly string[];
  sku_ids: readonly string[];
}

const namedSkus = query(
  ['catalog', 'stock'],
  ({ plan_ids, sku_ids }: Params<SkuKeys>) => sql<{
    sku_id: string;
    name: string;
    pic: string;
    left: number | null;
  }>`
    SELECT given.sku_id, k.offer ->> 'name' AS name, k.offer ->> 'pic' AS pic, u.stock - u.held - u.sold AS left
      FROM unnest(${plan_ids}::text[], ${sku_ids}::text[]) AS given (plan_id, sku_id)
      JOIN rm.skus k USING (plan_id, sku_id) LEFT JOIN rm.sku_stock u USING (sku_id) WHERE NOT k.withdrawn`,
);

/** Names, pictures and units left (null: unlimited) of SKUs that are on offer. */
export const skusNamed = (
  pool: Parameters<typeof namedSkus>[0],
  skus: readonly { plan_id: string; sku_id: string }[],
) =>
  namedSkus(pool, {
    plan_ids: skus.map(({ plan_id }) => plan_id),
    sku_ids: skus.map(({ sku_id }) => sku_id),
  });

interface Tags {
  creator_id: string;
  most: number;
  /** of a name, in characters */
  longest: number;
}

/** A creator's sponsorships to choose from, hidden ones too. */
export const planTags = query(models, ({ creator_id, most, longest }: Params<Tags>) =>
  plans
    .select(['plan_id', sql<string>`left(name, ${longest})`.as('name'), PRICE, MONTHS, 'status'])
    .where('creator_id', '=', creator_id)
    .where('product_type', '=', PRODUCT_TYPE.sponsorship)
    .where('status', 'in', [PLAN_STATUS.normal, PLAN_STATUS.hidden])
    .orderBy('rank', 'desc')
    .orderBy('created')
    .limit(most),
);

/** Names, pictures and sessions of events; those that do not exist are left out. */
export const eventPlans = query(models, ({ ids }: Params<Ids>) =>
  plans
    .select(['plan_id', 'name', PIC, sql<TicketRound[]>`offer -> 'rounds'`.as('rounds')])
    .where('plan_id', '=', anyOf(ids))
    .orderBy('plan_id'),
);
export type EventPlan = RowOf<typeof eventPlans>;
