import { fenOf, toWire } from '#events/money.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { AccountOverPeriod, BookedEntry } from '#read-models/books/ledger/period.ts';
import type { BooksPeriod } from './period.ts';

/** What a whole file adds up to, in fen. */
export interface BooksSums {
  accounts: number;
  entries: number;
  postings: number;
  debit: number;
  credit: number;
}

/**
 * The format of a file of the books: its parts in order, each as text. Every account appears twice: with its opening
 * and with its closing balance.
 */
export interface BooksFormat {
  head(): string;
  /**
   * Accounts with an opening balance.
   * @param first whether these are the first
   */
  opening(accounts: readonly AccountOverPeriod[], first: boolean): string;
  /** Ends the openings, when there were any. */
  opened: string;
  entries(entries: readonly BookedEntry[]): string;
  /** Every account with its totals. */
  closing(accounts: readonly AccountOverPeriod[]): string;
  sums(sums: BooksSums): string;
  /** The last line. @param sha256 over all bytes above it, in hex */
  seal(sha256: string): string;
}

export const CURRENCY = 'CNY';

/** Fen as yuan with two decimals. */
export const yuan = (fen: number): string => toWire(fenOf(fen));

/** With the currency, as journals have it. */
export const amountOf = (fen: number): string => `${yuan(fen)} ${CURRENCY}`;

/** Lines of a journal about itself. */
export const comments = (lines: readonly (readonly [string, string])[]): string =>
  lines.map(([name, text]) => `; ${name}: ${text}\n`).join('');

export const closingOf = ({ opening, debit, credit }: AccountOverPeriod): number => opening + debit - credit;

const two = (part: number): string => String(part).padStart(2, '0');

/** An instant as `2026-01-02T01:00:00+08:00`, in the business time zone. */
export function instantText(calendar: BusinessCalendar, at: number): string {
  const { year, month, day, hour, minute, second } = calendar.partsOf(at);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const offset = Math.round((wall - Math.floor(at / 1000) * 1000) / 60_000);
  const ahead = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${zone}`;
}

/** The header of a file, as lines of `name: text`. */
export const aboutLines = (
  { from, to, stood, after, until }: BooksPeriod,
  timeZone: string,
): [name: string, text: string][] => [
  ['period', `${from ?? 'beginning'} to ${to ?? 'as_of'} (business days, ${timeZone})`],
  ['as_of', `log position ${stood}`],
  ['positions', `after ${after} through ${until}`],
];

/** What a file adds up to, in the same form. */
export const sumsLines = (sums: BooksSums): [name: string, text: string][] => [
  ['accounts', String(sums.accounts)],
  ['entries', String(sums.entries)],
  ['postings', String(sums.postings)],
  ['debit', `${yuan(sums.debit)} ${CURRENCY}`],
  ['credit', `${yuan(sums.credit)} ${CURRENCY}`],
];

/** One line for any text: a line feed would end a comment. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');
