import type { BusinessCalendar } from '#events/time.ts';
import type { AccountOverPeriod, BookedEntry } from '#read-models/books/ledger/period.ts';
import { CURRENCY, closingOf, instantText, yuan } from './format.ts';
import type { BooksPeriod } from './period.ts';

/** The columns of a table of postings, one posting a row. `balance`: of the account with it. */
export const postingColumns = [
  'record',
  'position',
  'date',
  'time',
  'kind',
  'account',
  'debit',
  'credit',
  'balance',
  'currency',
  'user_id',
  'out_trade_no',
  'ref',
] as const;

/** A row's cells; amounts are text with two decimals. */
export type PostingRow = readonly string[];

export function postingRows(calendar: BusinessCalendar, entry: BookedEntry): PostingRow[] {
  const { position, booked_at, at, kind, user_id, out_trade_no, ref, postings } = entry;
  const [day, time] = [calendar.dayOf(booked_at), instantText(calendar, at)];
  return postings.map(({ account, amount, balance }) => [
    'posting',
    String(position),
    day,
    time,
    kind,
    account,
    yuan(Math.max(amount, 0)),
    yuan(Math.max(-amount, 0)),
    yuan(balance),
    CURRENCY,
    user_id,
    out_trade_no ?? '',
    ref ?? '',
  ]);
}

/** An account's balance before the period; positive is a debit. */
export const openingRow = (
  { opens_on, after }: BooksPeriod,
  { account, opening }: AccountOverPeriod,
): PostingRow => [
  'opening',
  String(after),
  opens_on,
  '',
  'opening',
  account,
  yuan(Math.max(opening, 0)),
  yuan(Math.max(-opening, 0)),
  yuan(opening),
  CURRENCY,
  '',
  '',
  '',
];

/** An account's moves in the period, and its closing balance. */
export function totalRow({ closes_on, until }: BooksPeriod, over: AccountOverPeriod): PostingRow {
  const { account, debit, credit } = over;
  const amounts = [yuan(debit), yuan(credit), yuan(closingOf(over)), CURRENCY];
  return ['total', String(until), closes_on, '', 'total', account, ...amounts, '', '', ''];
}
