import type { CheckedOrder } from '#services/api/contract/orders.ts';
import { ORDER_STATUS } from '../../api/orders.ts';

/** One thing that happened to an order; `time` in Unix seconds where it is known. */
export interface Chapter {
  what: 'placed' | 'waiting' | 'paid' | 'closed' | 'returned' | 'refunded';
  time?: number;
  /** Yuan with two decimals, where it is not the order's whole amount. */
  amount?: string;
}

type Told = Pick<
  CheckedOrder,
  'status' | 'create_time' | 'closed_at' | 'paid_at' | 'returned_amount' | 'refunded_amount'
>;

const isMoney = (amount: string): boolean => Number(amount) > 0;

const timed = (what: Chapter['what'], time: number | null): Chapter =>
  time === null ? { what } : { what, time };

/** What happened to an order, oldest first. */
export function storyOf(order: Told): Chapter[] {
  const story: Chapter[] = [timed('placed', order.create_time)];
  if (order.status === ORDER_STATUS.pending) story.push({ what: 'waiting' });
  if (order.status === ORDER_STATUS.cancel) story.push(timed('closed', order.closed_at));
  if (order.status === ORDER_STATUS.success) story.push(timed('paid', order.paid_at));
  if (isMoney(order.returned_amount)) story.push({ what: 'returned', amount: order.returned_amount });
  if (isMoney(order.refunded_amount)) story.push({ what: 'refunded', amount: order.refunded_amount });
  return story;
}
