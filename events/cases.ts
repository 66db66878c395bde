import { z } from 'zod';
import { outTradeNo, skuId, userId } from './ids.ts';
import { fen } from './money.ts';
import { CASE_KINDS, CASE_REASONS, CASE_SIDES } from './status.ts';
import { millis } from './time.ts';

const one = z.object({ case_id: z.string(), out_trade_no: outTradeNo });
const action = one.extend({
  by: z.enum(CASE_SIDES),
  user_id: userId,
  /** The text is in the vault; null without one. */
  text_ref: z.string().nullable(),
  /** Of staff, stored permanently; otherwise empty. */
  reason: z.string(),
});

/** Pictures of the person who writes: ids of files. */
const pics = z.array(z.string());

/** The cases of an order, one after the other in one stream: at most one of them is open. */
export const caseEvents = {
  CaseOpened: one.extend({
    user_id: userId,
    kind: z.enum(CASE_KINDS),
    topic: z.enum(CASE_REASONS),
    /** The lines that it is about; empty: the whole order. */
    units: z.array(z.object({ sku_id: skuId, count: z.int() })),
    text_ref: z.string().nullable(),
    pics,
    /** Until then the creator decides. */
    due_at: millis,
  }),
  CaseMessageAdded: action.extend({ pics }),
  CaseDeclined: action,
  /** Written with a `RefundRequested`: staff wants to refund, and a second person has to approve it. */
  CaseRefundRequested: action.extend({
    refund_id: z.string(),
    amount: fen,
    /** Business day on which it counts for the limit of support; empty: it does not count. */
    counted_day: z.string(),
  }),
  /** Written with the `RefundRequestDeclined`; the case goes on. */
  CaseRefundDeclined: action.extend({ refund_id: z.string(), amount: fen }),
  /** Written with the `OrderRefunded`; without a refund where everything was refunded before. */
  CaseAccepted: action.extend({ amount: fen }),
  CasePassedOn: one.extend({ user_id: userId }),
  CaseClosed: action,
};

const counted = one.extend({
  user_id: userId,
  /** Business day. */
  day: z.string(),
  amount: fen,
});

/** What a person of support has refunded or requested, in the stream of that person. */
export const supportRefundEvents = {
  SupportRefundCounted: counted,
  /** Of that day: the requested refund was declined or withdrawn. */
  SupportRefundReturned: counted,
};
