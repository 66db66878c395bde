import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { ORDER_STATUS, type OrderStatus, REFUND_STATE, type RefundState } from '#events/status.ts';
import type { BusinessDay } from '#events/time.ts';
import {
  anyOf,
  ifGiven,
  type Page,
  type PageRange,
  type Params,
  paged,
  pageRow,
  perShape,
  queriesOf,
  query,
  single,
  unplanned,
} from '../engine/query.ts';
import type { Read } from '../engine/table.ts';
import { type ListedOrder, listedOrders } from './columns.ts';
import { STATUS_FIELD, typeKey } from './counts.ts';
import { ORDER_DAYS, type ORDERS } from './tables.ts';

const models = ['orders'];
const REFUND_COUNT = {
  [REFUND_STATE.none]: 'success - part_refund - full_refund',
  [REFUND_STATE.part]: 'part_refund',
  [REFUND_STATE.full]: 'full_refund',
} as const;

export interface CreatorOrdersFilter {
  creator_id: string;
  status?: OrderStatus | undefined;
  /** Of paid orders: not, partly or fully refunded. */
  refund_state?: RefundState | undefined;
  plan_id?: string | undefined;
  product_type?: number | undefined;
  /** Business days on which the order was placed, both included. */
  from?: BusinessDay | undefined;
  to?: BusinessDay | undefined;
  /** Only orders that are not shipped yet. */
  to_send?: true | undefined;
}

export const newestFirst = <Row>(orders: SelectQueryBuilder<{ o: Read<typeof ORDERS> }, 'o', Row>) =>
  orders.orderBy('o.placed_day', 'desc').orderBy('o.placed_at', 'desc').orderBy('o.out_trade_no', 'desc');

type Shape = Pick<CreatorOrdersFilter, 'status' | 'refund_state' | 'product_type'> & { of_plan: boolean };

/** SQL that counts a day's orders of a kind. */
function countOf({ status, refund_state }: Shape): string {
  if (refund_state === undefined) {
    return status === undefined ? 'pending + success + cancelled' : STATUS_FIELD[status];
  }
  // Only paid orders can be refunded.
  return status === undefined || status === ORDER_STATUS.success ? REFUND_COUNT[refund_state] : '0';
}

/** The filter as constants, because small indexes hold the pending, the cancelled and the refunded ones. */
function ordersLike(
  { status, refund_state, product_type, of_plan }: Shape,
  plan_id: Params<{ id: string }>['id'],
) {
  let orders = listedOrders().$call(newestFirst);
  if (status !== undefined) orders = orders.where('o.status', '=', status);
  if (refund_state !== undefined)
    orders = orders.where('o.status', '=', ORDER_STATUS.success).where('o.refund_state', '=', refund_state);
  // A plan is of one type; with both named, the plan is what counts.
  if (of_plan) return orders.where('o.plan_id', '=', plan_id);
  return product_type === undefined ? orders : orders.where('o.product_type', '=', product_type);
}

interface DayCounts extends PageRange {
  creator_id: string;
  /** The key of the counts: '', a plan or a product type. */
  counted: string;
  from?: BusinessDay | undefined;
  to?: BusinessDay | undefined;
}

/** Days with orders, and how many. */
export const countedDays = (count: string, { creator_id, counted, from, to }: Params<DayCounts>) => sql`
  SELECT day, paid_units, paid_amount, paid_net, refund_amount, refund_net, ${sql.raw(count)} AS n FROM rm.order_days
   WHERE creator_id = ${creator_id} AND plan_id = ${counted}
     AND day BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')`;

/**
 * Stored counts per day show where a page begins, so late pages cost as much as the first: `days` with their counts
 * `n`, and `here` with the days of the page and the orders before them.
 */
export const daysOfPage = (counted: Expression<unknown>, { limit, offset }: Params<PageRange>) => sql`
  days AS (
    SELECT *, sum(n) OVER (ORDER BY day DESC) AS through FROM (${counted}) AS counted WHERE n > 0),
  here AS (
    SELECT min(day) AS oldest, max(day) AS newest, coalesce(min(through - n), 0) AS before
      FROM days WHERE through > ${offset} AND through - n < ${offset} + ${limit})`;

const pagesLike = perShape((shape: Shape) =>
  single(models, (params: Params<CreatorOrdersFilter & DayCounts>) => {
    const { creator_id, plan_id, limit, offset } = params;
    const page = ordersLike(shape, plan_id)
      .where('o.creator_id', '=', creator_id)
      .where(sql<boolean>`o.placed_day BETWEEN (SELECT oldest FROM here) AND (SELECT newest FROM here)`)
      .limit(unplanned(limit))
      .offset(sql<number>`${offset} - (SELECT before FROM here)`);
    return sql<Page<ListedOrder>>`
      WITH ${daysOfPage(countedDays(countOf(shape), params), params)} ${pageRow(sql`(SELECT coalesce(sum(n), 0) FROM days)`, page)}`;
  }),
);

/** Few orders, with a separate index: counted directly. */
const ordersToSend = paged(models, (params: Params<CreatorOrdersFilter>) => {
  const { creator_id, plan_id, product_type, refund_state, from, to } = params;
  return listedOrders()
    .$call(newestFirst)
    .where('o.creator_id', '=', creator_id)
    .where((eb) => eb.ref('o.to_send'))
    .where((eb) => ifGiven(plan_id, 'text', eb('o.plan_id', '=', plan_id)))
    .where(
      sql<boolean>`o.placed_day BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')`,
    )
    .where((eb) => ifGiven(product_type, 'smallint', eb('o.product_type', '=', product_type)))
    .where((eb) => ifGiven(refund_state, 'smallint', eb('o.refund_state', '=', refund_state)));
});

/** A page of the orders that a creator got, newest first. */
export const creatorOrders: typeof ordersToSend = (pool, filter) => {
  const { status, refund_state, product_type, plan_id, to_send } = filter;
  if (to_send) return ordersToSend(pool, filter);
  const of_plan = plan_id !== undefined;
  const shape = { status, refund_state, of_plan, product_type: of_plan ? undefined : product_type };
  const counted = plan_id ?? (product_type === undefined ? '' : typeKey(product_type));
  return pagesLike(shape)(pool, { ...filter, counted });
};

/** A page of the paid orders among these numbers, newest first. */
export const paidOrdersByNumber = paged(
  models,
  ({ creator_id, numbers }: Params<{ creator_id: string; numbers: readonly string[] }>) =>
    listedOrders()
      .$call(newestFirst)
      .where('o.creator_id', '=', creator_id)
      .where('o.status', '=', ORDER_STATUS.success)
      .where('o.out_trade_no', '=', anyOf(numbers)),
);

/** The orders paid after a log position, in the order of payment, and the number of all paid orders. */
export const paidOrdersAfter = single(
  models,
  ({ creator_id, position, limit }: Params<{ creator_id: string; position: number; limit: number }>) =>
    pageRow(
      sql`(SELECT coalesce(sum(success), 0) FROM rm.order_days WHERE creator_id = ${creator_id} AND plan_id = '')`,
      listedOrders()
        .where('o.creator_id', '=', creator_id)
        .where('o.paid_position', '>', position)
        .orderBy('o.paid_position')
        .limit(limit),
    ),
);

/** Plans that a creator has orders of, those with most orders first. */
export const plansWithOrders = query(
  models,
  ({ creator_id, most }: Params<{ creator_id: string; most: number }>) =>
    queriesOf(ORDER_DAYS)
      .selectFrom('order_days')
      .select(['plan_id', sql<number>`sum(pending + success + cancelled)`.as('orders')])
      .where('creator_id', '=', creator_id)
      .where('plan_id', '<>', '')
      .where('plan_id', 'not like', '#%')
      .groupBy('plan_id')
      .orderBy('orders', 'desc')
      .orderBy('plan_id')
      .limit(most),
);
