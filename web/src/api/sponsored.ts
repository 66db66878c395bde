import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EXPRESS_STATUS } from '#events/status.ts';
import { exportCreatorOrders, listCreatorOrders } from '#services/api/orders/contract/order-list.ts';
import { cancelOrder } from '#services/api/orders/contract/orders.ts';
import { listOrderFilters } from '#services/api/stats/contract.ts';
import { call, download } from './client.ts';

/** The filters of a creator's order list; all are in the address. */
export interface OrderListChoice {
  search_q?: string | undefined;
  search_param_type?: 'order_id' | 'affiliate_code' | 'name' | undefined;
  status?: number | undefined;
  /** Of paid orders: none 0, part 1, full 2. */
  refund_state?: number | undefined;
  product_type?: number | undefined;
  /** Only unshipped orders. */
  express_status?: typeof EXPRESS_STATUS.to_send | undefined;
  plan_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const ORDERS_A_PAGE = 20;

/** The creator's orders, newest first. */
export const orderListQuery = (choice: OrderListChoice, page: number, per_page = ORDERS_A_PAGE) =>
  queryOptions({
    queryKey: ['orders', 'sponsored', choice, page, per_page],
    queryFn: ({ signal }) => creatorOrders(choice, page, per_page, signal),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

/** One page of the same, requested outside of a page (the export). */
export const creatorOrders = (
  choice: OrderListChoice,
  page: number,
  per_page: number,
  signal?: AbortSignal,
) => call(listCreatorOrders, { ...choice, page, per_page }, { signal });

/** The same orders as a file of CSV, made by the server while it is sent. */
export const orderListFile = async (choice: OrderListChoice): Promise<Blob> =>
  (await download(exportCreatorOrders, choice)).bytes;

export const orderListPages = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

/** Plans that have orders, those with most first: what lists and figures can be narrowed to. */
export const orderFilterQuery = queryOptions({
  queryKey: ['orders', 'filter'],
  queryFn: ({ signal }) => call(listOrderFilters, {}, { signal }),
  meta: { topics: ['catalog'] },
});

/** A creator may take back an order that is not yet paid. */
export function useCancelSponsored() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (out_trade_no: string) => call(cancelOrder, { out_trade_no }),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}
