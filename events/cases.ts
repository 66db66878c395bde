import { z } from 'zod';
import { outTradeNo, skuId, userId } from './ids.ts';
import { fen } from './money.ts';
import { millis } from './time.ts';

/** What a fan wants: money back, or another kind of help. */
export const CASE_KINDS = ['refund', 'help'] as const;
export const CASE_REASONS = [
  'not_received',
  'damaged',
  'wrong_item',
  'not_as_described',
  'unwanted',
  'other',
] as const;
/** Who acts: one of the order's two parties, or staff. */
export const CASE_SIDES = ['fan', 'creator', 'staff'] as const;
export type CaseSide = (typeof CASE_SIDES)[number];

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
