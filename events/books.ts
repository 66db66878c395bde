import { z } from 'zod';
import { chargeId, userId } from './ids.ts';
import { currency, fen } from './money.ts';
import { millis } from './time.ts';

/**
 * The kind of a statement line: `charge` and `refund` of a fan's money, `payout` to a creator, `transfer` to our
 * bank, separate `fee`, `dispute` (a chargeback, or one that was won back), `other`.
 */
const statementLineKind = z.enum(['charge', 'refund', 'payout', 'transfer', 'fee', 'dispute', 'other']);
export type StatementLineKind = z.infer<typeof statementLineKind>;

/** A line of the provider's account. Only ids and codes: descriptions can contain names. */
const statementLine = z.object({
  /** The provider's own id of the line: with the provider's name it is the same line in every file. */
  line_id: z.string(),
  kind: statementLineKind,
  /** Our id (charge, refund or payout); empty if the line has none. */
  reference: z.string(),
  /** The provider's id of the same; may be empty. */
  provider_reference: z.string(),
  /** Before the fee; positive: received by the provider, negative: sent. 0 for a separate fee. */
  amount: fen,
  /** The provider's fee; negative if it returned a fee. */
  fee: fen,
  currency,
  /** Time of the move according to the provider. */
  at: millis,
});
export type StatementLine = z.infer<typeof statementLine>;

/** Rejected lines of a file, with reasons. */
const rejectedLineReason = z.enum([
  'unreadable',
  'missing_id',
  'bad_id',
  'bad_reference',
  'unknown_kind',
  'bad_amount',
  'amounts_differ',
  'other_currency',
  'bad_time',
  'repeated_id',
  'differs_from_before',
]);
export type RejectedLineReason = z.infer<typeof rejectedLineReason>;

const rejectedLine = z.object({
  /** In the file, from 1. */
  line: z.int(),
  reason: rejectedLineReason,
});
export type RejectedLine = z.infer<typeof rejectedLine>;

/** The amounts of a difference that were reviewed; the resolution covers only these. */
const seenDifference = z.object({
  /** null: nothing of ours, nothing of theirs. */
  ours: fen.nullable(),
  theirs: fen.nullable(),
});
export type SeenDifference = z.infer<typeof seenDifference>;

const statement = z.object({
  statement_id: z.string(),
  provider: z.string(),
  /** The period of the statement: from the first instant to before the second. */
  from: millis,
  to: millis,
  /** The note of who uploaded it, which can be empty; the reason of who reverses it. */
  reason: z.string(),
});

const difference = z.object({
  difference_id: z.string(),
  provider: z.string(),
  kind: statementLineKind,
  reference: z.string(),
  reason: z.string(),
  by: userId,
});

/** A provider's statement against our books (docs/domain/books.md, Reconciliation). */
export const statementEvents = {
  /** A line that no file before had. Its stream is the line's own, so that it is recorded once. */
  StatementLineRecorded: statementLine.extend({
    provider: z.string(),
    /** SHA-256 of the file in hex, and the number of the line in it, from 1. */
    statement_id: z.string(),
    line: z.int(),
  }),
  /** The whole file was read. Moves of its period without a line are now missing. */
  StatementImported: statement.extend({
    format: z.string(),
    bytes: z.int(),
    /** Valid lines: new ones, and those already known. */
    fresh: z.int(),
    known: z.int(),
    /** Sums over its good lines. */
    amount: fen,
    fee: fen,
    rejected_count: z.int(),
    /** The first of them. */
    rejected: z.array(rejectedLine),
  }),
  /** The period was wrong: it no longer counts. The lines stay, and the file can be imported again. */
  StatementReversed: statement.extend({ by: userId }),
  /** Finance goes on without the statement of a day that could not be taken, as of a provider that is gone. */
  MissingStatementClosed: z.object({
    provider: z.string(),
    /** Business day. */
    day: z.string(),
    reason: z.string(),
    by: userId,
  }),
  /** Finance has found out about a payment that its provider's answers leave undecided. */
  UnclearPaymentClosed: z.object({ charge_id: chargeId, reason: z.string(), by: userId }),
  /** A person explains a difference. */
  DifferenceResolved: difference.extend({
    seen: seenDifference,
    /** The correction of the books in fen, theirs less ours; 0 when the books stay as they are. */
    written_off: fen,
  }),
  /** The resolution is reversed: the difference is open again and the write-off is undone. */
  DifferenceReopened: difference.extend({
    /** fen; all that was written off so far. */
    written_back: fen,
  }),
};
