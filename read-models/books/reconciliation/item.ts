import type { StatementLineKind } from '#events/books.ts';

/**
 * The state of one move of money between a provider and us. `awaited`: ours, and no statement covers its time yet.
 */
export type ItemState = 'awaited' | 'matched' | 'only_ours' | 'only_theirs' | 'differs';

/** Why ours and theirs differ: another amount, or the same line more than once. */
export type DifferenceCause = '' | 'amount' | 'doubled';

/**
 * One move of money in our events and in the provider's lines. Amounts are in fen, from the view of the provider's
 * account.
 */
export interface Item {
  provider: string;
  kind: StatementLineKind;
  /** Our id of it; the line's own where it names none. */
  reference: string;
  /** null: nothing of ours. */
  ours: number | null;
  /** When we knew that the provider had done it (Unix ms); null while we do not: it is not missing before. */
  due_at: number | null;
  theirs: number | null;
  lines: number;
  /** Of the first line; whether all others are of the same amount. */
  line_amount: number;
  lines_alike: boolean;
  fee: number;
  /** The correction of the provider's account. */
  written_off: number;
  resolution: Resolution | null;
  /** When it happened (Unix ms), for lists: ours when it is due, else theirs. */
  at: number;
  provider_reference: string;
  out_trade_no: string | null;
  user_id: string | null;
  withdrawal_id: string | null;
  /** Log positions of the events that ours and theirs come from; the last line. */
  ours_position: number | null;
  line_position: number | null;
}

interface Resolution {
  position: number;
  at: number;
  by: string;
  reason: string;
  ours: number | null;
  theirs: number | null;
}

/** The periods covered by a provider's statements: from the first instant to before the second. */
export interface Covered {
  from: number;
  to: number;
}

/** Lines that have no counterpart of ours by definition. */
const ONLY_THEIRS_BY_NATURE: readonly StatementLineKind[] = ['transfer', 'fee'];

const isCovered = (at: number, covered: readonly Covered[]): boolean =>
  covered.some(({ from, to }) => from <= at && at < to);

/** The remaining difference between ours and theirs, in fen. */
export const differenceOf = ({ ours, theirs, written_off }: Item): number =>
  (theirs ?? 0) - (ours ?? 0) - written_off;

/** docs/domain/books.md, Reconciliation; undefined when neither side has a record of it. */
export function stateOf(item: Item, covered: readonly Covered[]): ItemState | undefined {
  const { kind, ours, due_at, theirs, out_trade_no } = item;
  if (theirs === null) {
    if (ours === null) return item.written_off === 0 ? undefined : 'differs';
    if (due_at === null) return 'awaited';
    if (differenceOf(item) === 0) return 'matched';
    return isCovered(due_at, covered) ? 'only_ours' : 'awaited';
  }
  if (ONLY_THEIRS_BY_NATURE.includes(kind)) return 'matched';
  // A dispute of our payment is booked from its line; any other is unknown.
  if (kind === 'dispute' && out_trade_no !== null) return 'matched';
  if (differenceOf(item) === 0) return 'matched';
  return ours === null ? 'only_theirs' : 'differs';
}

export function causeOf(item: Item, state: ItemState): DifferenceCause {
  if (state !== 'differs') return '';
  return item.lines > 1 && item.lines_alike ? 'doubled' : 'amount';
}

/** A resolution is about the figures that were seen: when they have moved, the difference is open again. */
export function isOpen(item: Item, state: ItemState): boolean {
  if (state === 'matched' || state === 'awaited') return false;
  const { resolution, ours, theirs } = item;
  return resolution === null || resolution.ours !== ours || resolution.theirs !== theirs;
}

export const newItem = (provider: string, kind: StatementLineKind, reference: string): Item => ({
  provider,
  kind,
  reference,
  ours: null,
  due_at: null,
  theirs: null,
  lines: 0,
  line_amount: 0,
  lines_alike: true,
  fee: 0,
  written_off: 0,
  resolution: null,
  at: 0,
  provider_reference: '',
  out_trade_no: null,
  user_id: null,
  withdrawal_id: null,
  ours_position: null,
  line_position: null,
});
