import { type SqlBool, sql } from 'kysely';
import { ORDER_STATUS, type OrderStatus, REFUND_STATE, type RefundState } from '#events/status.ts';
import { ifGiven, type PageRange, type Params, pageOf, perShape, query, single } from '../engine/query.ts';
import { listedOrders } from './columns.ts';
import { STATUS_FIELD } from './counts.ts';

const models = ['orders'];

interface FanOrdersFilter {
  user_id: string;
  status?: OrderStatus | undefined;
  product_type?: number | undefined;
  refund_state?: RefundState | undefined;
  /** Search: the beginning of a number; words of the plan's name, folded; creators. Left out: all orders. */
  number?: string | undefined;
  words?: readonly string[] | undefined;
  creator_ids?: readonly string[] | undefined;
}
/** From here on the beginning of a number is enough. */
const MIN_PREFIX_LENGTH = 6;
type Filter = FanOrdersFilter & PageRange;

const newest = ({ user_id }: Params<FanOrdersFilter>) =>
  listedOrders()
    .where('o.owner_id', '=', user_id)
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.out_trade_no', 'desc');

/** Of a status, or of each: their number is stored. */
const ofStatus = perShape((status: OrderStatus | null) =>
  single(models, (params: Params<Filter>) => {
    const field = sql.raw(status === null ? 'pending + success + cancelled' : STATUS_FIELD[status]);
    const orders = status === null ? newest(params) : newest(params).where('o.status', '=', status);
    const stored = sql<number>`
      (SELECT coalesce(sum(${field}), 0) FROM rm.order_buyers WHERE user_id = ${params.user_id})`;
    return pageOf(orders, params, stored);
  }),
);

/** One's own are few enough to be counted. */
const narrowed = single(models, (params: Params<Filter>) => {
  const { status, product_type, refund_state, number, words, creator_ids } = params;
  const hit = sql<SqlBool>`(o.creator_id = ANY (${creator_ids}::text[])
    OR ${number} IN (o.out_trade_no, o.cart_order_no)
    OR (length(${number}) >= ${MIN_PREFIX_LENGTH} AND (o.out_trade_no ^@ ${number} OR o.cart_order_no ^@ ${number}))
    OR (SELECT bool_and(strpos(accounts.folded(o.plan_name), word) > 0) FROM unnest(${words}::text[]) word))`;
  const found = newest(params)
    .where(ifGiven(words, 'text[]', hit))
    .where((eb) => ifGiven(status, 'smallint', eb('o.status', '=', status)))
    .where((eb) => ifGiven(product_type, 'smallint', eb('o.product_type', '=', product_type)))
    .where((eb) =>
      ifGiven(
        refund_state,
        'smallint',
        eb.and([eb('o.status', '=', ORDER_STATUS.success), eb('o.refund_state', '=', refund_state)]),
      ),
    );
  return pageOf(found, params);
});

/** A page of a fan's own orders, newest first. */
export const fanOrders: typeof narrowed = (pool, filter) =>
  filter.product_type === undefined && filter.refund_state === undefined && filter.words === undefined
    ? ofStatus(filter.status ?? null)(pool, filter)
    : narrowed(pool, filter);

/** What a fan bought of a plan, and for how much. */
export interface FanTotal {
  user_id: string;
  /** Empty for custom amounts. */
  plan_id: string;
  product_type: number;
  /** fen: before discounts, with shipping; a refund takes away the same part of it as of what was paid */
  before_discounts: number;
  /** Some of it was not fully refunded. */
  kept: boolean;
  /** Unix seconds */
  last_paid: number;
}

const FULL = sql`(o.total_amount + o.discount)`;

/** The paid orders of these fans at one creator, by plan, the newest first. */
export const fanTotals = query(
  models,
  ({ creator_id, users }: Params<{ creator_id: string; users: readonly string[] }>) => sql<FanTotal>`
    SELECT o.user_id, o.plan_id, o.product_type, max(o.paid_at) / 1000 AS last_paid,
           bool_or(o.refund_state < ${REFUND_STATE.full}) AS kept,
           sum(CASE o.refund_state WHEN ${REFUND_STATE.none} THEN ${FULL}
                                   WHEN ${REFUND_STATE.full} THEN 0
                                   ELSE round(${FULL}::numeric * (o.total_amount - o.refunded) / greatest(o.total_amount, 1))
               END)::bigint AS before_discounts
      FROM rm.orders o
     WHERE o.creator_id = ${creator_id} AND o.user_id = ANY (${users})
       AND o.paid_day IS NOT NULL AND o.status = ${ORDER_STATUS.success}
     GROUP BY 1, 2, 3 ORDER BY last_paid DESC, o.plan_id`,
);
