import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  flag,
  id,
  money,
  moneyInput,
  orderHeaders,
  outTradeNo,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { named, namesOne, oneOfTwo } from './orders.ts';

/** By the order's creator, or by finance. Without an amount: the price of the units, or the rest. */
export const refundOrderBody = z.object({
  out_trade_no: outTradeNo,
  /** Part of the payment, `"5.00"` */
  amount: moneyInput.optional(),
  /** Units returned with it */
  sku: z
    .array(z.object({ sku_id: id, count: whole(1, 10_000) }))
    .max(100)
    .default([]),
  /** Tickets that become void with it */
  ticket_ids: z.array(id).max(1_000).default([]),
  reason: text(200).default(''),
  /** The same key is the same refund (or the header `Idempotency-Key`) */
  refund_key: text(64, 1).optional(),
});
export const refundedOrder = z.object({
  out_trade_no: outTradeNo,
  /** The amount of this refund, and the total refunded so far */
  amount: money,
  refunded_amount: money,
  /** A large refund by finance: no money moves until a second person approves */
  waits: z.boolean(),
  position: z.number().int(),
});
export const refundOrder = endpoint('POST', '/api/order/refund', {
  access: ['creator', 'finance'],
  confirm: 'staff',
  body: refundOrderBody,
  headers: orderHeaders,
  answer: refundedOrder,
});

/** The same words for one order, or for all of a cart order that are the caller's */
const updateRemarkBody = z.object({ ...named, remark: text(500) }).refine(namesOne, oneOfTwo);
const updatedRemark = z.object({
  out_trade_nos: z.array(outTradeNo),
  /** The one that was named; empty when the cart order was */
  out_trade_no: z.union([outTradeNo, z.literal('')]),
  remark: z.string(),
  /** Times that the fan has changed it; once is allowed */
  remark_updated_times: z.number().int(),
  position: z.number().int(),
});

/** Refused (40902) where the creator does not allow it (`set-remark-changes`), and after one change. */
export const updateOrderRemark = endpoint('POST', '/api/order/update-remark', {
  access: 'fan',
  body: updateRemarkBody,
  answer: updatedRemark,
});
export const updateCreatorRemark = endpoint('POST', '/api/order/update-creator-remark', {
  access: 'creator',
  body: updateRemarkBody,
  answer: updatedRemark,
});

/** Whether buyers may change the remark of a paid order once. Only certified creators can allow it. */
export const setRemarkChanges = endpoint('POST', '/api/creator/set-remark-changes', {
  access: 'creator',
  body: z.object({ status: flag }),
  answer: z.object({ can_change_remark: z.boolean(), position: z.number().int() }),
});

export type RefundOrder = z.input<typeof refundOrderBody>;
