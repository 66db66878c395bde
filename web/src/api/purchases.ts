import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getPurchasedSku, listPurchases, listSpending } from '#services/api/orders/contract/purchases.ts';
import { listMySponsorships } from '#services/api/stats/contract.ts';
import { call } from './client.ts';

const BOUGHT_A_PAGE = 24;

/** The fan's purchases, newest first. */
export const purchasedQuery = (page: number, product_type: number | undefined) =>
  queryOptions({
    queryKey: ['purchased', 'list', page, product_type ?? 0],
    queryFn: ({ signal }) => call(listPurchases, { page, per_page: BOUGHT_A_PAGE, product_type }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

export const boughtPages = (total: number): number => Math.ceil(total / BOUGHT_A_PAGE);

/** The contents of a model for its buyers; refused to others. */
export const purchasedSkuQuery = (sku_id: string) =>
  queryOptions({
    queryKey: ['purchased', 'sku', sku_id],
    queryFn: ({ signal }) => call(getPurchasedSku, { sku_id }, { signal }),
    meta: { topics: ['orders', 'replies', 'catalog'] },
  });

const MOVES_A_PAGE = 30;

/** The fan's payments and refunds, newest first, and the sums of every month. */
export const spendingHistoryQuery = (month: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['purchased', 'bill', month ?? '', page],
    queryFn: ({ signal }) => call(listSpending, { month, page, per_page: MOVES_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

export const movePages = (total: number): number => Math.ceil(total / MOVES_A_PAGE);

/** Memberships of the fan's that run now, by creator. */
export const sponsoringQuery = queryOptions({
  queryKey: ['purchased', 'sponsoring'],
  queryFn: ({ signal }) => call(listMySponsorships, {}, { signal }),
  meta: { topics: ['memberships', 'sponsors'] },
});
