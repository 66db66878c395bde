import type { PlanOffer, SkuOffer } from '#events/catalog.ts';
import type { PlanStatus, ProductType } from '#events/status.ts';
import {
  bigint,
  boolean,
  id,
  integer,
  json,
  nullable,
  type Row,
  smallint,
  table,
  text,
} from '../engine/table.ts';

export const PLANS = table(
  'plans',
  {
    plan_id: id(),
    creator_id: id(),
    product_type: smallint<ProductType>(),
    status: smallint<PlanStatus>(),
    name: text(),
    rank: integer(),
    can_buy_hide: boolean(),
    /** Unix milliseconds, null: no such moment; whether it is on the shelf is a question of now */
    shelf_on: nullable(bigint()),
    shelf_off: nullable(bigint()),
    /** without its texts, money in fen */
    offer: json<PlanOffer>(),
    /** texts that only a plan's own page shows; separate, so that lists do not read them */
    description: text(),
    reply_content: text(),
    /** version of the plan's stream */
    version: integer(),
    /** log position of its creation, Unix milliseconds of its last change */
    created: bigint(),
    updated_at: bigint(),
  },
  {
    key: ['plan_id'],
    indexes: {
      plans_of_creator: '(creator_id, rank DESC, created)',
    },
  },
);

export const SKUS = table(
  'skus',
  {
    /** a SKU of goods is in the bundles too that hold it */
    plan_id: id(),
    sku_id: id(),
    /** goods that a bundle's part comes from */
    of_plan: nullable(id()),
    /** without its texts, money in fen */
    offer: json<SkuOffer>(),
    reply_content: text(),
    rich_text: text(),
    /** values from which prices and sale of the whole plan follow, for every SKU */
    price: bigint(),
    vip_price: nullable(bigint()),
    time_limit_price: nullable(bigint()),
    round_id: nullable(text()),
    rank: integer(),
    created: bigint(),
    withdrawn: boolean(),
  },
  {
    key: ['plan_id', 'sku_id'],
    indexes: {
      skus_of_plan: '(plan_id, rank DESC, created)',
    },
  },
);

/** The change of a row in a batch; null: no change. */
type Change<R, Said extends keyof R> = Pick<R, Said> & { [Name in Exclude<keyof R, Said>]: R[Name] | null };
export type PlanChange = Change<
  Row<typeof PLANS>,
  'plan_id' | 'creator_id' | 'version' | 'created' | 'updated_at'
>;
export type SkuChange = Change<Row<typeof SKUS>, 'plan_id' | 'sku_id' | 'created' | 'withdrawn'>;
