import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  counted,
  flag,
  id,
  list,
  minPosition,
  money,
  newestPages,
  orderedPages,
  paged,
  searchText,
  seconds,
  text,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';

const statementLineKind = z.enum(['charge', 'refund', 'payout', 'transfer', 'fee', 'dispute', 'other']);
const providerName = z.string().regex(/^[0-9a-z_-]{1,40}$/);
/** Theirs and ours of one move of money; `awaited`: ours, and no statement covers its time yet. */
const itemState = z.enum(['awaited', 'matched', 'only_ours', 'only_theirs', 'differs']);

/** The uploader's note; in a form the field `reason`, before the file. */
export const uploadReason = text(200);
/** The CSV as text, unless it comes as the file `file` of a form. */
export const statementUpload = z
  .object({ text: z.string().max(4_194_304), reason: uploadReason.default('') })
  .nullish();

const rejectedReason = z.enum([
  /** Quotes do not close, or the line is longer than any line of a statement is */
  'unreadable',
  'missing_id',
  'bad_id',
  'bad_reference',
  'unknown_kind',
  'bad_amount',
  /** Amount less fee is not the net */
  'amounts_differ',
  'other_currency',
  'bad_time',
  /** An earlier line of the file has this id */
  'repeated_id',
  /** A line with this id exists already with other figures; the existing one counts */
  'differs_from_before',
]);
const rejectedLine = z.object({ line: z.number().int(), reason: rejectedReason });
const statement = {
  /** SHA-256 of the file */
  statement_id: id,
  provider: z.string(),
  format: z.string(),
  bytes: z.number().int(),
  /** Its period */
  from: seconds,
  to: seconds,
  /** New lines, and lines that an earlier file contained */
  fresh: z.number().int(),
  known: z.number().int(),
  amount: money,
  fee: money,
  net: money,
  rejected_count: z.number().int(),
  /** The uploader's note; can be empty */
  reason: z.string(),
};
/** `repeated`: the file was read before, and nothing has changed. */
export const statementReport = z.object({
  ...statement,
  repeated: z.boolean(),
  /** Valid lines with a time outside of the period; they count, too. null: unknown, the file was read before */
  outside: z.number().int().nullable(),
  rejected: z.array(rejectedLine),
  position: z.number().int(),
});
export const uploadStatement = endpoint('POST', '/api/finance/statements', {
  access: 'finance',
  confirm: 'staff',
  limit: 'upload',
  /** The business days of the statement; by default those stated in the file, else from its first line to its last. */
  query: z.object({ from: businessDay.optional(), to: businessDay.optional() }),
  body: statementUpload,
  answer: statementReport,
  /** Half a million orders' lines of a usual statement. */
  largest_file: 33_554_432,
});

/** What a person of finance did, and why. */
const decision = z.object({
  by: z.object({ user_id: id, name: z.string() }),
  reason: z.string(),
  time: seconds,
  position: z.number().int(),
});
const listedStatement = z.object({
  ...statement,
  uploaded_by: z.object({ user_id: id, name: z.string() }),
  uploaded_at: seconds,
  position: z.number().int(),
  /** null: its period counts */
  reversed: decision.nullable(),
});
/** Its period no longer counts; its lines stay. The file can be uploaded again, with another period. */
export const reverseStatement = endpoint('POST', '/api/finance/statements/:id/reverse', {
  access: 'finance',
  confirm: 'staff',
  params: z.object({ id }),
  body: z.object({ reason: text(200, 1) }),
  answer: z.object({ statement_id: id, position: z.number().int() }),
});
/**
 * Goes on without the statement of a day that could not be taken: the entry leaves what needs attention. Nothing is written
 * off. As long as the provider is set up, the day is still requested. Unknown days are not found (40400).
 */
export const closeMissingStatement = endpoint('POST', '/api/finance/missing-statements/close', {
  access: 'finance',
  confirm: 'staff',
  body: z.object({ provider: providerName, day: businessDay, reason: text(200, 1) }),
  answer: z.object({ position: z.number().int() }),
});
/**
 * Closes the entry of a payment about which the provider's answers are wrong or incomplete. Nothing is booked, and a whole
 * answer that comes later counts. Others are not found (40400).
 */
export const closeUnclearPayment = endpoint('POST', '/api/finance/unclear-payments/close', {
  access: 'finance',
  confirm: 'staff',
  body: z.object({ charge_id: text(100, 1), reason: text(200, 1) }),
  answer: z.object({ position: z.number().int() }),
});
export const listStatements = endpoint('GET', '/api/finance/statements', {
  access: 'finance',
  query: paged({ as_of: asOfInput }),
  answer: list(listedStatement),
  reads: ['reconciliation'],
});

const line = {
  line_id: z.string(),
  statement_id: id,
  line: z.number().int(),
  kind: statementLineKind,
  reference: z.string(),
  provider_reference: z.string(),
  amount: money,
  fee: money,
  net: money,
  time: seconds,
  position: z.number().int(),
  difference_id: id,
};
const statementAnswer = z.object({
  statement: listedStatement,
  /** New lines with a time outside of the period */
  outside: z.number().int(),
  lines: z.array(z.object({ ...line, state: itemState, open: z.boolean() })),
  rejected: z.array(rejectedLine),
  ...counted,
});
export const getStatement = endpoint('GET', '/api/finance/statements/:id', {
  access: 'finance',
  params: z.object({ id }),
  query: orderedPages({}),
  answer: statementAnswer,
  reads: ['reconciliation'],
});

/**
 * Amounts from the view of the provider's account: outgoing ones are negative. null: nothing on our side, or on
 * theirs.
 */
const item = {
  difference_id: id,
  provider: z.string(),
  kind: statementLineKind,
  reference: z.string(),
  provider_reference: z.string(),
  state: itemState,
  cause: z.enum(['', 'amount', 'doubled']),
  open: z.boolean(),
  ours: money.nullable(),
  theirs: money.nullable(),
  /** Their amount less ours less the write-off */
  difference: money,
  fee: money,
  written_off: money,
  lines: z.number().int(),
  time: seconds,
  out_trade_no: z.string().nullable(),
  withdrawal_id: z.string().nullable(),
  /** The creator whose money it is */
  user: z.object({ user_id: id, name: z.string() }).nullable(),
  /** Log positions of our event and of the last line */
  ours_position: z.number().int().nullable(),
  line_position: z.number().int().nullable(),
  resolution: decision.nullable(),
};
const stateTotal = z.object({
  state: itemState,
  count: z.number().int(),
  open: z.number().int(),
  ours: money,
  theirs: money,
  difference: money,
});
/** Newest first; `totals` over the same provider, period and search, in all states. */
const reconciliationAnswer = list(z.object(item)).extend({ totals: z.array(stateTotal), as_of: asOf });
export const listDifferences = endpoint('GET', '/api/finance/reconciliation', {
  access: 'finance',
  query: z.object({
    /** `all`: every state; if omitted, all except those that wait for their statement */
    state: z.enum([...itemState.options, 'all']).optional(),
    provider: providerName.optional(),
    /** 1: unresolved; 0: the others */
    open: flag.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
    /** An order's or cart's number, our id or the provider's; from 6 characters on also its beginning. Finds 1,000 at most */
    search_q: searchText(100).default(''),
    as_of: asOfInput,
    ...newestPages,
    min_position: minPosition,
  }),
  answer: reconciliationAnswer,
  reads: ['reconciliation'],
});

const differenceParams = z.object({ id });
/** `past`: its earlier and present states, newest first; `until` null: the present one. */
const differenceAnswer = z.object({
  item: z.object(item).nullable(),
  past: z.array(z.object({ ...item, since: z.number().int(), until: z.number().int().nullable() })),
  lines: z.array(z.object(line)),
  as_of: asOf,
});
export const getDifference = endpoint('GET', '/api/finance/reconciliation/:id', {
  access: 'finance',
  params: differenceParams,
  query: z.object({ min_position: minPosition }),
  answer: differenceAnswer,
  reads: ['reconciliation'],
});

const reviewedDifference = z.object({
  difference_id: id,
  /** All that is written off now */
  written_off: money,
  position: z.number().int(),
});
export const reopenDifference = endpoint('POST', '/api/finance/reconciliation/:id/reopen', {
  access: 'finance',
  confirm: 'staff',
  params: differenceParams,
  body: z.object({ reason: text(200, 1) }),
  answer: reviewedDifference,
});
export const resolveDifference = endpoint('POST', '/api/finance/reconciliation/:id/resolve', {
  access: 'finance',
  confirm: 'staff',
  params: differenceParams,
  body: z.object({
    reason: text(200, 1),
    /** Write-off: the provider's account is corrected by the difference */
    write_off: flag.default(false),
    /** The amounts that the caller saw; if present, other amounts are refused */
    ours: money.nullish(),
    theirs: money.nullish(),
  }),
  answer: reviewedDifference,
});

export type StatementReport = z.infer<typeof statementReport>;
export type ListedStatement = z.infer<typeof listedStatement>;
export type StatementDetail = z.infer<typeof statementAnswer>;
export type Reconciliation = z.infer<typeof reconciliationAnswer>;
export type ReconciledItem = Reconciliation['list'][number];
export type ItemState = z.infer<typeof itemState>;
export type Difference = z.infer<typeof differenceAnswer>;
export type RejectedLine = z.infer<typeof rejectedLine>;
