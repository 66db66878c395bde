import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSupportOrder, type SupportOrders, searchOrders } from '#services/api/staff/contract/support.ts';
import { call } from './client.ts';

const ORDERS_A_PAGE = 20;
export const supportPages = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

/** A look is requested once, without automatic retries: each is recorded. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false } as const;

/** The owner of the account, by a recorded look. */
export const personByAccount = (account: string, reason: string): Promise<SupportOrders> =>
  call(searchOrders, { account, reason });

/** A person's orders, newest first, without personal data. */
export const supportOrdersQuery = (user_id: string, reason: string, page: number) =>
  queryOptions({
    queryKey: ['support', 'orders', user_id, reason, page],
    queryFn: ({ signal }) =>
      call(searchOrders, { user_id, reason, page, per_page: ORDERS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    ...once,
  });

/** One order with its story, remark and address. */
export const supportOrderQuery = (out_trade_no: string, reason: string, language: string) =>
  queryOptions({
    queryKey: ['support', 'order', out_trade_no, reason, language],
    queryFn: ({ signal }) => call(getSupportOrder, { out_trade_no, reason }, { signal }),
    ...once,
  });
