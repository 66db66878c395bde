import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getRedeemOffer,
  type ListedRedeemCode,
  listRedeemBatches,
  listRedeemCodes,
  type MakeRedeem,
  makeRedeemCodes,
  revokeRedeemCodes,
  type UseRedeem,
  useRedeemCode,
} from '#services/api/redeem/contract.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';

/** The filters of the list of batches; they are in the address. */
export interface RedeemChoice {
  plan_id?: string | undefined;
  sku_id?: string | undefined;
}

const BATCHES_A_PAGE = 20;
const CODES_A_PAGE = 50;

/** Batches of codes, newest first, and the totals of all. */
export const redeemHistoryQuery = (choice: RedeemChoice, page: number) =>
  queryOptions({
    queryKey: ['redeem', 'batches', choice, page],
    queryFn: ({ signal }) =>
      call(listRedeemBatches, { ...choice, page, per_page: BATCHES_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['redeem'] },
  });

export const batchPages = (total: number): number => Math.ceil(total / BATCHES_A_PAGE);
export const codePages = (total: number): number => Math.ceil(total / CODES_A_PAGE);

export type CodeStatus = ListedRedeemCode['status'];

/** The codes of one batch, of one state or of all. */
export const redeemCodesQuery = (batch_id: string, status: CodeStatus | '', page: number) =>
  queryOptions({
    queryKey: ['redeem', 'codes', batch_id, status, page],
    queryFn: ({ signal }) =>
      call(listRedeemCodes, { batch_id, status, page, per_page: CODES_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['redeem'] },
  });

/** Where the browser gets a batch's codes as a table. */
export const exportAddress = (batch_id: string): string =>
  `/api/creator/export-redeem?${new URLSearchParams({ batch_id, lang: language() })}`;

/** Makes codes; the same key never makes them twice. */
export function useMakeRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, wanted }: { key: string; wanted: MakeRedeem }) =>
      call(makeRedeemCodes, wanted, { headers: { 'Idempotency-Key': key } }),
    onSuccess: () => {
      return client.invalidateQueries({ queryKey: ['redeem'] });
    },
    meta: { quiet: true },
  });
}

/** Withdraws the unused uses: of a batch, or of one code. */
export function useRevokeRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { batch_id: string } | { redeem_id: string }) => call(revokeRedeemCodes, input),
    onSuccess: () => {
      return client.invalidateQueries({ queryKey: ['redeem'] });
    },
  });
}

/** The contents of the code with this name, for its public address. */
export const redeemOfferQuery = (redeem_id: string) =>
  queryOptions({
    queryKey: ['redeem', 'offer', redeem_id],
    queryFn: ({ signal }) => call(getRedeemOffer, { redeem_id }, { signal }),
  });

/** Redeems a code. */
export function useUseRedeem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, use }: { key: string; use: UseRedeem }) =>
      call(useRedeemCode, use, { headers: { 'Idempotency-Key': key } }),
    onSuccess: () => {
      return client.invalidateQueries({ queryKey: ['orders'] });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['redeem'] }),
    meta: { quiet: true },
  });
}
