import { z } from 'zod';
import { WITHDRAW_FAILED } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  id,
  list,
  minPosition,
  money,
  newestPages,
  searchText,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';

const statuses = z
  .enum(['1', '2', '3', '4', '7', '8', 'failed'])
  .transform((one) => (one === 'failed' ? WITHDRAW_FAILED : [Number(one)]));

/** A person's finding in a dispute. */
const disputeFinding = z.object({
  user_id: id,
  name: z.string(),
  outcome: z.enum(['reached', 'not_reached']),
  reason: z.string(),
  time: seconds,
});
const providerAnswer = {
  said: z.enum(['succeeded', 'failed']),
  /** The cause in words, or the provider's reference */
  detail: z.string(),
  time: seconds,
};
const dispute = z.object({
  /** n-th of its withdrawal, from 1: what a decision names */
  number: z.number().int(),
  payout_id: z.string(),
  ...providerAnswer,
  /** The provider's earlier answer */
  before: z.object(providerAnswer),
  /** Whether the payout counts as paid */
  counts_as_paid: z.boolean(),
  /** Held of the creator's available because of it */
  held: money,
  /** A newer payout is pending: this one cannot be closed as paid before its result is known */
  waits_for_newer: z.boolean(),
  /**
   * Why two people must reach a finding, or empty. `not_covered`: if it did not arrive a waiting retry is sent, and
   * the creator's money does not cover it any more
   */
  two_people: z.enum(['', 'amount', 'not_covered']),
  /** The first of two findings, and the closing one; or null */
  judged: disputeFinding.nullable(),
  closed: disputeFinding.nullable(),
});
const withdrawal = z.object({
  order_id: id,
  user_id: id,
  name: z.string(),
  pay_amount: money,
  apply_time: seconds,
  status: z.number().int(),
  status_text: z.string(),
  withdraw_type: z.number().int(),
  type_text: z.string(),
  status_time: seconds,
  deal_error: z.string(),
  can_atb: z.union([z.literal(0), z.literal(1)]),
  /** The failed withdrawal that this one replaces, and its replacement; or empty. */
  instead_of: id.or(z.literal('')),
  switched_to: id.or(z.literal('')),
  /** Who approved or retried, first to last */
  approvals: z.array(z.object({ user_id: id, name: z.string() })),
  /**
   * Whether two different people have to approve or retry it: with others of the creator that one person let out
   * within 24 hours it is above the threshold
   */
  needs_second: z.boolean(),
  /** The creator's money at that moment, as an approval or a retry counts it */
  cover: z.object({
    /** Less open withdrawals; can be negative */
    available: money,
    /** Below zero when more was refunded than came in */
    pending: money,
    /** For negative pending income, and for disputed payouts */
    on_hold: money,
    /** By how much available and pending together, less disputed payouts, are below zero */
    owed: money,
    /** What is missing to approve or retry this one; above zero, it is refused */
    missing: money,
  }),
  /** The provider did not answer the last time: it may have paid */
  unknown: z.boolean(),
  /** The provider's answers contradict each other, and finance has not closed the dispute */
  disputed: z.boolean(),
  /**
   * Whether the failed withdrawal that it replaces is disputed, or counts as paid after all: then this one is not
   * approved; or empty.
   */
  first_one: z.enum(['', 'disputed', 'paid']),
  /** The contradicting answer and its payout; while open, retry and switch pay nothing. */
  disputes: z.array(dispute),
});
const withdrawalsAnswer = list(withdrawal).extend({
  /** Of all that match, not only of this page */
  total_amount: money,
});
export const listWithdrawals = endpoint('GET', '/api/finance/withdrawals', {
  access: 'finance',
  /**
   * `status`: waiting 1, success 2, failed 3, 4 and 7, transfering 8; `failed`: any of the three; default: all.
   * Those waiting or on their way come longest first, others newest first.
   */
  query: z.object({
    status: statuses.optional(),
    user_id: id.optional(),
    withdraw_type: whole(1, 99).optional(),
    /** Those that the overview counts as such, longest waiting first */
    attention: z.enum(['disputed', 'unknown', 'failed', 'waiting', 'unsent']).optional(),
    /** A withdrawal's id or, from 6 characters on, its beginning; a creator's id, slug, or a part of the name */
    search_q: searchText(100).default(''),
    as_of: asOfInput,
    ...newestPages,
    min_position: minPosition,
  }),
  answer: withdrawalsAnswer,
  reads: ['ledger', 'withdrawals'],
});

/** Something that happened to a withdrawal. */
const chapter = z.object({
  position: z.number().int(),
  time: seconds,
  what: z.enum([
    'requested',
    'approved_first',
    'approved',
    'rejected',
    'retried',
    'sent',
    'unknown',
    'paid',
    'failed',
    'disputed_failed',
    'disputed_paid',
    'judged_reached',
    'judged_not_reached',
    'closed_reached',
    'closed_not_reached',
    'switched',
  ]),
  by: z.enum(['creator', 'staff', 'process', 'provider']),
  /** Of a person; empty for processes and providers */
  user_id: z.string(),
  name: z.string(),
  /**
   * The staff's note, the cause of failure, the provider's reference, or the withdrawal that it replaces; or empty
   */
  note: z.string(),
  payout_id: z.string(),
});

const withdrawalParams = z.object({ id });
export const getWithdrawal = endpoint('GET', '/api/finance/withdrawals/:id', {
  access: 'finance',
  params: withdrawalParams,
  query: z.object({ as_of: asOfInput, min_position: minPosition }),
  answer: z.object({ withdrawal, story: z.array(chapter), as_of: asOf }),
  reads: ['ledger', 'withdrawals'],
});
export const getPayee = endpoint('GET', '/api/finance/withdrawals/:id/payee', {
  access: 'finance',
  params: withdrawalParams,
  query: z.object({ reason: text(200, 1) }),
  /** Unmasked; each view is recorded. Fields as the creator entered them. */
  answer: z.object({ order_id: id, payee: z.record(z.string(), z.string()) }),
});

const review = {
  access: 'finance',
  confirm: 'staff',
  params: withdrawalParams,
  /** With an optional staff note, recorded in the event. */
  body: z.object({ reason: text(200).default('') }),
  answer: z.object({
    order_id: id,
    status: z.number().int(),
    /** False: a second person has to approve */
    approved: z.boolean(),
    position: z.number().int(),
  }),
} as const;
export const approveWithdrawal = endpoint('POST', '/api/finance/withdrawals/:id/approve', review);
export const retryWithdrawal = endpoint('POST', '/api/finance/withdrawals/:id/retry', review);
export const rejectWithdrawal = endpoint('POST', '/api/finance/withdrawals/:id/reject', {
  ...review,
  body: z.object({ reason: text(200, 1) }),
});
export const closePayoutDispute = endpoint('POST', '/api/finance/withdrawals/:id/close-dispute', {
  access: 'finance',
  confirm: 'staff',
  params: withdrawalParams,
  /** Whether the money of the disputed payout reached the person, and how that is known. */
  body: z.object({
    number: whole(1, 10_000),
    outcome: z.enum(['reached', 'not_reached']),
    reason: text(200, 1),
  }),
  answer: z.object({
    order_id: id,
    status: z.number().int(),
    /** False: a second person must reach the same finding */
    closed: z.boolean(),
    position: z.number().int(),
  }),
});

export type PayoutDispute = z.infer<typeof dispute>;
export type DisputeOutcome = z.infer<typeof disputeFinding>['outcome'];
export type FinanceWithdrawal = z.infer<typeof withdrawal>;
export type FinanceWithdrawals = z.infer<typeof withdrawalsAnswer>;
export type WithdrawalChapter = z.infer<typeof chapter>;
