import type { Columns } from '../engine/rows.ts';

export const CATALOG_DDL = `
  CREATE TABLE plans (
    plan_id      text COLLATE "C" PRIMARY KEY,
    creator_id   text COLLATE "C" NOT NULL,
    product_type smallint NOT NULL,
    -- normal 1, delete 2, hide 3
    status       smallint NOT NULL,
    name         text NOT NULL,
    rank         integer NOT NULL,
    can_buy_hide boolean NOT NULL,
    -- Unix milliseconds, null: no such moment; whether it is on the shelf is a question of now
    shelf_on     bigint,
    shelf_off    bigint,
    -- PlanOffer without its texts, money in fen
    offer        json NOT NULL,
    -- texts that only a plan's own page shows; kept apart, so that lists do not read them
    description   text NOT NULL,
    reply_content text NOT NULL,
    -- version of the plan's stream
    version      integer NOT NULL,
    -- log position of its creation, Unix milliseconds of its last change
    created      bigint NOT NULL,
    updated_at   bigint NOT NULL
  );
  CREATE TABLE skus (
    -- a SKU of goods is in the bundles too that hold it
    plan_id   text COLLATE "C" NOT NULL,
    sku_id    text COLLATE "C" NOT NULL,
    -- goods that a bundle's part comes from
    of_plan   text COLLATE "C",
    -- SkuOffer without its texts, money in fen
    offer     json NOT NULL,
    reply_content text NOT NULL,
    rich_text text NOT NULL,
    -- what prices and sale of the whole plan follow from, of every SKU
    price     bigint NOT NULL,
    vip_price bigint,
    time_limit_price bigint,
    round_id  text,
    rank      integer NOT NULL,
    created   bigint NOT NULL,
    withdrawn boolean NOT NULL,
    PRIMARY KEY (plan_id, sku_id)
  );`;

export const CATALOG_INDEXES = `
  CREATE INDEX IF NOT EXISTS plans_of_creator ON plans (creator_id, rank DESC, created);
  CREATE INDEX IF NOT EXISTS skus_of_plan ON skus (plan_id, rank DESC, created);`;

/** What a batch knows of a plan; null: it does not say. */
export interface PlanNews {
  plan_id: string;
  creator_id: string;
  product_type: number | null;
  status: number | null;
  name: string | null;
  rank: number | null;
  can_buy_hide: boolean | null;
  shelf_on: number | null;
  shelf_off: number | null;
  offer: string | null;
  description: string | null;
  reply_content: string | null;
  version: number;
  created: number;
  updated_at: number;
}

export const PLAN_NEWS: Columns<PlanNews> = {
  plan_id: 'text',
  creator_id: 'text',
  product_type: 'smallint',
  status: 'smallint',
  name: 'text',
  rank: 'integer',
  can_buy_hide: 'boolean',
  shelf_on: 'bigint',
  shelf_off: 'bigint',
  offer: 'json',
  description: 'text',
  reply_content: 'text',
  version: 'integer',
  created: 'bigint',
  updated_at: 'bigint',
};

export interface SkuNews {
  plan_id: string;
  sku_id: string;
  of_plan: string | null;
  offer: string | null;
  reply_content: string | null;
  rich_text: string | null;
  price: number | null;
  vip_price: number | null;
  time_limit_price: number | null;
  round_id: string | null;
  rank: number | null;
  created: number;
  withdrawn: boolean;
}

export const SKU_NEWS: Columns<SkuNews> = {
  plan_id: 'text',
  sku_id: 'text',
  of_plan: 'text',
  offer: 'json',
  reply_content: 'text',
  rich_text: 'text',
  price: 'bigint',
  vip_price: 'bigint',
  time_limit_price: 'bigint',
  round_id: 'text',
  rank: 'integer',
  created: 'bigint',
  withdrawn: 'boolean',
};
