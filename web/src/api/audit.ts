import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getEventProof,
  getFinanceOrderProof,
  getSeals,
  getVerification,
  startVerification,
} from '#services/api/audit/contract/audit.ts';
import { getTrace } from '#services/api/books/contract/trace.ts';
import { call } from './client.ts';

const SEALS_A_PAGE = 20;
/** The interval of progress queries of a verification. */
const PROGRESS_MS = 1_000;
/** Events wait for their seal for a minute at most. */
const SEAL_MS = 15_000;

/** Seals of the log, newest first; with `as_of` over the log of that time. */
export const sealsQuery = (page: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'seals', page, as_of],
    queryFn: ({ signal }) => call(getSeals, { page, per_page: SEALS_A_PAGE, as_of }, { signal }),
    placeholderData: keepPreviousData,
  });

export const sealPages = (total: number): number => Math.ceil(total / SEALS_A_PAGE);

const verificationKey = ['finance', 'verification'];

/** The newest verification of the whole log; polled while it runs. */
export const verificationQuery = queryOptions({
  queryKey: verificationKey,
  queryFn: ({ signal }) => call(getVerification, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.verification?.state === 'running' ? PROGRESS_MS : false),
});

/** Starts a verification of the whole log, or joins the running one. */
export function useVerify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(startVerification),
    onSuccess: (answer) => {
      client.setQueryData(verificationKey, answer);
      // A proof must be about the present log, so it is not cached.
      void client.invalidateQueries({ queryKey: ['finance', 'proof'] });
    },
  });
}

/** The event at a position with its proof; null while it waits for its seal. */
export const eventProofQuery = (position: number) =>
  queryOptions({
    queryKey: ['finance', 'proof', position],
    queryFn: ({ signal }) => call(getEventProof, { position }, { signal }),
    refetchInterval: ({ state }) => (state.data?.proof === null ? SEAL_MS : false),
  });

/** The proof of any order. */
export const anyOrderProofQuery = (out_trade_no: string) =>
  queryOptions({
    queryKey: ['finance', 'proof', 'order', out_trade_no],
    queryFn: ({ signal }) => call(getFinanceOrderProof, { out_trade_no }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? SEAL_MS : false),
  });

/** The subject of a trace: an order or a withdrawal. */
export interface Traced {
  out_trade_no?: string | undefined;
  withdrawal?: string | undefined;
}

/** From the price to the bank, or the way back. */
export const traceQuery = (traced: Traced, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'trace', traced, as_of],
    queryFn: ({ signal }) => call(getTrace, { ...traced, as_of }, { signal }),
    meta: { topics: ['ledger'] },
  });

/** The proof file of a settlement, for a link that saves it. */
export const settlementProofFile = (month: string, user_id: string): string =>
  `/api/finance/settlements/${month}/${user_id}/proof`;
