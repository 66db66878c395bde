import { queryOptions } from '@tanstack/react-query';
import { getAuditKey, getOrderProof } from '#services/api/audit/contract/audit.ts';
import type { ProofFile } from '#services/api/audit/contract/proof-file.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';
import { refusalOf, ServerUnreachable } from './refusal.ts';

/** By which seals and proofs are checked; it never changes while one looks. */
export const publicKeyQuery = queryOptions({
  queryKey: ['proof', 'key'],
  queryFn: ({ signal }) => call(getAuditKey, {}, { signal }),
  select: ({ public_key }) => public_key,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});

/** Events wait for their seal for a minute at most. */
const ASK_AGAIN_MS = 15_000;

/** The proof of an order of one's own, bought or sold. */
export const orderProofQuery = (out_trade_no: string) =>
  queryOptions({
    queryKey: ['proof', 'order', out_trade_no],
    queryFn: ({ signal }) => call(getOrderProof, { out_trade_no }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? ASK_AGAIN_MS : false),
  });

/** A file that the server streams, or its refusal. */
async function proofOfMonth(path: string, signal: AbortSignal): Promise<ProofFile> {
  const answer = await fetch(path, { signal, headers: { 'locale-lang': language() } }).catch(
    (cause: unknown) => {
      throw new ServerUnreachable(path, { cause });
    },
  );
  const file = await answer.json();
  if ('ec' in file) throw refusalOf(file);
  // A successful answer is the contract's file; it is verified nevertheless.
  return file as ProofFile;
}

/** The proof of one's own settled month, with its lines. */
export const settlementProofQuery = (month: string) =>
  queryOptions({
    queryKey: ['proof', 'settlement', month],
    queryFn: ({ signal }) => proofOfMonth(`/api/my/settlement-proof?month=${month}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
