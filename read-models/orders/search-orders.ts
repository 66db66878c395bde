import type { Pool } from 'pg';
import { isCartNumber } from '#events/ids.ts';
import { ORDER_STATUS } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';
import { jsonList, LISTED, type ListedOrder, type OrderPage, type PageRange } from './columns.ts';
import { type CreatorOrdersFilter, NEWEST_FIRST } from './creator-orders.ts';

const MODELS = ['orders'];

/** The limit of search results; with more, the list is not filtered. */
const MOST_FOUND = 1_000;

/** From here on the beginning of an order number is enough to look for. */
const SHORTEST_BEGINNING = 6;

export type OrderSearch = { number: string } | { code: string } | { users: readonly string[] };

/** How the searched text matches an order; it is parameter $2. */
const MATCHES = {
  beginning: 'o.out_trade_no ^@ $2',
  number: 'o.out_trade_no = $2',
  cart: 'o.cart_order_no = $2',
  code: 'lower(o.affiliate_code) = lower($2)',
  buyers: 'o.user_id = ANY ($2)',
  everything: '$2::text IS NULL',
} as const;
type Match = keyof typeof MATCHES;

function matchOf(search: OrderSearch | undefined): { match: Match; sought: unknown } {
  if (search === undefined) return { match: 'everything', sought: null };
  if ('users' in search) return { match: 'buyers', sought: search.users };
  if ('code' in search) return { match: 'code', sought: search.code };
  const { number } = search;
  if (isCartNumber(number)) return { match: 'cart', sought: number };
  return { match: number.length < SHORTEST_BEGINNING ? 'number' : 'beginning', sought: number };
}

/** Parameters $3 to $9. */
const NARROWED = `
  ($3::smallint IS NULL OR o.status = $3) AND ($4::text IS NULL OR o.plan_id = $4)
  AND o.placed_day BETWEEN coalesce($5::date, '-infinity') AND coalesce($6::date, 'infinity')
  AND ($7::boolean IS NULL OR o.to_send) AND ($8::smallint IS NULL OR o.product_type = $8)
  AND ($9::smallint IS NULL OR o.status = ${ORDER_STATUS.success} AND o.refund_state = $9)`;

const narrowed = ({
  status,
  plan_id,
  from,
  to,
  to_send,
  product_type,
  refund_state,
}: CreatorOrdersFilter): unknown[] => [
  status ?? null,
  plan_id ?? null,
  from ?? null,
  to ?? null,
  to_send ?? null,
  product_type ?? null,
  refund_state ?? null,
];

/** A code may bring far more than can be found: then the newest, which its index has in this order. */
const FIRST_FOUND: Partial<Record<Match, string>> = { code: `ORDER BY ${NEWEST_FIRST}` };

const found = (match: Match): Query => ({
  name: `orders-found-by-${match}`,
  models: MODELS,
  sql: `
    WITH found AS (
      SELECT o.* FROM rm.orders o WHERE o.creator_id = $1 AND ${MATCHES[match]} AND ${NARROWED}
       ${FIRST_FOUND[match] ?? ''} LIMIT ${MOST_FOUND})
    SELECT (SELECT count(*) FROM found) AS total_count,
           ${jsonList(`SELECT ${LISTED} FROM found o ORDER BY ${NEWEST_FIRST} LIMIT $10 OFFSET $11`)} AS list`,
});

/**
 * One row: a page of a creator's orders found by number (or its beginning, from 6 characters on), by the number
 * of the cart that they were paid with, by affiliate code, or by buyer, newest first; at most 1,000 are found.
 */
export function searchCreatorOrders(
  pool: Pool,
  search: OrderSearch,
  filter: CreatorOrdersFilter,
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> {
  const { match, sought } = matchOf(search);
  return runQuery(pool, found(match), [filter.creator_id, sought, ...narrowed(filter), limit, offset]);
}

/** The last order of the page before. */
export interface OrderPlace {
  placed_day: string;
  placed_at: number;
  out_trade_no: string;
}

const AFTER = '(o.placed_day, o.placed_at, o.out_trade_no) < ($10::date, $11::bigint, $12::text)';

const after = (match: Match): Query => ({
  name: `orders-after-${match}`,
  models: MODELS,
  sql: `SELECT ${LISTED}, o.placed_day, o.placed_at FROM rm.orders o
         WHERE o.creator_id = $1 AND ${MATCHES[match]} AND ${NARROWED} AND ${AFTER}
         ORDER BY ${NEWEST_FIRST} LIMIT $13`,
});

/** The next of a creator's orders behind one, newest first: for reading all of them piece by piece. */
export function creatorOrdersAfter(
  pool: Pool,
  search: OrderSearch | undefined,
  filter: CreatorOrdersFilter,
  place: OrderPlace | undefined,
  limit: number,
): Promise<Answer<ListedOrder & OrderPlace>> {
  const { match, sought } = matchOf(search);
  const { placed_day, placed_at, out_trade_no } = place ?? {
    placed_day: 'infinity',
    placed_at: Number.MAX_SAFE_INTEGER,
    out_trade_no: '',
  };
  const values = [placed_day, placed_at, out_trade_no, limit];
  return runQuery(pool, after(match), [filter.creator_id, sought, ...narrowed(filter), ...values]);
}
