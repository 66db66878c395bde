import type { Pool } from 'pg';
import {
  type AccountOverPeriod,
  accountsOver,
  type BookedEntry,
  entriesOver,
  type PositionRange,
} from '#read-models/books/ledger/period.ts';
import { readPages } from '#read-models/engine/read-pages.ts';
import type { BooksSums } from './format.ts';

/** Accounts that existed at the end of a range, in pages. */
export const readAccounts = (pool: Pool, range: PositionRange): AsyncGenerator<AccountOverPeriod[]> =>
  readPages((last, limit) => accountsOver(pool, { ...range, behind: last?.account ?? '', limit }));

/** Entries of a range, in pages, in log order. */
export const readEntries = (pool: Pool, { after, until }: PositionRange): AsyncGenerator<BookedEntry[]> =>
  readPages((last, limit) => entriesOver(pool, { after: last?.position ?? after, until, limit }));

/**
 * Adds up the written entries and compares them with the accounts' moves. A file whose entries do not give its totals
 * is not completed, so its last line is missing.
 */
export function booksAdder() {
  const sums: BooksSums = { accounts: 0, entries: 0, postings: 0, debit: 0, credit: 0 };
  const totals = { debit: 0, credit: 0, postings: 0, closing: 0 };
  return {
    entries(entries: readonly BookedEntry[]): void {
      sums.entries += entries.length;
      for (const { amount } of entries.flatMap(({ postings }) => postings)) {
        sums.postings += 1;
        sums.debit += Math.max(amount, 0);
        sums.credit += Math.max(-amount, 0);
      }
    },
    accounts(accounts: readonly AccountOverPeriod[]): void {
      sums.accounts += accounts.length;
      for (const { opening, debit, credit, postings } of accounts) {
        totals.debit += debit;
        totals.credit += credit;
        totals.postings += postings;
        totals.closing += opening + debit - credit;
      }
    },
    /** Throws when entries and accounts do not agree. */
    sums(): BooksSums {
      const { debit, credit, postings } = sums;
      if (
        totals.closing !== 0 ||
        totals.debit !== debit ||
        totals.credit !== credit ||
        totals.postings !== postings
      ) {
        throw new Error(
          `the books do not add up: ${postings} postings (${debit} debit, ${credit} credit), accounts say ${totals.postings} (${totals.debit}, ${totals.credit}), together ${totals.closing}`,
        );
      }
      return sums;
    },
  };
}
