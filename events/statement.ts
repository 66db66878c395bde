import type { UserId } from './ids.ts';
import type { Currency, Fen } from './money.ts';
import type { Millis } from './time.ts';

/**
 * What a line of a provider's statement tells of: `charge` and `refund` of a fan's money, `payout` to a creator,
 * `transfer` to our bank, `fee` for itself, `dispute` (a chargeback, or one that was won back), `other`.
 */
export type StatementLineKind = 'charge' | 'refund' | 'payout' | 'transfer' | 'fee' | 'dispute' | 'other';

/** What a line says of the provider's account of ours. Ids and codes only: descriptions may name people. */
export interface StatementLine {
  /** The provider's own id of the line: with the provider's name it is the same line in every file. */
  line_id: string;
  kind: StatementLineKind;
  /** Our id of what it tells of (charge, refund or payout); empty when the line names none. */
  reference: string;
  /** The provider's id of the same; may be empty. */
  provider_reference: string;
  /** Before the fee; above zero what came in at the provider, below zero what went out. 0 of a fee for itself. */
  amount: Fen;
  /** What the provider kept; below zero when it gave a fee back. */
  fee: Fen;
  currency: Currency;
  /** When it happened, as the provider says. */
  at: Millis;
}

/** Lines of a file that could not be taken, and why. */
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

/** What of a difference somebody looked at: the resolution is about just these figures. */
export interface SeenDifference {
  /** null: nothing of ours, nothing of theirs. */
  ours: Fen | null;
  theirs: Fen | null;
}

/** A provider's statement against our books (docs/domain.md, Reconciliation). */
export type StatementEvent =
  /** A line that no file before had. Its stream is the line's own, so that it is recorded once. */
  | {
      type: 'StatementLineRecorded';
      data: StatementLine & {
        provider: string;
        /** SHA-256 of the file that brought it, hex, and where it stands there, from 1. */
        statement_id: string;
        line: number;
      };
    }
  /** The whole file was read: from now on what it does not say of its period is missing. */
  | {
      type: 'StatementImported';
      data: {
        statement_id: string;
        provider: string;
        format: string;
        bytes: number;
        /** The period that it speaks of: from the first instant to just before the other. */
        from: Millis;
        to: Millis;
        /** Good lines: those that it brought, and those that were known before. */
        fresh: number;
        known: number;
        /** Sums over its good lines. */
        amount: Fen;
        fee: Fen;
        rejected_count: number;
        /** The first of them. */
        rejected: RejectedLine[];
        /** What whoever uploaded it noted; may be empty. */
        reason: string;
      };
    }
  /** Somebody says why ours and theirs differ; `written_off` is what the books are corrected by. */
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
  /** That was wrong: the difference is open again, and what was written off for it comes back. */
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
