import { type Expression, sql } from 'kysely';
import {
  type Page,
  type PageRange,
  type Params,
  pageRow,
  seconds,
  unplanned,
  withColumns,
} from '../engine/query.ts';
import { type ListedOrder, listedOrders } from './columns.ts';
import { daysOfPage } from './creator-orders.ts';

/** One row: a page of the orders with their contributions, and the sum of all of them over all pages. */
export interface Explanation extends Page<ListedOrder & { contribution: number; time: number }> {
  /** fen for money, otherwise a number */
  value: number;
}

/** The orders of a page, which has their numbers, the times when they count (`at`), and their contributions. */
export const listOf = (page: Expression<unknown>) =>
  listedOrders(sql`(SELECT * FROM (${page}) AS part JOIN rm.orders USING (out_trade_no))`)
    .select([sql<number>`o.contribution`.as('contribution'), seconds('o.at').as('time')])
    .orderBy(sql`o.at`, 'desc')
    .orderBy('o.out_trade_no', 'desc')
    .orderBy('contribution');

/** Of the days with counts (`daysOfPage`): those on the page. */
export const onPage = (column: string) =>
  sql<boolean>`${sql.raw(column)} BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)`;
export const startOf = ({ offset }: Params<PageRange>) => sql<number>`${offset} - (SELECT before FROM here)`;
const total = (of: string) => sql<number>`(SELECT coalesce(sum(${sql.raw(of)}), 0) FROM days)`;

/** A page, how many orders all pages have, and the figure's value, both by the counts of the days. */
export function countedPage<Row>(
  days: Expression<unknown>,
  ofDay: string,
  page: Expression<Row>,
  range: Params<PageRange>,
) {
  const value = sql<{ value: number }>`${total(ofDay)} AS value`;
  return sql<Explanation>`WITH ${daysOfPage(days, range)} ${withColumns(pageRow(total('n'), page), value)}`;
}

export const LATEST_FIRST = sql`day DESC, at DESC, out_trade_no DESC, contribution`;

/** A page of payments and refunds. Each is a line on its own day. */
export function movesPage(
  payments: Expression<unknown>,
  refunds: Expression<unknown>,
  params: Params<PageRange>,
) {
  const start = startOf(params);
  const through = sql`LIMIT ${unplanned(params.limit)} + ${start}`;
  return listOf(sql`
    SELECT * FROM ((${payments} ORDER BY o.paid_day DESC, o.paid_at DESC, o.out_trade_no DESC ${through})
                   UNION ALL (${refunds} ORDER BY ${LATEST_FIRST} ${through})) AS moved
     ORDER BY ${LATEST_FIRST} LIMIT ${unplanned(params.limit)} OFFSET ${start}`);
}
