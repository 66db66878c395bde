import type { Pool } from 'pg';
import { ORDER_STATUS, type OrderStatus, type RefundState } from '#events/status.ts';
import { type Answer, runQuery } from '../engine/as-of.ts';
import { jsonList, LISTED, type OrderPage, type PageRange } from './columns.ts';
import { STATUS_FIELD } from './counts.ts';

const MODELS = ['orders'];

export interface FanOrdersFilter {
  status?: OrderStatus | undefined;
  product_type?: number | undefined;
  refund_state?: RefundState | undefined;
}

const fanPage = (status: OrderStatus | undefined): string => `
  SELECT (SELECT coalesce(sum(${status === undefined ? 'pending + success + cancelled' : STATUS_FIELD[status]}), 0)
            FROM rm.order_buyers WHERE user_id = $1) AS total_count,
         ${jsonList(`
           SELECT ${LISTED} FROM rm.orders o
            WHERE o.user_id = $1 ${status === undefined ? '' : `AND o.status = ${status}`}
            ORDER BY o.placed_at DESC, o.out_trade_no DESC LIMIT $2 OFFSET $3`)} AS list`;

/** One's own are few enough to be counted. */
const NARROWED = {
  name: 'orders-of-fan-narrowed',
  models: MODELS,
  sql: `
    WITH found AS (
      SELECT o.* FROM rm.orders o
       WHERE o.user_id = $1 AND ($4::smallint IS NULL OR o.status = $4)
         AND ($5::smallint IS NULL OR o.product_type = $5)
         AND ($6::smallint IS NULL OR o.status = ${ORDER_STATUS.success} AND o.refund_state = $6))
    SELECT (SELECT count(*) FROM found) AS total_count,
           ${jsonList(`
             SELECT ${LISTED} FROM found o
              ORDER BY o.placed_at DESC, o.out_trade_no DESC LIMIT $2 OFFSET $3`)} AS list`,
};

/** One row: a page of a fan's own orders, newest first. */
export function fanOrders(
  pool: Pool,
  user_id: string,
  { status, product_type, refund_state }: FanOrdersFilter,
  { limit, offset }: PageRange,
): Promise<Answer<OrderPage>> {
  if (product_type === undefined && refund_state === undefined) {
    const question = { name: `orders-of-fan-${status ?? 'any'}`, models: MODELS, sql: fanPage(status) };
    return runQuery(pool, question, [user_id, limit, offset]);
  }
  const filter = [status ?? null, product_type ?? null, refund_state ?? null];
  return runQuery(pool, NARROWED, [user_id, limit, offset, ...filter]);
}
