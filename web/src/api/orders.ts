import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ORDER_STATUS } from '#events/status.ts';
import { listMyOrders } from '#services/api/orders/contract/order-list.ts';
import {
  type CheckedCart,
  type CheckedOrder,
  type CreateOrder,
  cancelOrder,
  checkOrder,
  createOrder,
  type PrepareOrder,
  prepareOrder,
  sandboxPay,
  type sandboxPayBody,
} from '#services/api/orders/contract/orders.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';

/** The price of the choice, computed by the server line by line. */
export const priceQuery = (choice: PrepareOrder) =>
  queryOptions({
    // Refusals depend on the language.
    queryKey: ['price', choice, language()],
    queryFn: () => call(prepareOrder, choice),
    staleTime: 0,
    meta: { topics: ['catalog', 'stock'] },
  });

/** Places the order. The same key never places twice. */
export const usePlaceOrder = () =>
  useMutation({
    mutationFn: ({ key, order }: { key: string; order: CreateOrder }) =>
      call(createOrder, order, { headers: { 'Idempotency-Key': key } }),
    meta: { quiet: true },
  });

const CHECK_MS = 2000;

/** All that can happen to an order of one's own after it is paid: sending, entry, refunds, replies, the end of it. */
const OF_ORDERS = { topics: ['orders', 'tickets', 'replies', 'memberships'] };

type Checked = CheckedOrder | CheckedCart;
function oneOrder(checked: Checked): CheckedOrder {
  if ('orders' in checked) throw new Error('expected an order, got a cart');
  return checked;
}
function wholeCart(checked: Checked): CheckedCart {
  if (!('orders' in checked)) throw new Error('expected a cart, got an order');
  return checked;
}

/** One of the caller's orders; asked again every two seconds while it waits for payment. */
export const orderQuery = (out_trade_no: string) =>
  queryOptions({
    queryKey: ['orders', 'one', out_trade_no],
    queryFn: async ({ signal }) => oneOrder(await call(checkOrder, { out_trade_no }, { signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === ORDER_STATUS.pending ? CHECK_MS : false),
    meta: OF_ORDERS,
  });

/** Orders that are paid together; asked again every two seconds while they wait for payment. */
export const paidTogetherQuery = (cart_order_no: string) =>
  queryOptions({
    queryKey: ['orders', 'cart', cart_order_no],
    queryFn: async ({ signal }) => wholeCart(await call(checkOrder, { cart_order_no }, { signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === ORDER_STATUS.pending ? CHECK_MS : false),
    meta: OF_ORDERS,
  });

export interface MyOrdersChoice {
  page: number;
  status?: number | undefined;
  product_type?: number | undefined;
  /** Of paid orders: none 0, part 1, full 2. */
  refund_state?: number | undefined;
}

const ORDERS_A_PAGE = 10;

/** The fan's own orders, newest first. */
export const myOrdersQuery = (choice: MyOrdersChoice) =>
  queryOptions({
    queryKey: ['orders', 'mine', choice],
    queryFn: ({ signal }) => call(listMyOrders, { ...choice, per_page: ORDERS_A_PAGE }, { signal }),
    meta: OF_ORDERS,
  });

export const pagesOf = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

export function useCancelOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (out_trade_no: string) => call(cancelOrder, { out_trade_no }),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}

/** In the sandbox: does at the provider what the payer would do there. */
export function useSandboxPay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Pick<z.input<typeof sandboxPayBody>, 'charge_id' | 'outcome'>) =>
      call(sandboxPay, input),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}
