import type { SeenDifference, StatementLine } from '#events/books.ts';
import type { UserId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A provider's statement, by the hash of its file: read whole, or not (any more). */
type StatementState = { phase: 'none'; reversals: number } | ImportedState;
interface ImportedState {
  phase: 'imported';
  imported: DataOf<'StatementImported'>;
  reversals: number;
}

const noStatement: StatementState = { phase: 'none', reversals: 0 };

function evolveStatement(state: StatementState, event: DomainEvent): StatementState {
  switch (event.type) {
    case 'StatementImported':
      return { phase: 'imported', imported: event.data, reversals: state.reversals };
    case 'StatementReversed':
      return { phase: 'none', reversals: state.reversals + 1 };
    default:
      return state;
  }
}

/** A line of a provider's statement, and the file that contained it first. */
export type StatementLineState =
  | { phase: 'none' }
  | { phase: 'recorded'; statement_id: string; line: StatementLine };

const noStatementLine: StatementLineState = { phase: 'none' };

function evolveStatementLine(state: StatementLineState, event: DomainEvent): StatementLineState {
  if (event.type !== 'StatementLineRecorded') return state;
  const { provider: _provider, statement_id, line: _line, ...line } = event.data;
  return { phase: 'recorded', statement_id, line };
}

/** An entry of finance's list, and why finance closed it. */
export type EntryState = { phase: 'open' } | { phase: 'closed'; by: UserId; reason: string };

const openEntry: EntryState = { phase: 'open' };

/** The state of entries that events of one type close. */
const closedBy =
  (closes: 'MissingStatementClosed' | 'UnclearPaymentClosed') =>
  (state: EntryState, { type, data }: DomainEvent): EntryState =>
    type === closes ? { phase: 'closed', by: data.by, reason: data.reason } : state;

/** Finance's resolution of a difference; null before, and after a reversal. */
interface DifferenceState {
  resolution: { seen: SeenDifference; reason: string; by: UserId } | null;
  /** fen; the amount written off and not reversed. */
  written_off: Fen;
}

const noDifference: DifferenceState = { resolution: null, written_off: ZERO };

function evolveDifference(state: DifferenceState, event: DomainEvent): DifferenceState {
  switch (event.type) {
    case 'DifferenceResolved': {
      const { seen, reason, by, written_off } = event.data;
      return { resolution: { seen, reason, by }, written_off: fenOf(state.written_off + written_off) };
    }
    case 'DifferenceReopened':
      return noDifference;
    default:
      return state;
  }
}

export const statementKind = streamKind<StatementState>('statement', noStatement, evolveStatement, {
  shape: 2,
});

export const statementLineKind = streamKind<StatementLineState>(
  'statementline',
  noStatementLine,
  evolveStatementLine,
  { shape: 1 },
);

export const missingStatementKind = streamKind<EntryState>(
  'missingstatement',
  openEntry,
  closedBy('MissingStatementClosed'),
  {
    shape: 1,
  },
);

export const unclearPaymentKind = streamKind<EntryState>(
  'unclearpayment',
  openEntry,
  closedBy('UnclearPaymentClosed'),
  {
    shape: 1,
  },
);

export const differenceKind = streamKind<DifferenceState>('difference', noDifference, evolveDifference, {
  shape: 1,
});
