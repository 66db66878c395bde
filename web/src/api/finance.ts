import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type BookTotalKind,
  getBooksAsOf,
  getFinanceOverview,
  getFinanceTotal,
} from '#services/api/books/contract/finance-overview.ts';
import { call } from './client.ts';
/** At which position and time a past state of the books is. */
export const booksAsOfQuery = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'as-of', as_of],
    queryFn: ({ signal }) => call(getBooksAsOf, { as_of }, { signal }),
    enabled: as_of !== undefined,
  });

/** Items that need attention, and the totals of the books; with `as_of` their past state. */
export const overviewQuery = (as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'overview', as_of],
    queryFn: ({ signal }) => call(getFinanceOverview, { as_of }, { signal }),
    meta: { topics: ['ledger', 'withdrawals', 'reconciliation'] },
  });

const ACCOUNTS_A_PAGE = 20;
export const accountPages = (total: number): number => Math.ceil(total / ACCOUNTS_A_PAGE);

/** The accounts that a total is made of, largest first. */
export const totalPartsQuery = (kind: BookTotalKind, page: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'total', kind, page, as_of],
    queryFn: ({ signal }) =>
      call(getFinanceTotal, { kind, page, per_page: ACCOUNTS_A_PAGE, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });
