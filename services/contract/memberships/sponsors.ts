import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  asOf,
  businessDay,
  flag,
  id,
  list,
  minPosition,
  money,
  nothing,
  paged,
  paging,
  searchText,
  seconds,
} from '../fields/fields.ts';

const sponsor = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  all_sum_amount: money,
  order_count: z.number().int(),
  first_pay_time: seconds,
  last_pay_time: seconds,
  imported: z.boolean(),
});
/** By what a list of sponsors can be sorted; `-` begins with the largest, or latest. */
export const SPONSOR_SORTS = ['sum', 'orders', 'first', 'last'] as const;
const sponsorSort = z.enum(SPONSOR_SORTS.flatMap((by) => [by, `-${by}` as const]));
export type SponsorSort = z.infer<typeof sponsorSort>;
export const listSponsors = endpoint('GET', '/api/my/sponsors', {
  access: 'creator',
  query: paged({ search_q: searchText(100).default(''), sort: sponsorSort.default('-sum') }),
  answer: list(sponsor),
  reads: ['sponsors'],
});
/** The same list under the name and method of the specification (creator specification 7). */
export const whoSponsoredMe = endpoint('POST', '/api/my/who-sponsored-me', {
  access: 'creator',
  body: paged({ search_q: searchText(100).default(''), sort: sponsorSort.default('-sum') }),
  answer: list(sponsor),
  reads: ['sponsors'],
});
const thanked = z.object({ user_id: id, name: z.string(), avatar: z.string() });
export const getThanks = endpoint('GET', '/api/user/thank', {
  access: 'guest',
  query: z.object({ user_id: id, min_position: minPosition }),
  /** The public thank page: up to 50, without amounts; empty, and the count 0, where the creator does not show them. */
  answer: z.object({
    list: z.array(thanked),
    total_count: z.number().int(),
    /** The first three of the list, by what they gave; none where the creator hides income */
    top_list: z.array(thanked.extend({ rank: z.number().int() })),
    as_of: asOf,
  }),
  reads: ['sponsors'],
});
export type Sponsor = z.infer<typeof sponsor>;
const sums = z.object({ current_amount: money, order_count: z.number().int() });
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
const between = sums.extend({
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
  /** The creator sells a dearer plan, to which the present membership can be upgraded now */
  can_upgrade: z.boolean(),
  /** The creator sells another plan that costs no more, to begin when the present membership ends */
  can_plan_cheaper: z.boolean(),
  all_sum_amount: money,
  /** Posts that the creator has published since the membership began, and since the fan last saw them; at most 99 */
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
  reads: ['sponsors', 'memberships', 'posts'],
});
/**
 * Removes ended memberships with a creator from the caller's list; orders and payments stay. Refused (40902) while a
 * membership runs or is paid for later, 40400 when nothing is listed. A later membership is listed again.
 */
export const deleteSponsorRelation = endpoint('POST', '/api/my/delete-sponsor', {
  access: 'fan',
  /** The creator */
  body: z.object({ remote_id: id }),
  answer: nothing,
  reads: ['memberships'],
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
