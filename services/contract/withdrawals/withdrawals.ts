import { z } from 'zod';
import { entryKind } from '#services/contract/books/books.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  counted,
  id,
  list,
  money,
  moneyInput,
  newestPages,
  orderHeaders,
  paged,
  seconds,
  text,
} from '#services/contract/fields/fields.ts';
import { withdrawType } from './withdraw-methods.ts';

const key = text(64, 1);

const appliedWithdraw = z.object({
  order_id: id,
  /** Still to be withdrawn */
  available: money,
  position: z.number().int(),
});
export const applyWithdraw = endpoint('POST', '/api/my/apply-withdraw', {
  access: 'creator',
  body: z.object({
    amount: moneyInput,
    /** Default: the default method */
    withdraw_type: withdrawType.optional(),
    client_order_key: key.optional(),
  }),
  headers: orderHeaders,
  answer: appliedWithdraw,
});
export const switchWithdrawToBank = endpoint('POST', '/api/my/switch-withdraw-to-bank', {
  access: 'creator',
  /** Without a number the newest failed one that can be switched. */
  body: z.object({ order_id: id.optional() }),
  answer: appliedWithdraw,
});

const balanceAnswer = z.object({
  /** What can be withdrawn now */
  available: money,
  pending: money,
  paying: money,
  on_hold: money,
  /** `pending_below_zero`, or empty when nothing is held */
  hold_reason: z.enum(['', 'pending_below_zero', 'payout_disputed']),
  hold_text: z.string(),
  /** The single holds; if their sum exceeds available, `on_hold` is all of available */
  holds: z.array(
    z.object({
      reason: z.enum(['pending_below_zero', 'payout_disputed']),
      amount: money,
      /** The disputed withdrawal and payout; empty for holds of refunds */
      order_id: id.or(z.literal('')),
      payout_id: z.string(),
    }),
  ),
  /** The amount by which available is negative; later income compensates it */
  owed: money,
  /** Part of pending: settled already, to be withdrawn from `next_time` on */
  coming: money,
  /** When more becomes available: the 1st at 10:00, business time */
  next_time: seconds,
  smallest: money,
  as_of: asOf,
});
export const getBalance = endpoint('GET', '/api/my/balance', {
  access: 'creator',
  answer: balanceAnswer,
  reads: ['ledger', 'withdrawals'],
});

const ownKind = entryKind.extract([
  'order',
  'refund',
  'settlement',
  'withdrawal',
  'withdrawal_rejected',
  'withdrawal_retried',
  'payout',
  'payout_failed',
  'payout_confirmed',
  'payout_returned',
]);
/** Moves of a creator's accounts; another creator's order moves them by its commission. */
export const balancePart = z.enum([...ownKind.options, 'commission', 'commission_refund']);

const postingsAnswer = z.object({
  account: z.enum(['pending', 'available', 'paying']),
  /** Of the account, as the books have it. */
  balance: money,
  list: z.array(
    z.object({
      /** Of the event that it was booked from */
      position: z.number().int(),
      time: seconds,
      kind: balancePart,
      out_trade_no: z.string().nullable(),
      /** Refund or withdrawal; the month of a settlement */
      ref: z.string().nullable(),
      /** Positive: incoming, negative: outgoing. */
      amount: money,
      /** Of the account with this posting. */
      balance: money,
    }),
  ),
  ...counted,
});
export const listPostings = endpoint('GET', '/api/my/postings', {
  access: 'creator',
  /** A creator's account in the books, posting by posting, newest first. */
  query: paged({ account: z.enum(['pending', 'available', 'paying']) }),
  answer: postingsAnswer,
  reads: ['ledger'],
});

const record = z.object({
  order_id: id,
  pay_amount: money,
  apply_time: seconds,
  /** waiting 1, success 2, error 3, pp_error 4, bank_error 7, transfering 8 */
  status: z.number().int(),
  status_text: z.string(),
  withdraw_type: z.number().int(),
  type_text: z.string(),
  /** Where it goes, masked; empty when the details were erased. */
  payee: z.string(),
  /** Since when the status is this one */
  status_time: seconds,
  /** Why it failed or was rejected */
  deal_error: z.string(),
  /** 1: it can be switched to the bank card */
  can_atb: z.union([z.literal(0), z.literal(1)]),
  /** The failed withdrawal that this one replaces, and its replacement; or empty. */
  instead_of: id.or(z.literal('')),
  switched_to: id.or(z.literal('')),
});
export const listMyWithdrawals = endpoint('GET', '/api/my/withdraw-history', {
  access: 'creator',
  query: z.object(newestPages),
  answer: list(record),
  reads: ['ledger', 'withdrawals'],
});

export type Balance = z.infer<typeof balanceAnswer>;
export type Postings = z.infer<typeof postingsAnswer>;
export type WithdrawRecord = z.infer<typeof record>;
export type AppliedWithdraw = z.infer<typeof appliedWithdraw>;
