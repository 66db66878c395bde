import { sql } from 'kysely';
import { ORDER_STATUS, type OrderStatus, type RefundState } from '#events/status.ts';
import { ifGiven, type PageRange, type Params, pageOf, perShape, single } from '../engine/query.ts';
import { listedOrders } from './columns.ts';
import { STATUS_FIELD } from './counts.ts';

interface FanOrdersFilter {
  user_id: string;
  status?: OrderStatus | undefined;
  product_type?: number | undefined;
  refund_state?: RefundState | undefined;
}
type Filter = FanOrdersFilter & PageRange;

const newest = ({ user_id }: Params<FanOrdersFilter>) =>
  listedOrders()
    .where('o.user_id', '=', user_id)
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.out_trade_no', 'desc');

/** Of a status, or of each: their number is stored. */
const ofStatus = perShape((status: OrderStatus | null) =>
  single(['orders'], (params: Params<Filter>) => {
    const field = sql.raw(status === null ? 'pending + success + cancelled' : STATUS_FIELD[status]);
    const orders = status === null ? newest(params) : newest(params).where('o.status', '=', status);
    const stored = sql<number>`
      (SELECT coalesce(sum(${field}), 0) FROM rm.order_buyers WHERE user_id = ${params.user_id})`;
    return pageOf(orders, params, stored);
  }),
);

/** One's own are few enough to be counted. */
const narrowed = single(['orders'], (params: Params<Filter>) => {
  const { status, product_type, refund_state } = params;
  const found = newest(params)
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
  filter.product_type === undefined && filter.refund_state === undefined
    ? ofStatus(filter.status ?? null)(pool, filter)
    : narrowed(pool, filter);
