import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { counted, id, money, outTradeNo, paged, seconds } from '../fields/fields.ts';

/**
 * What a post brought in: paid orders that were begun at its unlock panel, minus what was refunded; newest first. An
 * order counts for one post. Refused (40400): a post that is not an own one.
 */
export const getPostRevenue = endpoint('GET', '/api/post/revenue', {
  access: 'creator',
  query: paged({ post_id: id }),
  answer: z.object({
    /** Sum over all orders, without refunds */
    amount: money,
    list: z.array(
      z.object({
        out_trade_no: outTradeNo,
        user: z.object({ user_id: id, name: z.string() }),
        plan_name: z.string(),
        total_amount: money,
        refunded_amount: money,
        paid_time: seconds,
      }),
    ),
    ...counted,
  }),
  reads: ['orders'],
});
