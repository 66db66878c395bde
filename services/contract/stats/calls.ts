import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  businessMonth,
  counted,
  id,
  minPosition,
  money,
  newestPages,
  seconds,
  whole,
} from '#services/contract/fields/fields.ts';
import { order } from '#services/contract/orders/order-list.ts';
import { balanceParts } from '../income/income.ts';

/** One business day (docs/domain/stats.md). */
const statDay = z.object({
  date: businessDay,
  orders: z.number().int(),
  gross: money,
  net: money,
  refunds: money,
  new_sponsors: z.number().int(),
  sponsors: z.number().int(),
  /** Gross by kind of product */
  gross_sponsorship: money,
  gross_goods: money,
});
const statAnswer = z.object({ list: z.array(statDay), as_of: asOf });
export const getStats = endpoint('GET', '/api/my/stat', {
  access: 'creator',
  right: 'stats',
  /** `days` up to today, or `from` and `to` (at most 366 days, both included). */
  query: z.object({
    days: whole(1, 366).optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
    plan_id: id.optional(),
    min_position: minPosition,
  }),
  answer: statAnswer,
  reads: ['daily_stats', 'catalog'],
});

const change = z.object({ value: money, before: money });
const countChange = z.object({ value: z.number().int(), before: z.number().int() });
const income = z.object({
  gross: change,
  net: change,
  from: businessDay,
  to: businessDay,
  from_before: businessDay,
  to_before: businessDay,
});
export const dashboardQuery = z.object({ min_position: minPosition });
/** Each figure with that of the period before, of equal length. */
const dashboardAnswer = z.object({
  today: income,
  last_31_days: income,
  this_month: income,
  sponsors: countChange,
  orders: countChange,
  ...balanceParts,
  as_of: asOf,
});
export const getDashboard = endpoint('GET', '/api/my/dashboard', {
  access: 'creator',
  query: dashboardQuery,
  answer: dashboardAnswer,
  reads: ['daily_stats', 'ledger'],
});

const figure = z.enum([
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
]);
export const explainedEvent = z.object({
  position: z.number().int(),
  id: z.string(),
  stream: z.string(),
  version: z.number().int(),
  type: z.string(),
  time: seconds,
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export const explainedOrder = z.object({
  order,
  /** The part of this payment or refund of the order in the figure: money, or `"1"` for counts */
  contribution: z.string(),
  /** When it was paid or refunded */
  time: seconds,
  events: z.array(explainedEvent),
});
/** `value` is the sum of the contributions over all pages, not taken from the statistics. */
export const explainAnswer = z.object({
  figure,
  value: z.string(),
  list: z.array(explainedOrder),
  ...counted,
});
export const explainStats = endpoint('GET', '/api/my/explain', {
  access: 'creator',
  right: 'stats',
  /** One of `date`, `month`, or `from` and `to`. */
  query: z.object({
    figure,
    date: businessDay.optional(),
    month: businessMonth.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
    plan_id: id.optional(),
    /** The part of the plan's SKU: of `orders`, `units` and `gross` */
    sku_id: id.optional(),
    /** An hour of the week (1 is Monday), business time: of `orders` and `gross` */
    weekday: whole(1, 7).optional(),
    hour: whole(0, 23).optional(),
    /** Fans whose first month it was: of `month_sponsors` */
    cohort: businessMonth.optional(),
    ...newestPages,
    min_position: minPosition,
  }),
  answer: explainAnswer,
  reads: ['orders'],
});

export const listTopPlans = endpoint('GET', '/api/my/top-plans', {
  access: 'creator',
  right: 'stats',
  /** Best selling plans of a period. */
  query: z.object({ from: businessDay, to: businessDay, min_position: minPosition }),
  answer: z.object({
    list: z.array(
      z.object({
        plan_id: id,
        name: z.string(),
        product_type: z.number().int(),
        orders: z.number().int(),
        gross: money,
        net: money,
      }),
    ),
    as_of: asOf,
  }),
  reads: ['daily_stats'],
});

export type Stat = z.infer<typeof statAnswer>;
export type StatDay = z.infer<typeof statDay>;
export type Dashboard = z.infer<typeof dashboardAnswer>;
export type Explain = z.infer<typeof explainAnswer>;
export type StatName = z.infer<typeof figure>;
