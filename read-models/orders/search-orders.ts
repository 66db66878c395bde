import { type Expression, type SqlBool, sql } from 'kysely';
import { isCartNumber } from '#events/ids.ts';
import { ORDER_STATUS } from '#events/status.ts';
import {
  ifGiven,
  type Page,
  type PageRange,
  type Params,
  pageRow,
  perShape,
  query,
  single,
} from '../engine/query.ts';
import { type ListedOrder, listedOrders } from './columns.ts';
import { type CreatorOrdersFilter, newestFirst } from './creator-orders.ts';

const models = ['orders'];

/** The limit of search results; with more, the list is not filtered. */
const MAX_FOUND = 1_000;

/** From here on the beginning of an order number is enough to look for. */
const MIN_PREFIX_LENGTH = 6;

export type OrderSearch = { number: string } | { code: string } | { users: readonly string[] };

/** How the searched text matches an order. */
const MATCHES = {
  beginning: (term) => sql`o.out_trade_no ^@ ${term}`,
  number: (term) => sql`o.out_trade_no = ${term}`,
  cart: (term) => sql`o.cart_order_no = ${term}`,
  code: (term) => sql`lower(o.affiliate_code) = lower(${term})`,
  buyers: (term) => sql`o.owner_id = ANY (${term})`,
  everything: () => sql`true`,
} satisfies Record<string, (term: Expression<unknown>) => Expression<SqlBool>>;
type Match = keyof typeof MATCHES;

function matchOf(search: OrderSearch | undefined): { match: Match; term?: unknown } {
  if (search === undefined) return { match: 'everything' };
  if ('users' in search) return { match: 'buyers', term: search.users };
  if ('code' in search) return { match: 'code', term: search.code };
  const { number } = search;
  if (isCartNumber(number)) return { match: 'cart', term: number };
  return { match: number.length < MIN_PREFIX_LENGTH ? 'number' : 'beginning', term: number };
}

type Filter = CreatorOrdersFilter & { term?: unknown };

/** The orders that match, without an order. */
function matching(match: Match, filter: Params<Filter>) {
  const { creator_id, term, status, plan_id, from, to, to_send, product_type, refund_state } = filter;
  return listedOrders()
    .where('o.creator_id', '=', creator_id)
    .where(MATCHES[match](term))
    .where((eb) => ifGiven(status, 'smallint', eb('o.status', '=', status)))
    .where((eb) => ifGiven(plan_id, 'text', eb('o.plan_id', '=', plan_id)))
    .where(
      sql<boolean>`o.placed_day BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')`,
    )
    .where((eb) => ifGiven(to_send, 'boolean', eb.ref('o.to_send')))
    .where((eb) => ifGiven(product_type, 'smallint', eb('o.product_type', '=', product_type)))
    .where(
      sql<boolean>`(${refund_state}::smallint IS NULL
                    OR o.status = ${ORDER_STATUS.success} AND o.refund_state = ${refund_state})`,
    );
}

const found = perShape((match: Match) =>
  single(models, (params: Params<Filter & PageRange>) => {
    const all = matching(match, params).clearSelect().selectAll('o').limit(MAX_FOUND);
    // A code may bring far more than can be found: then the newest, which its index has in this order.
    const rows = match === 'code' ? all.$call(newestFirst) : all;
    const page = listedOrders(sql`found`).$call(newestFirst).limit(params.limit).offset(params.offset);
    return sql<Page<ListedOrder>>`WITH found AS ${rows} ${pageRow(sql`(SELECT count(*) FROM found)`, page)}`;
  }),
);

/**
 * A page of a creator's orders found by number (or its beginning, from 6 characters on), by the number of the cart
 * that they were paid with, by affiliate code, or by buyer, newest first; at most 1,000 are found.
 */
export function searchCreatorOrders(
  pool: Parameters<ReturnType<typeof found>>[0],
  search: OrderSearch,
  filter: CreatorOrdersFilter & PageRange,
) {
  const { match, term } = matchOf(search);
  return found(match)(pool, { ...filter, term });
}

/** The last order of the page before. */
export interface OrderPlace {
  placed_day: string;
  placed_at: number;
  out_trade_no: string;
}

const after = perShape((match: Match) =>
  query(models, (params: Params<Filter & OrderPlace & { limit: number }>) => {
    const { placed_day, placed_at, out_trade_no, limit } = params;
    return matching(match, params)
      .$call(newestFirst)
      .select(['o.placed_day', 'o.placed_at'])
      .where(
        sql<boolean>`(o.placed_day, o.placed_at, o.out_trade_no)
                     < (${placed_day}::date, ${placed_at}::bigint, ${out_trade_no}::text)`,
      )
      .limit(limit);
  }),
);

const BEFORE_ALL = { placed_day: 'infinity', placed_at: Number.MAX_SAFE_INTEGER, out_trade_no: '' };

/** The next of a creator's orders behind one, newest first: for reading all of them piece by piece. */
export function creatorOrdersAfter(
  pool: Parameters<ReturnType<typeof after>>[0],
  search: OrderSearch | undefined,
  filter: CreatorOrdersFilter & { limit: number },
  place: OrderPlace = BEFORE_ALL,
) {
  const { match, term } = matchOf(search);
  const { placed_day, placed_at, out_trade_no } = place;
  return after(match)(pool, { ...filter, term, placed_day, placed_at, out_trade_no });
}
