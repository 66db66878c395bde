import type { Columns } from '../engine/rows.ts';

export const AFFILIATES_DDL = `
  CREATE TABLE affiliates (
    affiliate_id text COLLATE "C" PRIMARY KEY,
    creator_id   text COLLATE "C" NOT NULL,
    partner_id   text COLLATE "C" NOT NULL,
    code         text NOT NULL,
    -- whole percent
    rate_percent smallint NOT NULL,
    -- ids; none: everything that the creator sells
    plan_ids     json NOT NULL,
    active       boolean NOT NULL,
    closed       boolean NOT NULL,
    note         text NOT NULL,
    -- paid orders that carry it; fen: what they came to, and the partner's part of what was not refunded
    orders       integer NOT NULL,
    gross        bigint NOT NULL,
    commission   bigint NOT NULL,
    -- log position, Unix milliseconds
    opened       bigint NOT NULL,
    opened_at    bigint NOT NULL
  ) WITH (fillfactor = 70);
  -- Orders that carry a code; few do.
  CREATE TABLE affiliate_orders (
    out_trade_no      text COLLATE "C" PRIMARY KEY,
    affiliate_id      text COLLATE "C" NOT NULL,
    plan_name         text NOT NULL,
    -- fen
    total_amount      bigint NOT NULL,
    affiliate_percent smallint NOT NULL,
    refunded          bigint NOT NULL,
    commission        bigint NOT NULL,
    -- log position and Unix milliseconds of its payment; null while it is not paid
    paid              bigint,
    paid_at           bigint
  ) WITH (fillfactor = 80);`;

export const AFFILIATES_INDEXES = `
  CREATE INDEX IF NOT EXISTS affiliates_of_creator ON affiliates (creator_id, opened DESC) WHERE NOT closed;
  CREATE INDEX IF NOT EXISTS affiliates_of_partner ON affiliates (partner_id, opened DESC) WHERE NOT closed;
  CREATE INDEX IF NOT EXISTS affiliate_orders_paid ON affiliate_orders (affiliate_id, paid DESC) WHERE paid IS NOT NULL;`;

export interface AffiliateRow {
  affiliate_id: string;
  creator_id: string;
  partner_id: string;
  code: string;
  rate_percent: number;
  /** JSON of string[] */
  plan_ids: string;
  active: boolean;
  closed: boolean;
  note: string;
  orders: number;
  gross: number;
  commission: number;
  opened: number;
  opened_at: number;
}

export const AFFILIATE: Columns<AffiliateRow> = {
  affiliate_id: 'text',
  creator_id: 'text',
  partner_id: 'text',
  code: 'text',
  rate_percent: 'smallint',
  plan_ids: 'json',
  active: 'boolean',
  closed: 'boolean',
  note: 'text',
  orders: 'integer',
  gross: 'bigint',
  commission: 'bigint',
  opened: 'bigint',
  opened_at: 'bigint',
};

export interface AffiliateOrderRow {
  out_trade_no: string;
  affiliate_id: string;
  plan_name: string;
  total_amount: number;
  affiliate_percent: number;
  refunded: number;
  commission: number;
  paid: number | null;
  paid_at: number | null;
}

export const AFFILIATE_ORDER: Columns<AffiliateOrderRow> = {
  out_trade_no: 'text',
  affiliate_id: 'text',
  plan_name: 'text',
  total_amount: 'bigint',
  affiliate_percent: 'smallint',
  refunded: 'bigint',
  commission: 'bigint',
  paid: 'bigint',
  paid_at: 'bigint',
};
