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

/** The cases of an order, one after the other in one stream: at most one of them is open. */
export const caseEvents = {
  CaseOpened: one.extend({
    user_id: userId,
    kind: z.enum(CASE_KINDS),
    topic: z.enum(CASE_REASONS),
    /** The lines that it is about; empty: the whole order. */
    units: z.array(z.object({ sku_id: skuId, count: z.int() })),
    text_ref: z.string().nullable(),
    /** Until then the creator decides. */
    due_at: millis,
  }),
  CaseMessageAdded: action,
  CaseDeclined: action,
  /** Written with the `OrderRefunded`; without a refund where everything was refunded before. */
  CaseAccepted: action.extend({ amount: fen }),
  CasePassedOn: one.extend({ user_id: userId }),
  CaseClosed: action,
};

/** What a person of support has refunded, in the stream of that person. */
export const supportRefundEvents = {
  SupportRefundCounted: one.extend({
    user_id: userId,
    /** Business day. */
    day: z.string(),
    amount: fen,
  }),
};
