import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  Difference,
  ItemState,
  ReconciledItem,
  Reconciliation,
  ReviewedDifference,
  StatementDetail,
  StatementReport,
  Statements,
} from '#services/api/books/contract/statements.ts';
import { get, post, upload } from './client.ts';
import { noteWritten, sinceWritten } from './written.ts';

const A_PAGE = 20;
export const itemPages = (total: number): number => Math.ceil(total / A_PAGE);

/** What the list shows: what nobody has resolved, or one state. */
export const VIEWS = ['open', 'only_ours', 'only_theirs', 'differs', 'matched', 'awaited'] as const;
export type View = (typeof VIEWS)[number];
/** Providers whose statements are known. */
export const PROVIDERS = ['sandbox', 'stripe'] as const;

export interface ItemFilter {
  view?: View | undefined;
  provider?: (typeof PROVIDERS)[number] | undefined;
  /** Business days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

const stateOf = (view: View): { state?: ItemState; open?: number } =>
  view === 'open' ? { open: 1 } : { state: view };

/** Moves of money as providers and we have them, newest first; of the past with `as_of`. */
export const reconciliationQuery = (
  { view = 'open', provider, from, to, page }: ItemFilter,
  as_of: string | undefined,
) =>
  queryOptions({
    queryKey: ['finance', 'reconciliation', view, provider, from, to, page, as_of],
    queryFn: ({ signal }) =>
      get<Reconciliation>(
        '/api/finance/reconciliation',
        { ...stateOf(view), provider, from, to, page, per_page: A_PAGE, as_of, ...sinceWritten() },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['reconciliation'] },
  });

/** One of them with its lines and all that it ever was. */
export const differenceQuery = (id: string) =>
  queryOptions({
    queryKey: ['finance', 'difference', id],
    queryFn: ({ signal }) =>
      get<Difference>(`/api/finance/reconciliation/${encodeURIComponent(id)}`, sinceWritten(), signal),
    meta: { topics: ['reconciliation'] },
  });

const STATEMENTS_A_PAGE = 10;
export const statementPages = (total: number): number => Math.ceil(total / STATEMENTS_A_PAGE);

/** Statements that were read, the newest first. */
export const statementsQuery = (page: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'statements', page, as_of],
    queryFn: ({ signal }) =>
      get<Statements>(
        '/api/finance/statements',
        { page, per_page: STATEMENTS_A_PAGE, as_of, ...sinceWritten() },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['reconciliation'] },
  });

/** One statement with a page of its lines. */
export const statementQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['finance', 'statement', id, page],
    queryFn: ({ signal }) =>
      get<StatementDetail>(
        `/api/finance/statements/${encodeURIComponent(id)}`,
        { page, per_page: A_PAGE, ...sinceWritten() },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['reconciliation'] },
  });

/** The business days that a statement is said to speak of; neither: as the file says itself. */
export interface StatedPeriod {
  from: string | null;
  to: string | null;
}

/** Hands a provider's statement in; what is wrong with it or its period is shown where it was chosen. */
export function useUploadStatement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, from, to, reason }: StatedPeriod & { file: File; reason: string }) => {
      const days = Object.entries({ from, to }).flatMap(([name, day]) => (day === null ? [] : [[name, day]]));
      return upload<StatementReport>(`/api/finance/statements?${new URLSearchParams(days)}`, file, {
        reason,
      });
    },
    meta: { quiet: true },
    onSuccess: ({ position }) => noteWritten(position),
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}

/** Says why ours and theirs differ, with the figures that were seen; or takes that back. */
export function useReviewDifference({ difference_id, ours, theirs }: ReconciledItem) {
  const client = useQueryClient();
  const url = `/api/finance/reconciliation/${encodeURIComponent(difference_id)}`;
  return useMutation({
    mutationFn: ({ reason, write_off }: { reason: string; write_off: boolean | null }) =>
      write_off === null
        ? post<ReviewedDifference>(`${url}/reopen`, { reason })
        : post<ReviewedDifference>(`${url}/resolve`, { reason, write_off, ours, theirs }),
    meta: { quiet: true },
    onSuccess: ({ position }) => noteWritten(position),
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}
