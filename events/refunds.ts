import { z } from 'zod';
import { outTradeNo, skuId, userId } from './ids.ts';
import { fen } from './money.ts';

const decision = z.object({ refund_id: z.string(), out_trade_no: outTradeNo, by: userId });

/** A large refund by finance, between the request of one person and the decision of another. */
export const refundRequestEvents = {
  RefundRequested: z.object({
    refund_id: z.string(),
    out_trade_no: outTradeNo,
    amount: fen,
    units: z.array(z.object({ sku_id: skuId, count: z.int() })),
    ticket_ids: z.array(z.string()),
    reason: z.string(),
    by: userId,
  }),
  /** Written with the order's `OrderRefunded`. */
  RefundRequestApproved: decision,
  RefundRequestDeclined: decision.extend({ reason: z.string() }),
  /** The case that it belongs to has ended in another way, or requests another refund. */
  RefundRequestWithdrawn: decision,
};
