import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getLedgerEntry, getTrialBalance, listLedger } from '#services/api/books/contract/books.ts';
import { call } from './client.ts';

/** The filters of an account's postings; all are in the address. */
export interface LedgerChoice {
  account: string;
  /** Business days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

const POSTINGS_A_PAGE = 50;

/** An account's postings, newest first, each with the account's balance. */
export const ledgerQuery = (choice: LedgerChoice, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'ledger', choice, as_of],
    queryFn: ({ signal }) => call(listLedger, { ...choice, as_of, per_page: POSTINGS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });

export const postingPages = (total: number): number => Math.ceil(total / POSTINGS_A_PAGE);

/** The entry that was booked from the event at a position, with all its postings. */
export const entryQuery = (position: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'entry', position, as_of],
    queryFn: ({ signal }) => call(getLedgerEntry, { position, as_of }, { signal }),
  });

/**
 * Every account with its balance.
 * @param users creators' accounts each, or as one per kind
 */
export const trialBalanceQuery = (users: 'each' | 'sum', as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'trial-balance', users, as_of],
    queryFn: ({ signal }) => call(getTrialBalance, { users, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });
