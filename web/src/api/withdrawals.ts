import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AppliedWithdraw,
  Balance,
  Postings,
  WithdrawRecord,
} from '#services/api/withdrawals/contract/withdrawals.ts';
import { language } from '../language/i18n.ts';
import { get, post } from './client.ts';
import type { Page } from './creators.ts';
import { noteWritten, sinceWritten } from './written.ts';

const meta = { topics: ['ledger', 'withdrawals'] };

/** What was settled becomes available by the clock, without an event that a page could hear of. */
const CLOCK_MS = 60_000;

/** What can be withdrawn, what cannot yet and why, and when it can. */
export const balanceQuery = () =>
  queryOptions({
    queryKey: ['withdrawals', 'balance', language()],
    queryFn: ({ signal }) => get<Balance>('/api/my/balance', {}, signal),
    refetchInterval: CLOCK_MS,
    placeholderData: keepPreviousData,
    meta,
  });

/** An account of the creator's in the books. */
export type LedgerPart = Postings['account'];
const POSTINGS_A_PAGE = 20;

/** What an account came to, posting by posting, newest first. */
export const postingsQuery = (account: LedgerPart, page: number) =>
  queryOptions({
    queryKey: ['withdrawals', 'postings', account, page],
    queryFn: ({ signal }) =>
      get<Postings>(
        '/api/my/postings',
        { account, page, per_page: POSTINGS_A_PAGE, ...sinceWritten() },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta,
  });

export const postingPages = (total: number): number => Math.ceil(total / POSTINGS_A_PAGE);

/** Withdrawals of the caller, newest first. */
export const withdrawHistoryQuery = (page: number, per_page: number) =>
  queryOptions({
    queryKey: ['withdrawals', 'history', page, per_page, language()],
    queryFn: ({ signal }) =>
      get<Page<WithdrawRecord>>('/api/my/withdraw-history', { page, per_page }, signal),
    placeholderData: keepPreviousData,
    meta,
  });

/** Everything that shows the creator's money asks again, and sees at least what was just written. */
function useMoneyMoved() {
  const client = useQueryClient();
  return async ({ position }: { position: number }) => {
    noteWritten(position);
    await Promise.all(
      ['withdrawals', 'income', 'figures'].map((area) => client.invalidateQueries({ queryKey: [area] })),
    );
  };
}

export interface Application {
  /** Yuan, `"30.00"`. */
  amount: string;
  /** 1 Alipay, 2 PayPal, 7 bank card */
  withdraw_type: number;
}

/** Takes money out; by one key it is taken out once, however often it is sent. */
export function useApplyWithdraw() {
  const moved = useMoneyMoved();
  return useMutation({
    mutationFn: ({ key, application }: { key: string; application: Application }) =>
      post<AppliedWithdraw>('/api/my/apply-withdraw', application, { 'Idempotency-Key': key }),
    onSuccess: moved,
    meta: { quiet: true },
  });
}

/** A failed withdrawal goes to the bank card instead: once, however often it is asked. */
export function useSwitchToBank() {
  const moved = useMoneyMoved();
  return useMutation({
    mutationFn: (order_id: string) => post<AppliedWithdraw>('/api/my/switch-withdraw-to-bank', { order_id }),
    onSuccess: moved,
  });
}
