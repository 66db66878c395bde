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
    -- Unix milliseconds, null: no such moment; whether it is on the shelf is a question of now
    shelf_on     bigint,
    shelf_off    bigint,
    -- PlanOffer, money in fen
    offer        json NOT NULL,
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
    -- SkuOffer, money in fen
    offer     json NOT NULL,
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
  shelf_on: number | null;
  shelf_off: number | null;
  offer: string | null;
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
  shelf_on: 'bigint',
  shelf_off: 'bigint',
  offer: 'json',
  version: 'integer',
  created: 'bigint',
  updated_at: 'bigint',
};

export interface SkuNews {
  plan_id: string;
  sku_id: string;
  of_plan: string | null;
  offer: string | null;
  rank: number | null;
  created: number;
  withdrawn: boolean;
}

export const SKU_NEWS: Columns<SkuNews> = {
  plan_id: 'text',
  sku_id: 'text',
  of_plan: 'text',
  offer: 'json',
  rank: 'integer',
  created: 'bigint',
  withdrawn: 'boolean',
};
