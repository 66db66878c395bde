import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getIncome, listIncomeLines } from '#services/api/books/contract/books.ts';
import { call } from './client.ts';
/** The creator's months with their sums, newest first, and the pending, available and paying amounts. */
export const incomeQuery = queryOptions({
  queryKey: ['income'],
  queryFn: ({ signal }) => call(getIncome, {}, { signal }),
  meta: { topics: ['ledger'] },
});

const LINES_A_PAGE = 20;

/** The orders and refunds that a month is made of. */
export const incomeLinesQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: ['income', 'lines', month, page],
    queryFn: ({ signal }) => call(listIncomeLines, { month, page, per_page: LINES_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['ledger'] },
  });

export const linePages = (total: number): number => Math.ceil(total / LINES_A_PAGE);
