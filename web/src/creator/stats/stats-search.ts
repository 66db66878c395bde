import type { StatName } from '#services/contract/stats/calls.ts';
import { dayIn, oneOf, pageIn, textIn, wholeIn } from '../../shell/search.ts';
import { PERIODS, type Period } from './period.ts';

const STAT_NAMES = [
  'orders',
  'gross',
  'net',
  'refunds',
  'new_sponsors',
  'sponsors',
  'units',
  'recurring',
  'month_sponsors',
  'month_new',
  'month_kept',
  'month_returned',
  'month_lost',
] as const satisfies readonly StatName[];

/** Tabs of the analytics page after its first one. */
export const LATER_PARTS = ['sales', 'hours', 'visits'] as const;

/** Search parameters of the statistics page. */
export interface StatsSearch {
  period?: Period | undefined;
  /** Of a custom period. */
  from?: string | undefined;
  to?: string | undefined;
  plan_id?: string | undefined;
  /** The open tab of the analytics page; default: sponsors. */
  part?: (typeof LATER_PARTS)[number] | undefined;
  /** How many months the analytics page shows. */
  months?: '6' | '12' | '24' | undefined;
  /** The chart's numbers as a table. */
  view?: 'table' | undefined;
  /** The subject of the explain drawer; closed without one. */
  figure?: StatName | undefined;
  explain_from?: string | undefined;
  explain_to?: string | undefined;
  explain_plan?: string | undefined;
  /** One SKU, one hour of the week, or the fans of one first month. */
  explain_sku?: string | undefined;
  explain_weekday?: number | undefined;
  explain_hour?: number | undefined;
  explain_cohort?: string | undefined;
  explain_page?: number | undefined;
  /** The goal in the drawer of goals; closed without one. */
  goal_id?: string | undefined;
}

export const readStatsSearch = (search: Readonly<Record<string, unknown>>): StatsSearch => ({
  period: oneOf(search, 'period', PERIODS),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  plan_id: textIn(search, 'plan_id'),
  part: oneOf(search, 'part', LATER_PARTS),
  months: oneOf(search, 'months', ['6', '12', '24']),
  view: oneOf(search, 'view', ['table']),
  figure: oneOf(search, 'figure', STAT_NAMES),
  explain_from: dayIn(search, 'explain_from'),
  explain_to: dayIn(search, 'explain_to'),
  explain_plan: textIn(search, 'explain_plan'),
  explain_sku: textIn(search, 'explain_sku'),
  explain_weekday: wholeIn(search, 'explain_weekday', 1, 7),
  explain_hour: wholeIn(search, 'explain_hour', 0, 23),
  explain_cohort: textIn(search, 'explain_cohort'),
  explain_page: pageIn(search, 'explain_page'),
  goal_id: textIn(search, 'goal_id'),
});

/** The explained figure, with its days and plan. */
export interface ExplainRequest {
  figure: StatName;
  from: string;
  to: string;
  plan_id?: string | undefined;
  sku_id?: string | undefined;
  weekday?: number | undefined;
  hour?: number | undefined;
  cohort?: string | undefined;
}

/** The address with the explain drawer open on a figure. */
export const withExplain = (search: StatsSearch, request: ExplainRequest): StatsSearch => ({
  ...search,
  figure: request.figure,
  explain_from: request.from,
  explain_to: request.to,
  explain_plan: request.plan_id,
  explain_sku: request.sku_id,
  explain_weekday: request.weekday,
  explain_hour: request.hour,
  explain_cohort: request.cohort,
  explain_page: undefined,
  goal_id: undefined,
});

export const withoutExplain = (search: StatsSearch): StatsSearch => ({
  ...search,
  figure: undefined,
  explain_from: undefined,
  explain_to: undefined,
  explain_plan: undefined,
  explain_sku: undefined,
  explain_weekday: undefined,
  explain_hour: undefined,
  explain_cohort: undefined,
  explain_page: undefined,
});
