import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import type { EntryKind } from './booked-entry.ts';

const models = ['ledger'];

/** The entries after one position up to another. A range never changes, even while entries are booked. */
export interface PositionRange {
  after: number;
  until: number;
}

/** An account over a range: opening balance and moves, in fen. */
export interface AccountOverPeriod {
  account: string;
  /** Debits less credits before the range. */
  opening: number;
  /** Of the range only. */
  debit: number;
  credit: number;
  postings: number;
}

const OVER = `
  SELECT a.account, coalesce(b.debit_after - b.credit_after, 0) AS opening,
         e.debit_after - coalesce(b.debit_after, 0) AS debit,
         e.credit_after - coalesce(b.credit_after, 0) AS credit, e.number - coalesce(b.number, 0) AS postings
    FROM rm.ledger_accounts a
    CROSS JOIN LATERAL (SELECT p.number, p.debit_after, p.credit_after FROM rm.ledger_postings p
           WHERE p.account = a.account AND p.position <= $2 ORDER BY p.position DESC LIMIT 1) AS e
    LEFT JOIN LATERAL (SELECT p.number, p.debit_after, p.credit_after FROM rm.ledger_postings p
           WHERE p.account = a.account AND p.position <= $1 ORDER BY p.position DESC LIMIT 1) AS b ON true`;

const ACCOUNTS: Query = {
  name: 'ledger-accounts-over-period',
  models,
  sql: `${OVER} WHERE a.account > $3 ORDER BY a.account LIMIT $4`,
};

/**
 * Accounts that existed at the end of a range, by name.
 * @param behind the last name of the page before; '' begins
 */
export const accountsOver = (
  pool: Pool,
  { after, until }: PositionRange,
  behind: string,
  limit: number,
): Promise<Answer<AccountOverPeriod>> => runQuery(pool, ACCOUNTS, [after, until, behind, limit]);

const SUMMED: Query = {
  name: 'ledger-accounts-over-period-summed',
  models,
  sql: `SELECT regexp_replace(account, '^liabilities:user:.*:', 'liabilities:user:*:') AS account,
               sum(opening) AS opening, sum(debit) AS debit, sum(credit) AS credit, sum(postings) AS postings,
               count(*) AS accounts
          FROM (${OVER}) AS accounts GROUP BY 1 ORDER BY 1`,
};

/** The same with creators' accounts as one per kind. */
export const accountsOverSummed = (
  pool: Pool,
  { after, until }: PositionRange,
): Promise<Answer<AccountOverPeriod & { accounts: number }>> => runQuery(pool, SUMMED, [after, until]);

/** An entry with its postings: debits first, then by account. Amounts in fen, a debit above zero. */
export interface BookedEntry {
  position: number;
  /** Unix milliseconds; never before that of the entry before it. */
  booked_at: number;
  /** Unix milliseconds of the event. */
  at: number;
  kind: EntryKind;
  user_id: string;
  out_trade_no: string | null;
  ref: string | null;
  postings: { account: string; amount: number; balance: number }[];
}

const ENTRIES: Query = {
  name: 'ledger-entries-over-period',
  models,
  sql: `SELECT e.position, e.booked_at, e.at, e.kind, e.user_id, e.out_trade_no, e.ref,
               (SELECT json_agg(json_build_object('account', p.account, 'amount', p.amount,
                         'balance', p.debit_after - p.credit_after) ORDER BY p.amount DESC, p.account)
                  FROM rm.ledger_postings p WHERE p.position = e.position) AS postings
          FROM rm.ledger_entries e WHERE e.position > $1 AND e.position <= $2 ORDER BY e.position LIMIT $3`,
};

/** The first entries of a range, in log order. */
export const entriesOver = (
  pool: Pool,
  { after, until }: PositionRange,
  limit: number,
): Promise<Answer<BookedEntry>> => runQuery(pool, ENTRIES, [after, until, limit]);

const LAST: Query = {
  name: 'ledger-last-booked',
  models,
  sql: `SELECT position, booked_at FROM rm.ledger_entries WHERE position <= $1 ORDER BY position DESC LIMIT 1`,
};

/** The last entry through a position: no row when there is none. */
export const lastBooked = (
  pool: Pool,
  until: number,
): Promise<Answer<{ position: number; booked_at: number }>> => runQuery(pool, LAST, [until]);
