import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type RefundOrder,
  type refundedOrder,
  refundOrder,
} from '#services/api/orders/contract/after-payment.ts';
import {
  approveRefundRequest,
  declineRefundRequest,
  getRefundableOrder,
  type PreviewRefund,
  previewRefund,
  refundByHand,
} from '#services/api/refunds/contract.ts';
import { call } from './client.ts';

/** Finance's view of an order before a refund, from the log; with `as_of` its past state. */
export const orderToRefundQuery = (out_trade_no: string, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'refundable-order', out_trade_no, as_of],
    queryFn: ({ signal }) => call(getRefundableOrder, { out_trade_no, as_of }, { signal }),
    staleTime: 0,
    meta: { topics: ['ledger'] },
  });

/** The effect of a refund, without a write. Refused like the refund. */
export const usePreviewRefund = () =>
  useMutation({
    mutationFn: (refund: PreviewRefund) => call(previewRefund, refund),
    meta: { quiet: true },
  });

export type Refunded = z.infer<typeof refundedOrder>;

/** Refunds in the name of finance. The same key never refunds twice. */
export function useRefundByFinance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, refund }: { key: string; refund: RefundOrder }) =>
      call(refundOrder, refund, { headers: { 'Idempotency-Key': key } }),
    // Also after a refusal: another person may have refunded meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
    meta: { quiet: true },
  });
}

/** A second person's decision on a requested refund. */
export function useDecideRefund(out_trade_no: string, refund_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (verdict: { approve: true } | { approve: false; reason: string }) => {
      const named = { out_trade_no, refund_id };
      return verdict.approve
        ? call(approveRefundRequest, named)
        : call(declineRefundRequest, { ...named, reason: verdict.reason });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
    meta: { quiet: true },
  });
}

/** Notes that a refund was paid back in another way than by its provider. */
export function useRefundByHand(out_trade_no: string, refund_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(refundByHand, { out_trade_no, refund_id, reason }),
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
    meta: { quiet: true },
  });
}
