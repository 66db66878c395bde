import type { UserId } from './ids.ts';
import type { Currency, Fen } from './money.ts';
import type { Millis } from './time.ts';

/**
 * The kind of a statement line: `charge` and `refund` of a fan's money, `payout` to a creator, `transfer` to our
 * bank, separate `fee`, `dispute` (a chargeback, or one that was won back), `other`.
 */
export type StatementLineKind = 'charge' | 'refund' | 'payout' | 'transfer' | 'fee' | 'dispute' | 'other';

/** A line of the provider's account. Only ids and codes: descriptions can contain names. */
export interface StatementLine {
  /** The provider's own id of the line: with the provider's name it is the same line in every file. */
  line_id: string;
  kind: StatementLineKind;
  /** Our id (charge, refund or payout); empty if the line has none. */
  reference: string;
  /** The provider's id of the same; may be empty. */
  provider_reference: string;
  /** Before the fee; positive: received by the provider, negative: sent. 0 for a separate fee. */
  amount: Fen;
  /** The provider's fee; negative if it returned a fee. */
  fee: Fen;
  currency: Currency;
  /** Time of the move according to the provider. */
  at: Millis;
}

/** Rejected lines of a file, with reasons. */
export type RejectedLineReason =
  | 'unreadable'
  | 'missing_id'
  | 'bad_id'
  | 'bad_reference'
  | 'unknown_kind'
  | 'bad_amount'
  | 'amounts_differ'
  | 'other_currency'
  | 'bad_time'
  | 'repeated_id'
  | 'differs_from_before';

export interface RejectedLine {
  /** In the file, from 1. */
  line: number;
  reason: RejectedLineReason;
}

/** The amounts of a difference that were reviewed; the resolution covers only these. */
export interface SeenDifference {
  /** null: nothing of ours, nothing of theirs. */
  ours: Fen | null;
  theirs: Fen | null;
}

/** A provider's statement against our books (docs/domain/books.md, Reconciliation). */
export type StatementEvent =
  /** A line that no file before had. Its stream is the line's own, so that it is recorded once. */
  | {
      type: 'StatementLineRecorded';
      data: StatementLine & {
        provider: string;
        /** SHA-256 of the file in hex, and the number of the line in it, from 1. */
        statement_id: string;
        line: number;
      };
    }
  /** The whole file was read. Moves of its period without a line are now missing. */
  | {
      type: 'StatementImported';
      data: {
        statement_id: string;
        provider: string;
        format: string;
        bytes: number;
        /** The period of the statement: from the first instant to before the second. */
        from: Millis;
        to: Millis;
        /** Valid lines: new ones, and those already known. */
        fresh: number;
        known: number;
        /** Sums over its good lines. */
        amount: Fen;
        fee: Fen;
        rejected_count: number;
        /** The first of them. */
        rejected: RejectedLine[];
        /** The uploader's note; can be empty. */
        reason: string;
      };
    }
  /** The period was wrong: it no longer counts. The lines stay, and the file can be imported again. */
  | {
      type: 'StatementReversed';
      data: {
        statement_id: string;
        provider: string;
        from: Millis;
        to: Millis;
        reason: string;
        by: UserId;
      };
    }
  /** A person explains a difference; `written_off` is the correction of the books. */
  | {
      type: 'DifferenceResolved';
      data: {
        difference_id: string;
        provider: string;
        kind: StatementLineKind;
        reference: string;
        seen: SeenDifference;
        /** fen, theirs less ours; 0 when the books stay as they are. */
        written_off: Fen;
        reason: string;
        by: UserId;
      };
    }
  /** The resolution is reversed: the difference is open again and the write-off is undone. */
  | {
      type: 'DifferenceReopened';
      data: {
        difference_id: string;
        provider: string;
        kind: StatementLineKind;
        reference: string;
        /** fen; all that was written off so far. */
        written_back: Fen;
        reason: string;
        by: UserId;
      };
    };
