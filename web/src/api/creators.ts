import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CreatorCard, User } from '#services/api/accounts/contract/accounts.ts';
import type { Plan, planAnswer } from '#services/api/catalog/contract/plans.ts';
import type { thank } from '#services/api/stats/contract.ts';
import { get } from './client.ts';

/** A page of a list: `has_more` says whether the next one exists. */
export interface Page<Item> {
  list: Item[];
  has_more: boolean;
  total_count: number;
}

interface Found {
  user: User;
}

export interface ExploreChoice {
  category_id?: string | undefined;
  search_q?: string | undefined;
  /** 1: only recommended ones. */
  rec?: 1 | undefined;
}

const CREATORS_A_PAGE = 24;

/** Creators by category and words, page after page. */
export const exploreQuery = (choice: ExploreChoice) =>
  infiniteQueryOptions({
    queryKey: ['creators', 'explore', choice],
    queryFn: ({ pageParam, signal }) =>
      get<Page<CreatorCard>>(
        '/api/creator/explore',
        { ...choice, page: pageParam, per_page: CREATORS_A_PAGE },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.has_more ? page + 1 : undefined),
    meta: { topics: ['creators'] },
  });

/** A creator by the name in the address. */
export const creatorBySlugQuery = (url_slug: string) =>
  queryOptions({
    queryKey: ['creators', 'slug', url_slug],
    queryFn: async ({ signal }) =>
      (await get<Found>('/api/user/get-profile-by-slug', { url_slug }, signal)).user,
    staleTime: 60_000,
  });

export const personQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['creators', 'person', user_id],
    queryFn: async ({ signal }) => (await get<Found>('/api/user/get-profile', { user_id }, signal)).user,
    staleTime: 60_000,
  });

const PLANS_A_PAGE = 100;
const PRODUCTS_A_PAGE = 24;

/** A creator's sponsorship plans that are on sale. */
export const plansQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['catalog', 'plans', user_id],
    queryFn: ({ signal }) =>
      get<Page<Plan>>('/api/creator/get-plans', { user_id, per_page: PLANS_A_PAGE }, signal),
    meta: { topics: ['catalog', 'stock'] },
  });

/** What a creator's shop has, page after page. */
export const productsQuery = (user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'products', user_id],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Plan>>(
        '/api/creator/get-products',
        { user_id, page: pageParam, per_page: PRODUCTS_A_PAGE },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.has_more ? page + 1 : undefined),
    meta: { topics: ['catalog', 'stock'] },
  });

/** An offer as it was at a moment of the server's clock: its price and whether it sells are matters of time. */
export interface PlanAt extends Plan {
  /** Unix seconds */
  now: number;
}

/** One plan or product with its SKUs and what is left of each. */
export const planQuery = (plan_id: string) =>
  queryOptions({
    queryKey: ['catalog', 'plan', plan_id],
    queryFn: async ({ signal }): Promise<PlanAt> => {
      const { plan, now } = await get<z.infer<typeof planAnswer>>('/api/plan/detail', { plan_id }, signal);
      return { ...plan, now };
    },
    meta: { topics: ['catalog', 'stock'] },
  });

/** Up to 50 sponsors, without amounts. */
export const thankQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['creators', 'thank', user_id],
    queryFn: ({ signal }) => get<z.infer<typeof thank>>('/api/user/thank', { user_id }, signal),
    meta: { topics: ['sponsors'] },
  });
