import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Purchased, PurchasedSku, SpendingHistory } from '#services/api/orders/contract/purchases.ts';
import type { Sponsoring } from '#services/api/stats/contract.ts';
import { get } from './client.ts';
import type { Page } from './creators.ts';

const BOUGHT_A_PAGE = 24;

/** What the fan has bought, the newest first. */
export const purchasedQuery = (page: number, product_type: number | undefined) =>
  queryOptions({
    queryKey: ['purchased', 'list', page, product_type ?? 0],
    queryFn: ({ signal }) =>
      get<Page<Purchased>>('/api/my/purchased', { page, per_page: BOUGHT_A_PAGE, product_type }, signal),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

export const boughtPages = (total: number): number => Math.ceil(total / BOUGHT_A_PAGE);

/** What is in a model for whoever bought it; refused to everybody else. */
export const purchasedSkuQuery = (sku_id: string) =>
  queryOptions({
    queryKey: ['purchased', 'sku', sku_id],
    queryFn: ({ signal }) => get<PurchasedSku>('/api/my/purchased-sku', { sku_id }, signal),
    meta: { topics: ['orders', 'replies', 'catalog'] },
  });

const MOVES_A_PAGE = 30;

/** The fan's payments and refunds, newest first, and the sums of every month. */
export const spendingHistoryQuery = (month: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['purchased', 'bill', month ?? '', page],
    queryFn: ({ signal }) =>
      get<SpendingHistory>('/api/my/bill-history', { month, page, per_page: MOVES_A_PAGE }, signal),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

export const movePages = (total: number): number => Math.ceil(total / MOVES_A_PAGE);

/** Memberships of the fan's that run now, by creator. */
export const sponsoringQuery = queryOptions({
  queryKey: ['purchased', 'sponsoring'],
  queryFn: ({ signal }) => get<Sponsoring>('/api/my/sponsoring', {}, signal),
  meta: { topics: ['memberships', 'sponsors'] },
});
