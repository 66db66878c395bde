import type { RejectedLineReason, StatementLine, StatementLineKind } from '#events/books.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { plainAmount } from '#services/runtime/tables/table-cells.ts';

/** The cells of a line, unchecked. */
export interface StatementCells {
  line_id: string;
  /** undefined: a word that the format does not know. */
  kind: StatementLineKind | undefined;
  reference: string;
  provider_reference: string;
  amount: string;
  fee: string;
  net: string;
  currency: string;
  /** Unix milliseconds; NaN if invalid. */
  at: number;
}

/** Ids have no blanks and no at-sign, so they cannot be names or addresses. */
const ID = /^[0-9A-Za-z._:/#-]{1,120}$/;
const PLAIN = /^-?\d{1,11}(\.\d{1,2})?$/;
const FIRST_TIME = Date.UTC(2000, 0, 1);
const LAST_TIME = Date.UTC(2200, 0, 1);

/** Major units with at most two decimals, perhaps below zero; undefined for anything else. */
function amountOf(cell: string): Fen | undefined {
  const text = plainAmount(cell).replace(/(\.\d{2})0+$/, '$1');
  if (!PLAIN.test(text)) return undefined;
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const fen = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return fenOf(text.startsWith('-') && fen !== 0 ? -fen : fen);
}

/** The error of a line's ids; undefined without one. */
function faultOfIds({
  line_id,
  reference,
  provider_reference,
}: StatementCells): RejectedLineReason | undefined {
  if (line_id === '') return 'missing_id';
  if (!ID.test(line_id)) return 'bad_id';
  return [reference, provider_reference].every((id) => id === '' || ID.test(id))
    ? undefined
    : 'bad_reference';
}

/** Checks a line. Returns it as recorded, or the reason for its rejection. */
export function lineOf(cells: StatementCells): StatementLine | RejectedLineReason {
  const { line_id, kind, reference, provider_reference, at } = cells;
  const fault = faultOfIds(cells);
  if (fault) return fault;
  if (kind === undefined) return 'unknown_kind';
  if (cells.currency.toUpperCase() !== 'CNY') return 'other_currency';
  const [amount, fee, net] = [cells.amount, cells.fee, cells.net].map(amountOf);
  if (amount === undefined || fee === undefined || net === undefined) return 'bad_amount';
  if (amount - fee !== net) return 'amounts_differ';
  if (!(at >= FIRST_TIME && at < LAST_TIME)) return 'bad_time';
  const ids = { line_id, kind, reference, provider_reference, currency: 'CNY' as const, at };
  // A separate fee counts as fee in either column.
  return kind === 'fee'
    ? { ...ids, amount: fenOf(0), fee: fenOf(net === 0 ? 0 : -net) }
    : { ...ids, amount, fee };
}
