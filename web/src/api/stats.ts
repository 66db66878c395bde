import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  explainStats,
  getDashboard,
  getStats,
  listTopPlans,
  type StatName,
} from '#services/api/stats/contract.ts';
import { call } from './client.ts';

/** Business days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The cards: today, 31 days, this month, sponsors, orders. */
export const dashboardQuery = queryOptions({
  queryKey: ['figures', 'dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
  meta: { topics: ['daily_stats', 'ledger'] },
});

/** One row per business day, of one plan or of all. */
export const statQuery = (days: Days, plan_id: string | undefined) =>
  queryOptions({
    queryKey: ['figures', 'stat', days, plan_id ?? ''],
    queryFn: ({ signal }) => call(getStats, { ...days, plan_id }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['daily_stats'] },
  });

/** Best plans of a period, by gross. */
export const topPlansQuery = (days: Days) =>
  queryOptions({
    queryKey: ['figures', 'top-plans', days],
    queryFn: ({ signal }) => call(listTopPlans, { ...days }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['daily_stats'] },
  });

export interface StatQuery {
  figure: StatName;
  /** One day, or several. */
  days: Days;
  plan_id: string | undefined;
  page: number;
}

const EXPLAINED_A_PAGE = 20;

/** The orders that make a figure up, with the events of each. */
export const explainQuery = ({ figure, days, plan_id, page }: StatQuery) =>
  queryOptions({
    queryKey: ['figures', 'explain', figure, days, plan_id ?? '', page],
    queryFn: ({ signal }) =>
      call(
        explainStats,
        {
          figure,
          ...(days.from === days.to ? { date: days.from } : days),
          plan_id,
          page,
          per_page: EXPLAINED_A_PAGE,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders', 'daily_stats'] },
  });

export const explainPages = (total: number): number => Math.ceil(total / EXPLAINED_A_PAGE);
