import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { WITHDRAW_STATUS } from '#events/status.ts';
import {
  approveWithdrawal,
  closePayoutDispute,
  type DisputeOutcome,
  getPayee,
  getWithdrawal,
  listWithdrawals,
  rejectWithdrawal,
  retryWithdrawal,
} from '#services/api/withdrawals/contract/finance-withdrawals.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';

const A_PAGE = 20;
export const withdrawalPages = (total: number): number => Math.ceil(total / A_PAGE);

const { waiting, transferring, success } = WITHDRAW_STATUS;
export const WITHDRAWAL_STATUSES = [`${waiting}`, `${transferring}`, `${success}`, 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

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
    queryFn: ({ signal }) => call(listWithdrawals, { ...filter, per_page: A_PAGE, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['withdrawals'] },
  });

/** One withdrawal with everything that happened to it. */
export const financeWithdrawalQuery = (order_id: string, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'withdrawal', order_id, as_of, language()],
    queryFn: ({ signal }) => call(getWithdrawal, { id: order_id, as_of }, { signal }),
    meta: { topics: ['withdrawals'] },
  });

const VERDICTS = { approve: approveWithdrawal, reject: rejectWithdrawal, retry: retryWithdrawal };
export type Verdict = keyof typeof VERDICTS;

/** Approves, rejects or retries; refusals are shown at the decision. */
export function useReviewWithdrawal(order_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verdict, reason }: { verdict: Verdict; reason: string }) =>
      call(VERDICTS[verdict], { id: order_id, reason }),
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}

/** Closes a dispute, or says the first of two things about it. */
export function useCloseDispute(order_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: { number: number; outcome: DisputeOutcome; reason: string }) =>
      call(closePayoutDispute, { id: order_id, ...said }),
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
  });
}

/** Where the money goes, in the clear: each look is recorded with its reason. */
export const useSeePayee = (order_id: string) =>
  useMutation({
    mutationFn: (reason: string) => call(getPayee, { id: order_id, reason }),
    meta: { quiet: true },
  });
