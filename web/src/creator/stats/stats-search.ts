import type { StatName } from '#services/api/stats/contract.ts';
import { oneOf, textIn, wholeIn } from '../../shell/search.ts';
import { isDay, PERIODS, type Period } from './period.ts';

const FIGURES = [
  'orders',
  'gross',
  'net',
  'refunds',
  'new_sponsors',
  'sponsors',
] as const satisfies readonly StatName[];

/** Search parameters of the statistics page. */
export interface StatsSearch {
  period?: Period | undefined;
  /** Of a custom period. */
  from?: string | undefined;
  to?: string | undefined;
  plan_id?: string | undefined;
  /** The chart's numbers as a table. */
  view?: 'table' | undefined;
  /** The subject of the explain drawer; closed without one. */
  figure?: StatName | undefined;
  explain_from?: string | undefined;
  explain_to?: string | undefined;
  explain_plan?: string | undefined;
  explain_page?: number | undefined;
}

const dayIn = (search: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const day = textIn(search, name);
  return isDay(day) ? day : undefined;
};

export const readStatsSearch = (search: Readonly<Record<string, unknown>>): StatsSearch => ({
  period: oneOf(search, 'period', PERIODS),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  plan_id: textIn(search, 'plan_id'),
  view: oneOf(search, 'view', ['table']),
  figure: oneOf(search, 'figure', FIGURES),
  explain_from: dayIn(search, 'explain_from'),
  explain_to: dayIn(search, 'explain_to'),
  explain_plan: textIn(search, 'explain_plan'),
  explain_page: wholeIn(search, 'explain_page', 1, 100_000),
});

/** The explained figure, with its days and plan. */
export interface Asked {
  figure: StatName;
  from: string;
  to: string;
  plan_id?: string | undefined;
}

/** The address with the explain drawer open on a figure. */
export const withExplain = (search: StatsSearch, { figure, from, to, plan_id }: Asked): StatsSearch => ({
  ...search,
  figure,
  explain_from: from,
  explain_to: to,
  explain_plan: plan_id,
  explain_page: undefined,
});

export const withoutExplain = (search: StatsSearch): StatsSearch => ({
  ...search,
  figure: undefined,
  explain_from: undefined,
  explain_to: undefined,
  explain_plan: undefined,
  explain_page: undefined,
});
