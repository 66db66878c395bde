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

export const AFFILIATES = table(
  'affiliates',
  {
    affiliate_id: id(),
    creator_id: id(),
    partner_id: id(),
    code: text(),
    /** whole percent */
    rate_percent: smallint(),
    /** ids; none: everything that the creator sells */
    plan_ids: json<string[]>(),
    active: boolean(),
    closed: boolean(),
    note: text(),
    /** paid orders with the code; fen: their total, and the partner's part of the amount not refunded */
    orders: integer(),
    gross: bigint(),
    commission: bigint(),
    /** log position, Unix milliseconds */
    opened: bigint(),
    opened_at: bigint(),
  },
  {
    key: ['affiliate_id'],
    fillfactor: 70,
    indexes: {
      affiliates_of_creator: '(creator_id, opened DESC) WHERE NOT closed',
      affiliates_of_partner: '(partner_id, opened DESC) WHERE NOT closed',
    },
  },
);

/** Orders that carry a code; few do. */
export const AFFILIATE_ORDERS = table(
  'affiliate_orders',
  {
    out_trade_no: id(),
    affiliate_id: id(),
    plan_name: text(),
    /** fen */
    total_amount: bigint(),
    affiliate_percent: smallint(),
    refunded: bigint(),
    commission: bigint(),
    /** log position and Unix milliseconds of its payment; null while it is not paid */
    paid: nullable(bigint()),
    paid_at: nullable(bigint()),
  },
  {
    key: ['out_trade_no'],
    fillfactor: 80,
    indexes: {
      affiliate_orders_paid: '(affiliate_id, paid DESC) WHERE paid IS NOT NULL',
    },
  },
);

export type AffiliateRow = Row<typeof AFFILIATES>;
export type AffiliateOrderRow = Row<typeof AFFILIATE_ORDERS>;
