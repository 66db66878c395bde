import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { exploreCreators, getProfile, getProfileBySlug } from '#services/api/accounts/contract/accounts.ts';
import { getPlan, listPlans, listProducts, type Plan } from '#services/api/catalog/contract/plans.ts';
import { getThanks } from '#services/api/stats/contract.ts';
import { call } from './client.ts';

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
      call(exploreCreators, { ...choice, page: pageParam, per_page: CREATORS_A_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.has_more ? page + 1 : undefined),
    meta: { topics: ['creators'] },
  });

/** A creator by the name in the address. */
export const creatorBySlugQuery = (url_slug: string) =>
  queryOptions({
    queryKey: ['creators', 'slug', url_slug],
    queryFn: async ({ signal }) => (await call(getProfileBySlug, { url_slug }, { signal })).user,
    staleTime: 60_000,
  });

export const personQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['creators', 'person', user_id],
    queryFn: async ({ signal }) => (await call(getProfile, { user_id }, { signal })).user,
    staleTime: 60_000,
  });

const PLANS_A_PAGE = 100;
const PRODUCTS_A_PAGE = 24;

/** A creator's sponsorship plans that are on sale. */
export const plansQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['catalog', 'plans', user_id],
    queryFn: ({ signal }) => call(listPlans, { user_id, per_page: PLANS_A_PAGE }, { signal }),
    meta: { topics: ['catalog', 'stock'] },
  });

/** A creator's shop, page by page. */
export const productsQuery = (user_id: string) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'products', user_id],
    queryFn: ({ pageParam, signal }) =>
      call(listProducts, { user_id, page: pageParam, per_page: PRODUCTS_A_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.has_more ? page + 1 : undefined),
    meta: { topics: ['catalog', 'stock'] },
  });

/** An offer at a time of the server's clock: price and sale depend on the time. */
export interface PlanAt extends Plan {
  /** Unix seconds */
  now: number;
}

/** One plan or product with its SKUs and their stock. */
export const planQuery = (plan_id: string) =>
  queryOptions({
    queryKey: ['catalog', 'plan', plan_id],
    queryFn: async ({ signal }): Promise<PlanAt> => {
      const { plan, now } = await call(getPlan, { plan_id }, { signal });
      return { ...plan, now };
    },
    meta: { topics: ['catalog', 'stock'] },
  });

/** Up to 50 sponsors, without amounts. */
export const thankQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['creators', 'thank', user_id],
    queryFn: ({ signal }) => call(getThanks, { user_id }, { signal }),
    meta: { topics: ['sponsors'] },
  });
