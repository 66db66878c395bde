import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  counted,
  id,
  minPosition,
  money,
  paging,
  seconds,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';

export const getBooksAsOf = endpoint('GET', '/api/finance/as-of', {
  access: 'finance',
  query: z.object({ as_of: asOfInput, min_position: minPosition }),
  /** Position and time of the books named by `as_of`; without it, the present ones. */
  answer: z.object({ as_of: asOf }),
  reads: ['ledger'],
});

/**
 * `disputed`: a provider contradicts its answer about a payout; `unknown`: it did not answer; `failed`: a payout failed
 * and has no successor; `waiting`: a withdrawal needs approval; `unsent`: an approved one was not sent for a day;
 * `unsettled`: a past month is not settled for all creators; `differs`: a settlement differs from its lines;
 * `unmatched`: an unresolved difference between a provider's statement and our books; `statement_missing`: a provider's
 * statement of a day could not be taken; `card`: a bank card needs a review; `refund_request`: a refund needs a second
 * person; `refund_unsent`: the provider has not sent a refund for a day; `refund_failed`: a refund did not reach the
 * payer; `payment_disputed`: a payer's bank demands a payment back; `stopped`: the worker, a read model or a process is
 * a minute behind; `incomplete`: a read model or a process has set events aside; `undelivered`: messages were given up.
 */
export const attentionKinds = [
  'disputed',
  'unknown',
  'failed',
  'waiting',
  'unsent',
  'unsettled',
  'differs',
  'unmatched',
  'statement_missing',
  'card',
  'refund_request',
  'refund_unsent',
  'refund_failed',
  'payment_disputed',
  'payment_undecided',
  'stopped',
  'incomplete',
  'undelivered',
] as const;
const attentionKind = z.enum(attentionKinds);
const attentionItem = z.object({
  kind: attentionKind,
  /** Since when it waits */
  since: seconds,
  /** Of one creator; empty where it is of several */
  user_id: id.or(z.literal('')),
  name: z.string(),
  /**
   * The withdrawal, the business month, the difference, the review of a card, the charge, `PROVIDER DAY PROBLEM` of a
   * missing statement (`too_large`, `unreadable`, `no_answer`), or `worker`, `read_model:NAME`, `process:NAME`, `messages`
   */
  ref: z.string(),
  amount: money.nullable(),
  /** Creators it is about; of `incomplete`, streams or events that were set aside; of `undelivered`, messages */
  count: z.number().int(),
});

/** Sums over accounts of one kind: creators' pending and available money and money in payout, and our assets. */
const bookTotal = z.enum(['pending', 'available', 'paying', 'psp', 'bank', 'other']);
const total = z.object({
  kind: bookTotal,
  /** Above zero: owed to creators (the first three), or held by us */
  value: money,
  /** The same at the end of `before_day` */
  before: money,
  /** Accounts it is the sum of */
  accounts: z.number().int(),
});

export const overviewAnswer = z.object({
  /** At most 50, shared out evenly to the kinds, or all of one; oldest first. `kinds` has the counts of all. */
  attention: z.object({
    kinds: z.array(z.object({ kind: attentionKind, count: z.number().int(), oldest: seconds })),
    list: z.array(attentionItem),
  }),
  totals: z.array(total),
  /** Over all accounts: always `"0.00"` */
  trial_balance: money,
  /** The last day of the business month before */
  before_day: businessDay,
  as_of: asOf,
});
export const getFinanceOverview = endpoint('GET', '/api/finance/overview', {
  access: 'finance',
  /** `kind`: lists the items of this kind only */
  query: z.object({ kind: attentionKind.optional(), as_of: asOfInput, min_position: minPosition }),
  answer: overviewAnswer,
  reads: ['ledger', 'withdrawals', 'reconciliation'],
});

/** The accounts that a total is made of, largest first. */
const totalAnswer = z.object({
  kind: bookTotal,
  value: money,
  list: z.array(
    z.object({
      account: z.string(),
      /** Of a creator's account; else empty */
      user_id: z.string(),
      name: z.string(),
      value: money,
    }),
  ),
  ...counted,
});
export const getFinanceTotal = endpoint('GET', '/api/finance/total', {
  access: 'finance',
  query: z.object({ kind: bookTotal, as_of: asOfInput, ...paging }),
  answer: totalAnswer,
  reads: ['ledger'],
});

export type AttentionKind = z.infer<typeof attentionKind>;
export type AttentionItem = z.infer<typeof attentionItem>;
export type Overview = z.infer<typeof overviewAnswer>;
export type BookTotalKind = z.infer<typeof bookTotal>;
export type BookTotalParts = z.infer<typeof totalAnswer>;
