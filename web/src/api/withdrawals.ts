import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WithdrawType } from '#events/status.ts';
import {
  applyWithdraw,
  getBalance,
  listMyWithdrawals,
  listPostings,
  type Postings,
  switchWithdrawToBank,
} from '#services/api/withdrawals/contract/withdrawals.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';

const meta = { topics: ['ledger', 'withdrawals'] };

/** Settled money becomes available by the clock, without an event for the live stream. */
const CLOCK_MS = 60_000;

/** The amounts that can be withdrawn, and those that cannot yet, with reason and time. */
export const balanceQuery = () =>
  queryOptions({
    queryKey: ['withdrawals', 'balance', language()],
    queryFn: ({ signal }) => call(getBalance, {}, { signal }),
    refetchInterval: CLOCK_MS,
    placeholderData: keepPreviousData,
    meta,
  });

/** An account of the creator's in the books. */
export type LedgerPart = Postings['account'];
const POSTINGS_A_PAGE = 20;

/** An account's balance, posting by posting, newest first. */
export const postingsQuery = (account: LedgerPart, page: number) =>
  queryOptions({
    queryKey: ['withdrawals', 'postings', account, page],
    queryFn: ({ signal }) => call(listPostings, { account, page, per_page: POSTINGS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const postingPages = (total: number): number => Math.ceil(total / POSTINGS_A_PAGE);

/** Withdrawals of the caller, newest first. */
export const withdrawHistoryQuery = (page: number, per_page: number) =>
  queryOptions({
    queryKey: ['withdrawals', 'history', page, per_page, language()],
    queryFn: ({ signal }) => call(listMyWithdrawals, { page, per_page }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** All views of the creator's money load again, and include the latest write. */
function useMoneyMoved() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['withdrawals', 'income', 'figures'].map((area) => client.invalidateQueries({ queryKey: [area] })),
    );
  };
}

export interface Application {
  /** Yuan, `"30.00"`. */
  amount: string;
  /** 1 Alipay, 2 PayPal, 7 bank card */
  withdraw_type: WithdrawType;
}

/** Requests a withdrawal; the same key requests it once. */
export function useApplyWithdraw() {
  const moved = useMoneyMoved();
  return useMutation({
    mutationFn: ({ key, application }: { key: string; application: Application }) =>
      call(applyWithdraw, application, { headers: { 'Idempotency-Key': key } }),
    onSuccess: moved,
    meta: { quiet: true },
  });
}

/** A failed withdrawal is switched to the bank card, once for any number of requests. */
export function useSwitchToBank() {
  const moved = useMoneyMoved();
  return useMutation({
    mutationFn: (order_id: string) => call(switchWithdrawToBank, { order_id }),
    onSuccess: moved,
  });
}
