import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getDifference,
  getStatement,
  type ItemState,
  listDifferences,
  listStatements,
  type ReconciledItem,
  reopenDifference,
  resolveDifference,
  uploadStatement,
} from '#services/api/books/contract/statements.ts';
import { call, upload } from './client.ts';

const A_PAGE = 20;
export const itemPages = (total: number): number => Math.ceil(total / A_PAGE);

/** The filter of the list: unresolved ones, or one state. */
export const VIEWS = ['open', 'only_ours', 'only_theirs', 'differs', 'matched', 'awaited'] as const;
export type View = (typeof VIEWS)[number];
/** Providers with known statement formats. */
export const PROVIDERS = ['sandbox', 'stripe'] as const;

export interface ItemFilter {
  view?: View | undefined;
  provider?: (typeof PROVIDERS)[number] | undefined;
  /** Business days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

const stateOf = (view: View): { state: ItemState } | { open: 1 } =>
  view === 'open' ? { open: 1 } : { state: view };

/** Moves of money as providers and we have them, newest first; of the past with `as_of`. */
export const reconciliationQuery = (
  { view = 'open', provider, from, to, page }: ItemFilter,
  as_of: string | undefined,
) =>
  queryOptions({
    queryKey: ['finance', 'reconciliation', view, provider, from, to, page, as_of],
    queryFn: ({ signal }) =>
      call(
        listDifferences,
        { ...stateOf(view), provider, from, to, page, per_page: A_PAGE, as_of },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['reconciliation'] },
  });

/** One of them with its lines and all that it ever was. */
export const differenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['finance', 'difference', id],
    queryFn: ({ signal }) => call(getDifference, { id }, { signal }),
    meta: { topics: ['reconciliation'] },
  });

const STATEMENTS_A_PAGE = 10;
export const statementPages = (total: number): number => Math.ceil(total / STATEMENTS_A_PAGE);

/** Statements that were read, the newest first. */
export const statementsQuery = (page: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'statements', page, as_of],
    queryFn: ({ signal }) => call(listStatements, { page, per_page: STATEMENTS_A_PAGE, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['reconciliation'] },
  });

/** One statement with a page of its lines. */
export const statementQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['finance', 'statement', id, page],
    queryFn: ({ signal }) => call(getStatement, { id, page, per_page: A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['reconciliation'] },
  });

/** The business days that a statement is said to speak of; neither: as the file says itself. */
export interface StatedPeriod {
  from: string | null;
  to: string | null;
}

/** Uploads a provider's statement; errors of the file or its period are shown at the input. */
export function useUploadStatement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, from, to, reason }: StatedPeriod & { file: File; reason: string }) => {
      const days = { ...(from !== null && { from }), ...(to !== null && { to }) };
      return upload(uploadStatement, file, { reason }, days);
    },
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}

/** Explains a difference with the figures that were seen, or reverses the explanation. */
export function useReviewDifference({ difference_id, ours, theirs }: ReconciledItem) {
  const client = useQueryClient();
  const id = difference_id;
  return useMutation({
    mutationFn: ({ reason, write_off }: { reason: string; write_off: boolean | null }) =>
      write_off === null
        ? call(reopenDifference, { id, reason })
        : call(resolveDifference, { id, reason, write_off, ours, theirs }),
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}
