import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EXPRESS_STATUS } from '#events/status.ts';
import { listCreatorOrders } from '#services/api/orders/contract/order-list.ts';
import { cancelOrder } from '#services/api/orders/contract/orders.ts';
import { listMyMembers, listOrderFilters, listSponsors } from '#services/api/stats/contract.ts';
import { language } from '../language/i18n.ts';
import { call } from './client.ts';
import { refusalOf, ServerUnreachable } from './refusal.ts';
import { noteWritten, sinceWritten } from './written.ts';

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
export async function orderListFile(choice: OrderListChoice): Promise<Blob> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...choice, ...sinceWritten() })) {
    if (value !== undefined) query.set(name, String(value));
  }
  const path = `/api/my/sponsored-bill-export?${query}`;
  const answer = await fetch(path, { headers: { 'locale-lang': language() } }).catch((cause: unknown) => {
    throw new ServerUnreachable(path, { cause });
  });
  if (answer.headers.get('content-type')?.includes('json')) throw refusalOf(await answer.json());
  return answer.blob();
}

export const orderListPages = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

/** Plans that have orders, those with most first: what lists and figures can be narrowed to. */
export const orderFilterQuery = queryOptions({
  queryKey: ['orders', 'filter'],
  queryFn: ({ signal }) => call(listOrderFilters, {}, { signal }),
  meta: { topics: ['catalog'] },
});

const SPONSORS_A_PAGE = 24;

/** Fans who ever paid, with what they gave in all. */
export const sponsorsQuery = (search_q: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['sponsors', 'mine', search_q ?? '', page],
    queryFn: ({ signal }) => call(listSponsors, { search_q, page, per_page: SPONSORS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['sponsors'] },
  });

export const sponsorPages = (total: number): number => Math.ceil(total / SPONSORS_A_PAGE);

const MEMBERS_A_PAGE = 50;

/** Memberships that ran at the end of a business day, or run now; those that end first in front. */
export const membersQuery = (date: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['sponsors', 'members', date ?? '', page],
    queryFn: ({ signal }) => call(listMyMembers, { date, page, per_page: MEMBERS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['memberships'] },
  });

export const memberPages = (total: number): number => Math.ceil(total / MEMBERS_A_PAGE);

/** A creator may take back an order that is not yet paid. */
export function useCancelSponsored() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (out_trade_no: string) => call(cancelOrder, { out_trade_no }),
    onSuccess: ({ position }) => noteWritten(position),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}
