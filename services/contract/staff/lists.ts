import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { MAX_YUAN } from '#services/contract/fields/amounts.ts';
import {
  asOf,
  businessDay,
  flag,
  id,
  minPosition,
  money,
  outTradeNo,
  perPage,
  searchText,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';

/** Behind which row a page begins: `next` of the page before. */
const place = z
  .string()
  .max(120)
  .regex(/^-?\d{1,16}~[0-9A-Za-z._:/#-]{1,80}$/);
const pages = {
  /** Why the list is looked at. It is recorded for each person that the page shows. */
  reason: text(200, 1),
  after: place.optional(),
  per_page: perPage,
  min_position: minPosition,
};
/**
 * `next`: where the list continues; null at its end. A page with narrow filters may have fewer rows, or none, and
 * continue all the same: each page reads 5,000 rows at most.
 */
const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), next: place.nullable(), as_of: asOf });

const role = z.enum(['support', 'finance', 'admin']);
const person = z.object({ user_id: id, name: z.string() });
const shown = person.extend({
  avatar: z.string(),
  url_slug: z.string(),
  /** show 2, hide 3, ban 4 */
  status: z.number().int(),
  is_verified: z.number().int(),
});
const peopleFilter = {
  /**
   * An exact email address, phone number, id or page address; else the beginning of a name, and of creators words of their
   * name and work. At most 100 are found, in the order of their names.
   */
  q: searchText(120).default(''),
  status: whole(1, 4).optional(),
  is_verified: flag.optional(),
  /** A special right that they have, or another right that was taken from them. */
  right: text(60, 1).optional(),
  /** Business days of the registration, both included; of creators since they are. */
  from: businessDay.optional(),
  to: businessDay.optional(),
};

/** People who have an account. Support sees no sums, rights and roles, and does not sort and filter by them. */
export const listUsers = endpoint('GET', '/api/staff/users', {
  access: ['admin', 'support'],
  query: z.object({
    ...pages,
    ...peopleFilter,
    is_creator: flag.optional(),
    role: role.optional(),
    /** A minus: the largest or newest first. `total_consume`: only people who paid. */
    sort: z
      .enum(['create_time', '-create_time', 'seen_time', '-seen_time', 'total_consume', '-total_consume'])
      .default('-create_time'),
  }),
  answer: listOf(
    shown.extend({
      is_creator: z.boolean(),
      create_time: seconds,
      /** Exact to an hour; null: never, or not since it is recorded */
      seen_time: seconds.nullable(),
      roles: z.array(role),
      /** Special rights that they have, and others that were taken from them */
      special_rights: z.array(z.string()),
      taken_rights: z.array(z.string()),
      /** What the person paid, less refunds; null for support */
      total_consume: money.nullable(),
      /** Income as a creator and partner, of all months; null for support */
      total_income: money.nullable(),
    }),
  ),
  reads: ['orders', 'ledger'],
});

/** Creators. Support sees no income, and does not sort by it. */
export const listCreators = endpoint('GET', '/api/staff/creators', {
  access: ['admin', 'support', 'finance'],
  query: z.object({
    ...pages,
    ...peopleFilter,
    category_id: text(40, 1).optional(),
    is_recommended: flag.optional(),
    /** `total_income`: only creators with a line in their books. */
    sort: z.enum(['create_time', '-create_time', 'total_income', '-total_income']).default('-create_time'),
  }),
  answer: listOf(
    shown.extend({
      category_id: z.string(),
      is_recommended: z.boolean(),
      /** When the person became a creator */
      create_time: seconds,
      total_income: money.nullable(),
    }),
  ),
  reads: ['ledger'],
});

const amount = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/)
  .refine((yuan) => Number(yuan) <= MAX_YUAN, { message: 'out_of_range' });
export const STAFF_PAY_METHODS = ['wpy', 'apy', 'pp', 'bank', 'strp', 'redeem'] as const;

/** Orders of everybody, without remarks, addresses and codes. */
export const listAllOrders = endpoint('GET', '/api/staff/orders', {
  access: ['admin', 'support', 'finance'],
  query: z.object({
    ...pages,
    /** A number of an order or cart, or the beginning of an order's number (6 characters) */
    number: z.union([outTradeNo, z.literal('')]).default(''),
    /** An exact email address, phone number, id or page address, of the buyer and of the creator */
    user: searchText(120).default(''),
    creator: searchText(120).default(''),
    /** pending 1, success 2, cancel 3 */
    status: whole(1, 3).optional(),
    /** Of paid orders: not refunded 0, partly 1, fully 2 */
    refund_state: whole(0, 2).optional(),
    py_method: z.enum(STAFF_PAY_METHODS).optional(),
    /** Yuan, both included */
    least: amount.optional(),
    most: amount.optional(),
    /** Business days of the order, both included */
    from: businessDay.optional(),
    to: businessDay.optional(),
    sort: z.enum(['create_time', '-create_time', 'total_amount', '-total_amount']).default('-create_time'),
  }),
  answer: listOf(
    z.object({
      out_trade_no: outTradeNo,
      user: person,
      creator: person,
      plan_name: z.string(),
      product_type: z.number().int(),
      status: z.number().int(),
      refund_state: z.number().int(),
      py_method: z.enum(STAFF_PAY_METHODS).nullable(),
      imported: z.boolean(),
      total_amount: money,
      refunded_amount: money,
      create_time: seconds,
      paid_at: seconds.nullable(),
      /** Of its newest case; null without one */
      case_phase: z.enum(['open', 'answered', 'declined', 'escalated', 'accepted', 'closed']).nullable(),
    }),
  ),
  reads: ['orders', 'cases'],
});

type ListOf<E extends { answer: z.ZodType<{ list: readonly unknown[] }> }> = z.infer<
  E['answer']
>['list'][number];
export type StaffUser = ListOf<typeof listUsers>;
export type StaffCreator = ListOf<typeof listCreators>;
export type StaffOrder = ListOf<typeof listAllOrders>;
