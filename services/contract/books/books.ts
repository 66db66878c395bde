import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  counted,
  id,
  minPosition,
  money,
  newestPages,
  seconds,
  whole,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';

/** The owner of a creator's account; empty for other accounts. */
const ownerName = z.string();
export const amounts = {
  debit: money,
  credit: money,
  /** Debits less credits */
  balance: money,
};
export const entryKind = z.enum([
  'order',
  'refund',
  'late_payment',
  'late_payment_returned',
  'refund_failed',
  'failed_refund_paid',
  'failed_refund_sent',
  'settlement',
  'withdrawal',
  'withdrawal_rejected',
  'withdrawal_retried',
  'payout',
  'payout_failed',
  'payout_confirmed',
  'payout_returned',
  'statement_line',
  'difference_resolved',
  'difference_reopened',
]);
const entry = {
  /** Of the event that it was booked from */
  position: z.number().int(),
  time: seconds,
  kind: entryKind,
  /** The creator whose money moves; `platform` without one */
  user_id: id,
  out_trade_no: z.string().nullable(),
  /** Refund, charge, withdrawal, line of a statement or difference; the month of a settlement */
  ref: z.string().nullable(),
};
/**
 * Newest first. `balance` of a posting: of the account with it. The account's `debit` and `credit` are sums of the
 * period, its `balance` is the one at the end of it.
 */
const ledgerAnswer = z.object({
  account: z.string(),
  name: ownerName,
  ...amounts,
  list: z.array(z.object({ ...entry, ...amounts })),
  ...counted,
});
export const listLedger = endpoint('GET', '/api/finance/ledger', {
  access: 'finance',
  query: z.object({
    account: z
      .string()
      .min(1)
      .max(120)
      .regex(/^[a-z][0-9A-Za-z:_-]*$/),
    from: businessDay.optional(),
    to: businessDay.optional(),
    as_of: asOfInput,
    ...newestPages,
    min_position: minPosition,
  }),
  answer: ledgerAnswer,
  reads: ['ledger'],
});

const entryAnswer = z.object({
  ...entry,
  postings: z.array(z.object({ account: z.string(), name: ownerName, ...amounts })),
  as_of: asOf,
});
export const getLedgerEntry = endpoint('GET', '/api/finance/entry', {
  access: 'finance',
  query: z.object({ position: whole(1, Number.MAX_SAFE_INTEGER), as_of: asOfInput }),
  answer: entryAnswer,
});

const trialBalanceAnswer = z.object({
  accounts: z.array(z.object({ account: z.string(), name: ownerName, ...amounts })),
  users: z.enum(['each', 'sum']),
  total: money,
  as_of: asOf,
});
export const getTrialBalance = endpoint('GET', '/api/finance/trial-balance', {
  access: 'finance',
  query: z.object({
    as_of: asOfInput,
    /** `sum`: creators' accounts as one per kind; automatic when there are very many */
    users: z.enum(['each', 'sum']).optional(),
    min_position: minPosition,
  }),
  answer: trialBalanceAnswer,
  reads: ['ledger'],
});

export type Ledger = z.infer<typeof ledgerAnswer>;
export type Entry = z.infer<typeof entryAnswer>;
export type TrialBalance = z.infer<typeof trialBalanceAnswer>;
