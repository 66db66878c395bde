import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ClosedPayoutDispute,
  DisputeOutcome,
  FinanceWithdrawalDetail,
  FinanceWithdrawals,
  Payee,
  ReviewedWithdrawal,
} from '#services/api/withdrawals/contract/finance-withdrawals.ts';
import { language } from '../language/i18n.ts';
import { get, post } from './client.ts';
import { noteWritten, sinceWritten } from './written.ts';

const A_PAGE = 20;
export const withdrawalPages = (total: number): number => Math.ceil(total / A_PAGE);

export const WITHDRAWAL_STATUSES = ['1', '8', '2', 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
/** Alipay, PayPal, bank card. */
export const WITHDRAW_TYPES = [1, 2, 7] as const;

export interface WithdrawalFilter {
  status?: WithdrawalStatus | undefined;
  withdraw_type?: number | undefined;
  user_id?: string | undefined;
  page?: number | undefined;
}

/** Withdrawals: those on their way longest waiting first, those that are over newest first. */
export const financeWithdrawalsQuery = (filter: WithdrawalFilter, as_of: string | undefined) =>
  queryOptions({
    // Statuses and causes come in words.
    queryKey: ['finance', 'withdrawals', filter, as_of, language()],
    queryFn: ({ signal }) =>
      get<FinanceWithdrawals>(
        '/api/finance/withdrawals',
        { ...filter, per_page: A_PAGE, as_of, ...sinceWritten() },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['withdrawals'] },
  });

const urlOf = (order_id: string): string => `/api/finance/withdrawals/${encodeURIComponent(order_id)}`;

/** One withdrawal with everything that happened to it. */
export const financeWithdrawalQuery = (order_id: string, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'withdrawal', order_id, as_of, language()],
    queryFn: ({ signal }) =>
      get<FinanceWithdrawalDetail>(urlOf(order_id), { as_of, ...sinceWritten() }, signal),
    meta: { topics: ['withdrawals'] },
  });

export type Verdict = 'approve' | 'reject' | 'retry';

/** Approves, rejects or retries; what the server refuses is shown where it was decided. */
export function useReviewWithdrawal(order_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verdict, reason }: { verdict: Verdict; reason: string }) =>
      post<ReviewedWithdrawal>(`${urlOf(order_id)}/${verdict}`, { reason }),
    meta: { quiet: true },
    onSuccess: ({ position }) => noteWritten(position),
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}

/** Closes a dispute, or says the first of two things about it. */
export function useCloseDispute(order_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: { number: number; outcome: DisputeOutcome; reason: string }) =>
      post<ClosedPayoutDispute>(`${urlOf(order_id)}/close-dispute`, said),
    meta: { quiet: true },
    onSuccess: ({ position }) => noteWritten(position),
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}

/** Where the money goes, in the clear: each look is recorded with its reason. */
export const useSeePayee = (order_id: string) =>
  useMutation({
    mutationFn: (reason: string) => get<Payee>(`${urlOf(order_id)}/payee`, { reason }),
    meta: { quiet: true },
  });
