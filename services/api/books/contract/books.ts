import { z } from 'zod';
import {
  asOf,
  businessDay,
  businessMonth,
  counted,
  id,
  minPosition,
  money,
  paging,
  seconds,
  whole,
} from '../../http/contract/fields.ts';
import { endpoint } from '../../http/endpoint.ts';

/** The end of 2199, in Unix seconds. */
const LAST_TIME = 7_258_118_399;

/**
 * The books as of a log position (below 1,000,000,000), a time in Unix seconds through 2199, or the end of a business
 * day (`YYYY-MM-DD`).
 */
export const asOfInput = z.union([whole(0, LAST_TIME).transform(String), businessDay]).optional();

/** Of a month */
export const sums = {
  orders: z.number().int(),
  gross: money,
  payment_fee: money,
  service_fee: money,
  affiliate: money,
  /** The refunded amount; fees are net of refunds */
  refunds: money,
  /** Affiliate commissions from others' orders, less refunds; part of the net */
  commissions: money,
  net: money,
};

const incomeMonth = z.object({
  month: businessMonth,
  ...sums,
  status: z.enum(['open', 'settled', 'available']),
  /** null while the month is open */
  settled_at: seconds.nullable(),
  /** When its income can be withdrawn: the 1st of the month after, 10:00 business time */
  available_at: seconds,
});
/** `pending`: earned, not available yet; `available`; `paying`: withdrawals in progress. */
export const balanceParts = { pending: money, available: money, paying: money };
const incomeAnswer = z.object({ list: z.array(incomeMonth), ...balanceParts, as_of: asOf });
export const getIncome = endpoint('GET', '/api/my/income', {
  access: 'creator',
  query: z.object({ month: businessMonth.optional(), min_position: minPosition }),
  answer: incomeAnswer,
  reads: ['ledger'],
});

/**
 * The orders and refunds of a month in log order; refunds are negative. A `commission` is the partner's part of
 * another creator's order, `commission_refund` its part in a refund; amount and net are the commission.
 */
export const incomeLine = {
  position: z.number().int(),
  kind: z.enum(['order', 'refund', 'commission', 'commission_refund']),
  out_trade_no: z.string(),
  refund_id: z.string(),
  amount: money,
  payment_fee: money,
  service_fee: money,
  affiliate: money,
  net: money,
};
const incomeLinesAnswer = z.object({
  list: z.array(z.object({ ...incomeLine, time: seconds })),
  ...counted,
});
export const listIncomeLines = endpoint('GET', '/api/my/income-lines', {
  access: 'creator',
  query: z.object({ month: businessMonth, ...paging }),
  answer: incomeLinesAnswer,
  reads: ['ledger'],
});

const settlement = z.object({
  user_id: id,
  name: z.string(),
  month: businessMonth,
  ...sums,
  status: z.enum(['settled', 'available']),
  sha256: z.string(),
  first_position: z.number().int(),
  last_position: z.number().int(),
  /** Log position of the settlement itself */
  position: z.number().int(),
  settled_at: seconds,
  available_at: seconds,
});
export const settlementsAnswer = z.object({
  month: businessMonth,
  list: z.array(settlement),
  has_more: z.boolean(),
  total_count: z.number().int(),
  /** Over all creators */
  total: z.object(sums),
  /** Creators with income of the month that is not settled */
  open_count: z.number().int(),
  as_of: asOf,
});
export const listSettlements = endpoint('GET', '/api/finance/settlements', {
  access: 'finance',
  query: z.object({
    /** Default: the previous month */
    month: businessMonth.optional(),
    as_of: asOfInput,
    ...paging,
  }),
  answer: settlementsAnswer,
  reads: ['ledger'],
});

export const settlementParams = z.object({ month: businessMonth, user_id: id });
const figure = z.enum([
  'orders',
  'gross',
  'payment_fee',
  'service_fee',
  'affiliate',
  'refunds',
  'commissions',
  'net',
  'first_position',
  'last_position',
  'lines_sha256',
]);
const line = z.object({
  ...incomeLine,
  /** The exact line that the hash covers, without its line feed */
  text: z.string(),
});
/** `recomputed`: from all lines, not only those of this page. */
export const settlementAnswer = z.object({
  settlement,
  /**
   * The person who settled it, null if automatic; `scheduled` on the 1st, empty for old settlements without a reason
   */
  because: z.object({ by: z.object({ user_id: id, name: z.string() }).nullable(), reason: z.string() }),
  lines: z.array(line),
  has_more: z.boolean(),
  total_count: z.number().int(),
  recomputed: z.object({ sha256: z.string(), agrees: z.boolean(), differing: z.array(figure) }),
  as_of: asOf,
});
export const getSettlement = endpoint('GET', '/api/finance/settlements/:month/:user_id', {
  access: 'finance',
  params: settlementParams,
  /** There is none as of a time before the settlement. A settlement never changes. */
  query: z.object({ as_of: asOfInput, ...paging }),
  answer: settlementAnswer,
  reads: ['ledger'],
});

/** Some hundred creators at a time; `next` continues, null at the end. */
export const settlementCheckAnswer = z.object({
  compared: z.number().int(),
  differing: z.array(z.object({ user_id: id, figures: z.array(figure) })),
  next: id.nullable(),
  as_of: asOf,
});
export const checkSettlements = endpoint('GET', '/api/finance/settlement-check', {
  access: 'finance',
  query: z.object({
    month: businessMonth,
    /** Continue after this creator */
    after: z.string().max(64).default(''),
    as_of: asOfInput,
  }),
  answer: settlementCheckAnswer,
});

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
    ...paging,
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
export type Income = z.infer<typeof incomeAnswer>;
export type IncomeMonth = z.infer<typeof incomeMonth>;
export type IncomeLines = z.infer<typeof incomeLinesAnswer>;
