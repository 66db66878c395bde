import { ORDER_STATUS } from '#events/status.ts';
import { creatorOrders, paidOrdersAfter, paidOrdersByNumber } from '#read-models/orders/creator-orders.ts';
import type { OpenParams } from '#services/contract/open/params.ts';
import { rangeOf } from '../http/answer.ts';
import { openOrders } from './order-answer.ts';
import { type OpenWork, type Runs, totals } from './work.ts';

/** The page of orders that is asked for, by the queries of the creator's own list. */
function ordersOf({ deps: { pool }, creator }: OpenWork, params: OpenParams<'query-order'>) {
  const { out_trade_no: numbers, after: position, per_page } = params;
  const of = { creator_id: creator, ...rangeOf(params) };
  if (numbers) return paidOrdersByNumber(pool, { ...of, numbers });
  if (position !== undefined)
    return paidOrdersAfter(pool, { creator_id: creator, position, limit: per_page });
  return creatorOrders(pool, { ...of, status: ORDER_STATUS.success });
}

export const queryOrder: Runs['query-order'] = async (work, params) => {
  const { list, total_count } = await ordersOf(work, params);
  const answers = await openOrders(work, list);
  const next_after = Math.max(params.after ?? 0, ...answers.map(({ position }) => position));
  return { list: answers, ...totals(total_count, params), next_after };
};
