import { z } from 'zod';
import { balanceParts } from '../books/contract/books.ts';
import {
  asOf,
  businessDay,
  businessMonth,
  counted,
  flag,
  id,
  list,
  minPosition,
  money,
  page,
  paged,
  paging,
  perPage,
  seconds,
  text,
  whole,
} from '../http/contract/fields.ts';
import { endpoint } from '../http/endpoint.ts';
import { order } from '../orders/contract/order-list.ts';

/** One business day (docs/domain.md, Stats). */
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
const dashboardQuery = z.object({ min_position: minPosition });
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
  ...(['orders', 'gross', 'net', 'refunds', 'new_sponsors', 'sponsors', 'units', 'recurring'] as const),
  ...(['month_sponsors', 'month_new', 'month_kept', 'month_returned', 'month_lost'] as const),
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
    ...paging,
  }),
  answer: explainAnswer,
  reads: ['orders'],
});

const sponsor = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  all_sum_amount: money,
  order_count: z.number().int(),
  first_pay_time: seconds,
  last_pay_time: seconds,
  imported: z.boolean(),
});
export const listSponsors = endpoint('GET', '/api/my/sponsors', {
  access: 'creator',
  query: paged({ search_q: text(100).default('') }),
  answer: list(sponsor),
  reads: ['sponsors'],
});
export const getThanks = endpoint('GET', '/api/user/thank', {
  access: 'guest',
  query: z.object({ user_id: id, min_position: minPosition }),
  /** The public thank page: up to 50, without amounts; empty, and the count 0, where the creator does not show them. */
  answer: z.object({
    list: z.array(z.object({ user_id: id, name: z.string(), avatar: z.string() })),
    total_count: z.number().int(),
    as_of: asOf,
  }),
  reads: ['sponsors'],
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

export const exploreQuery = z.object({
  page,
  per_page: perPage,
  category_id: text(40).default(''),
  search_q: text(60).default(''),
  rec: flag.default(false),
});

export type Stat = z.infer<typeof statAnswer>;
export type StatDay = z.infer<typeof statDay>;
export type Dashboard = z.infer<typeof dashboardAnswer>;
export type Explain = z.infer<typeof explainAnswer>;
export type StatName = z.infer<typeof figure>;
export type Sponsor = z.infer<typeof sponsor>;

export const listOrderFilters = endpoint('GET', '/api/my/sponsored-bill-filter', {
  access: 'creator',
  right: ['orders', 'stats'],
  query: dashboardQuery,
  /** Filters of the creator's order list. */
  answer: z.object({
    plans: z.array(
      z.object({ plan_id: id, name: z.string(), product_type: z.number().int(), orders: z.number().int() }),
    ),
    as_of: asOf,
  }),
  reads: ['orders', 'catalog'],
});

const given = z.object({ current_amount: money, order_count: z.number().int() });
const membership = z.object({
  plan_id: id,
  name: z.string(),
  independent: z.boolean(),
  begin_time: seconds,
  /** 2114352000 when it never ends */
  expire_time: seconds,
  /** Payments by month */
  monthly_amount: money,
});
const between = given.extend({
  /** Memberships that run now */
  plans: z.array(membership),
});
export const getSponsorInfo = endpoint('GET', '/api/user/sponsor-info', {
  access: 'fan',
  query: z.object({ user_id: id, min_position: minPosition }),
  /** Between the caller and another user: `out_detail` given by the caller, `in_detail` received. */
  answer: z.object({
    sponsor_info: z.object({ in_detail: between, out_detail: between }),
    as_of: asOf,
  }),
  reads: ['sponsors', 'memberships'],
});

/** Present memberships, newest first, with the creator and the total paid. */
const sponsoring = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
  /** Newest first */
  plans: z.array(membership),
  /** Paid memberships that begin when the present one ends */
  planned: z.array(membership),
  all_sum_amount: money,
  /** Nothing new to read until creators can post */
  new_post_count: z.number().int(),
});
const sponsoringAnswer = z.object({
  list: z.array(sponsoring),
  /** Memberships that ended in the last 30 days and have no successor, newest end first */
  ended: z.array(sponsoring.pick({ user: true }).extend({ plan: membership })),
  /** Whether the caller gets mails about memberships that end */
  notices: z.boolean(),
  as_of: asOf,
});
export const listMySponsorships = endpoint('GET', '/api/my/sponsoring', {
  access: 'fan',
  query: z.object({ min_position: minPosition }),
  answer: sponsoringAnswer,
  reads: ['sponsors', 'memberships'],
});
export const editMembershipNotices = endpoint('POST', '/api/my/edit-membership-notices', {
  access: 'fan',
  body: z.object({ notices: flag }),
  answer: z.object({ notices: z.boolean() }),
});

const member = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  plan: membership,
  /** The fan agreed that it is renewed */
  renews: z.boolean(),
});
const membersAnswer = z.object({
  date: businessDay,
  /** Fans, each once */
  members: z.number().int(),
  /** The monthly amount of their memberships */
  monthly_recurring: money,
  list: z.array(member),
  has_more: z.boolean(),
  /** Memberships: a fan may have several */
  total_count: z.number().int(),
  as_of: asOf,
});
export const listMyMembers = endpoint('GET', '/api/my/members', {
  access: 'creator',
  /** Members at the end of a business day, today's until now. */
  query: z.object({ date: businessDay.optional(), ...paging }),
  answer: membersAnswer,
  reads: ['memberships', 'agreements'],
});

export type Members = z.infer<typeof membersAnswer>;
export type Member = Members['list'][number];
export type Sponsoring = z.infer<typeof sponsoringAnswer>;
