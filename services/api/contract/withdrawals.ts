import { z } from 'zod';
import { id, list, money, moneyInput, page, perPage, seconds, text } from './fields.ts';

/** 1 Alipay, 2 PayPal, 7 bank card; the default one unless given. */
const withdrawType = z.union([z.literal(1), z.literal(2), z.literal(7)]);
const key = text(64, 1);

export const applyWithdraw = z.object({
  amount: moneyInput,
  withdraw_type: withdrawType.optional(),
  client_order_key: key.optional(),
});
export const appliedWithdraw = z.object({
  order_id: id,
  /** Still to be withdrawn */
  available: money,
  position: z.number().int(),
});
/** Without a number the newest failed one that can be switched. */
export const switchToBank = z.object({ order_id: id.optional() });

export const balance = z.object({
  /** What can be withdrawn now */
  available: money,
  pending: money,
  paying: money,
  on_hold: money,
  /** `pending_below_zero`, or empty when nothing is held back */
  hold_reason: z.enum(['', 'pending_below_zero']),
  hold_text: z.string(),
  /** When more becomes available */
  next_time: seconds,
  smallest: money,
});

export const historyQuery = z.object({ page, per_page: perPage });
const record = z.object({
  order_id: id,
  pay_amount: money,
  apply_time: seconds,
  /** waiting 1, success 2, error 3, pp_error 4, bank_error 7, transfering 8 */
  status: z.number().int(),
  status_text: z.string(),
  withdraw_type: z.number().int(),
  type_text: z.string(),
  deal_error: z.string(),
  /** 1: it can be switched to the bank card */
  can_atb: z.union([z.literal(0), z.literal(1)]),
});
export const withdrawHistory = list(record);
