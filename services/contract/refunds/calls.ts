import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { asOf, id, money, outTradeNo, seconds, text } from '#services/contract/fields/fields.ts';
import { refundOrderBody } from '#services/contract/orders/after-payment.ts';
import { asOfInput } from '../fields/as-of.ts';

/** The share of each party; in a refund the returned shares. They add up to the amount. */
const shares = z.object({
  payment_fee: money,
  service_fee: money,
  affiliate: money,
  /** The creator's part */
  net: money,
});

const person = z.object({
  user_id: id,
  /** Empty for imported people */
  name: z.string(),
});

/** A refund requested by one finance member, to be decided by another. */
const refundRequest = z.object({
  refund_id: z.string(),
  amount: money,
  reason: z.string(),
  by: person,
  time: seconds,
});

const refundRecord = z.object({
  refund_id: z.string(),
  amount: money,
  shares,
  reason: z.string(),
  /** `late`: a late payment that could not be returned */
  by: z.enum(['creator', 'finance', 'import', 'dispute', 'late']),
  actor: z.string(),
  time: seconds,
  /** Log position of the decision */
  position: z.number().int(),
  /** When the provider returned the money; null: not yet */
  sent_at: seconds.nullable(),
  /** It did not reach the payer; finance pays it in another way */
  has_failed: z.boolean(),
});

/** An order as finance refunds it: money, lines and earlier refunds; no address, remark or holder's name. */
const orderToRefund = z.object({
  out_trade_no: outTradeNo,
  status: z.number().int(),
  provider: z.string(),
  plan_name: z.string(),
  creator: person,
  fan: person,
  /** The order's affiliate code; null without one */
  partner: person.nullable(),
  /** null while it is not paid */
  paid_at: seconds.nullable(),
  total_amount: money,
  /** Part of the total */
  shipping_fee: money,
  refunded_amount: money,
  /** What can still be refunded; `"0.00"` while it is not paid */
  refundable_amount: money,
  sku_detail: z.array(
    z.object({
      sku_id: id,
      name: z.string(),
      count: z.number().int(),
      price: money,
      /** Returned units */
      refunded_count: z.number().int(),
    }),
  ),
  ticket_count: z.number().int(),
  /** Valid tickets; empty for the past */
  tickets: z.array(z.object({ id, sku_id: id, code: z.string(), name: z.string(), used: z.boolean() })),
  /** Oldest first */
  refunds: z.array(refundRecord),
  /** Oldest first */
  requests: z.array(refundRequest),
  /** Something can be refunded, and the query is not about the past */
  may_refund: z.boolean(),
  as_of: asOf,
});
export const getRefundableOrder = endpoint('GET', '/api/finance/refundable-order', {
  access: 'finance',
  query: z.object({ out_trade_no: outTradeNo, as_of: asOfInput }),
  answer: orderToRefund,
  reads: ['ledger'],
});

export const previewedRefund = z.object({
  out_trade_no: outTradeNo,
  amount: money,
  /** All refunds including this one */
  refunded_amount: money,
  /** A second person has to approve it */
  needs_second: z.boolean(),
  /** The order is then fully refunded */
  whole: z.boolean(),
  shares,
  /** Units that return to stock, and tickets that become void */
  units: z.number().int(),
  ticket_count: z.number().int(),
  /** Grants to be removed: the membership, the use of a redeem code */
  membership: z.boolean(),
  redeem_code: z.boolean(),
});
export const previewRefund = endpoint('POST', '/api/finance/refund-preview', {
  access: 'finance',
  /** Like a refund, but nothing is written. */
  body: refundOrderBody.omit({ reason: true, refund_key: true }),
  answer: previewedRefund,
});

export const approveRefund = z.object({ out_trade_no: outTradeNo, refund_id: text(64, 1) });
const decidedRefund = z.object({
  out_trade_no: outTradeNo,
  /** The refund is now decided */
  refunded: z.boolean(),
  position: z.number().int(),
});
export const declineRefundRequest = endpoint('POST', '/api/finance/refund-requests/decline', {
  access: 'finance',
  confirm: 'staff',
  body: approveRefund.extend({ reason: text(200) }),
  answer: decidedRefund,
});
export const approveRefundRequest = endpoint('POST', '/api/finance/refund-requests/approve', {
  access: 'finance',
  confirm: 'staff',
  body: approveRefund,
  answer: decidedRefund,
});

export const refundByHand = endpoint('POST', '/api/finance/refund-by-hand', {
  access: 'finance',
  confirm: 'staff',
  /** A refund that the provider did not send within a day and that was returned in another way */
  body: approveRefund.extend({
    reason: text(200),
    /** The refund's number at the provider, where it was made in the provider's console; empty: paid from our bank */
    provider_refund_id: text(64).default(''),
  }),
  answer: z.object({
    out_trade_no: outTradeNo,
    /** `provider`: it had failed, and the provider has sent it after all; this is recorded, and no manual payment */
    paid_by: z.enum(['finance', 'provider']),
    position: z.number().int(),
  }),
});

export type RefundRequest = z.infer<typeof refundRequest>;
export type OrderToRefund = z.infer<typeof orderToRefund>;
export type RefundRecord = z.infer<typeof refundRecord>;
export type PreviewedRefund = z.infer<typeof previewedRefund>;
