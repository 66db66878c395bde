import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ORDER_STATUS } from '#events/status.ts';
import {
  type RefundOrder,
  refundOrder,
  updateCreatorRemark,
  updateOrderRemark,
} from '#services/api/orders/contract/after-payment.ts';
import { getOrder } from '#services/api/orders/contract/order-detail.ts';
import { getReceipt } from '#services/api/payments/contract.ts';
import { call } from './client.ts';

const CHECK_MS = 2000;

/** Everything of one order with its story, for its fan and its creator; live. */
export const orderDetailQuery = (out_trade_no: string, language: string) =>
  queryOptions({
    // Some of its words come from the server: companies that carry parcels.
    queryKey: ['orders', 'detail', out_trade_no, language],
    queryFn: ({ signal }) => call(getOrder, { out_trade_no }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === ORDER_STATUS.pending ? CHECK_MS : false),
    meta: { topics: ['orders', 'memberships', 'replies', 'tickets'] },
  });

export const receiptQuery = (out_trade_no: string) =>
  queryOptions({
    queryKey: ['orders', 'receipt', out_trade_no],
    queryFn: ({ signal }) => call(getReceipt, { out_trade_no }, { signal }),
    meta: { topics: ['orders'] },
  });

/** The address of a receipt as a PDF file. */
export const receiptFile = (out_trade_no: string, locale_lang: string): string =>
  `/api/order/receipt.pdf?${new URLSearchParams({ out_trade_no, locale_lang })}`;

function useOrderChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['orders'] });
    },
    meta: { quiet: true },
  });
}

interface Remark {
  out_trade_no: string;
  remark: string;
}

/** The fan's remark, which can be changed once; refused where it was changed before. */
export const useChangeRemark = () => useOrderChange((input: Remark) => call(updateOrderRemark, input));

/** The creator's note on an order. */
export const useNoteOnOrder = () => useOrderChange((input: Remark) => call(updateCreatorRemark, input));

/** Refunds. The same key never refunds twice. */
export const useRefund = () =>
  useOrderChange(({ key, refund }: { key: string; refund: RefundOrder }) =>
    call(refundOrder, refund, { headers: { 'Idempotency-Key': key } }),
  );
