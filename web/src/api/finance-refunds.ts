import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { RefundOrder, refundedOrder } from '#services/api/contract/after-payment.ts';
import type {
  OrderToRefund,
  PreviewedRefund,
  PreviewRefund,
} from '#services/api/contract/finance-refunds.ts';
import { get, post } from './client.ts';
import { noteWritten } from './written.ts';

/** An order as finance refunds it, from the log itself; as it stood then with `as_of`. */
export const orderToRefundQuery = (out_trade_no: string, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'refundable-order', out_trade_no, as_of],
    queryFn: ({ signal }) =>
      get<OrderToRefund>('/api/finance/refundable-order', { out_trade_no, as_of }, signal),
    staleTime: 0,
    meta: { topics: ['ledger'] },
  });

/** What a refund would do; nothing is written. Refused as the refund would be. */
export const usePreviewRefund = () =>
  useMutation({
    mutationFn: (refund: PreviewRefund) => post<PreviewedRefund>('/api/finance/refund-preview', refund),
    meta: { quiet: true },
  });

/** Gives money back in the name of finance. The same key never gives it twice, however often it is sent. */
export function useRefundByFinance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, refund }: { key: string; refund: RefundOrder }) =>
      post<z.infer<typeof refundedOrder>>('/api/order/refund', refund, { 'Idempotency-Key': key }),
    onSuccess: ({ position }) => noteWritten(position),
    // Refused, too: somebody else may have refunded meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: ['finance'] }),
    meta: { quiet: true },
  });
}
