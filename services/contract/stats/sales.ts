import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  businessMonth,
  id,
  minPosition,
  money,
  whole,
} from '#services/contract/fields/fields.ts';

const count = z.number().int();

const months = whole(1, 36).default(12);
const sponsorMonth = z.object({
  month: businessMonth,
  /** `new` + `kept` + `returned` */
  sponsors: count,
  new: count,
  kept: count,
  returned: count,
  /** Of the month before, and not of this one */
  lost: count,
  /** Monthly amount of the memberships that run at the end */
  recurring: money,
  memberships: count,
});
/** The fans whose first month it was: how many counted in that month, and in each later one. */
const cohort = z.object({ month: businessMonth, sponsors: z.array(count) });
export const sponsorMonthsAnswer = z.object({
  /** Oldest first; the last one is the present month until `to` */
  list: z.array(sponsorMonth),
  /** The month before, until the same day of it or, if it is shorter, its last */
  before: sponsorMonth,
  cohorts: z.array(cohort),
  to: businessDay,
  as_of: asOf,
});
export const listSponsorMonths = endpoint('GET', '/api/my/sponsor-months', {
  access: 'creator',
  right: 'stats',
  query: z.object({ months, min_position: minPosition }),
  answer: sponsorMonthsAnswer,
  reads: ['daily_stats'],
});

const period = {
  from: businessDay,
  to: businessDay,
  plan_id: id.optional(),
  min_position: minPosition,
};
const skuSales = z.object({ sku_id: id, name: z.string(), orders: count, units: count, gross: money });
const planSales = z.object({
  /** Empty for amounts without a plan */
  plan_id: z.string(),
  name: z.string(),
  product_type: count,
  orders: count,
  gross: money,
  refunds: money,
  net: money,
  /** null for amounts without a plan */
  new_sponsors: count.nullable(),
  /** Each with its part of the orders' totals */
  skus: z.array(skuSales),
});
const hourSales = z.object({ weekday: count, hour: count, orders: count, gross: money });
export const salesAnswer = z.object({
  /** Highest gross first */
  plans: z.array(planSales),
  /** Hours of the week with orders; weekday 1 is Monday, business time */
  hours: z.array(hourSales),
  as_of: asOf,
});
export const getSales = endpoint('GET', '/api/my/sales', {
  access: 'creator',
  right: 'stats',
  query: z.object(period),
  answer: salesAnswer,
  reads: ['daily_stats', 'catalog'],
});

export const getStatsFile = endpoint('GET', '/api/my/stats-file', {
  access: 'creator',
  right: 'stats',
  query: z.object({ ...period, months }),
  reads: ['daily_stats', 'catalog'],
  description: 'A spreadsheet of the days, plans, SKUs and hours of the period, and of the last months.',
});

export type SponsorMonths = z.infer<typeof sponsorMonthsAnswer>;
export type Sales = z.infer<typeof salesAnswer>;
