import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

const models = ['affiliates'];

/** A code with its earnings; money in fen, times in Unix seconds. */
export interface ListedAffiliate {
  affiliate_id: string;
  creator_id: string;
  partner_id: string;
  code: string;
  rate_percent: number;
  /** Empty: everything that the creator sells. */
  plan_ids: string[];
  active: boolean;
  note: string;
  /** Paid, refunded ones too. */
  orders: number;
  gross: number;
  /** Less what refunds took back. */
  commission: number;
  create_time: number;
}

interface Page {
  limit: number;
  offset: number;
}

const LISTED = `affiliate_id, creator_id, partner_id, code, rate_percent, plan_ids, active, note, orders, gross,
  commission, opened_at / 1000 AS create_time`;

const listOf = (whose: 'creator_id' | 'partner_id'): Query => ({
  name: `affiliates-by-${whose}`,
  models,
  sql: `SELECT (SELECT count(*) FROM rm.affiliates WHERE ${whose} = $1 AND NOT closed) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${LISTED} FROM rm.affiliates WHERE ${whose} = $1 AND NOT closed
                         ORDER BY opened DESC LIMIT $2 OFFSET $3) AS page) AS list`,
});
const OPENED = listOf('creator_id');
const GIVEN = listOf('partner_id');

type List<Item> = Promise<Answer<{ total_count: number; list: Item[] }>>;

/** One row: a page of the codes that a creator opened, newest first, without closed ones. */
export const affiliatesOf = (
  pool: Pool,
  creator_id: string,
  { limit, offset }: Page,
): List<ListedAffiliate> => runQuery(pool, OPENED, [creator_id, limit, offset]);

/** The same of those that name a creator as partner. */
export const affiliatesFor = (
  pool: Pool,
  partner_id: string,
  { limit, offset }: Page,
): List<ListedAffiliate> => runQuery(pool, GIVEN, [partner_id, limit, offset]);

const ONE: Query = {
  name: 'affiliate',
  models,
  sql: `SELECT ${LISTED} FROM rm.affiliates WHERE affiliate_id = $1 AND creator_id = $2 AND NOT closed`,
};

/** A creator's own code; no row for another's and for a closed one. */
export const affiliateOf = (
  pool: Pool,
  affiliate_id: string,
  creator_id: string,
): Promise<Answer<ListedAffiliate>> => runQuery(pool, ONE, [affiliate_id, creator_id]);

/** A paid order that carries a code. */
export interface AffiliateOrder {
  out_trade_no: string;
  plan_name: string;
  total_amount: number;
  refunded: number;
  /** The partner's part of the amount that was not refunded. */
  commission: number;
  paid_at: number;
}

const ORDERS: Query = {
  name: 'affiliate-orders',
  models,
  sql: `SELECT out_trade_no, plan_name, total_amount, refunded, commission, paid_at / 1000 AS paid_at
          FROM rm.affiliate_orders WHERE affiliate_id = $1 AND paid IS NOT NULL
         ORDER BY paid DESC LIMIT $2 OFFSET $3`,
};

/** A page of the paid orders that carry a code, newest first; the code's row has their count. */
export const ordersOfAffiliate = (
  pool: Pool,
  affiliate_id: string,
  { limit, offset }: Page,
): Promise<Answer<AffiliateOrder>> => runQuery(pool, ORDERS, [affiliate_id, limit, offset]);
