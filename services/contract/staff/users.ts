import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  flag,
  id,
  minPosition,
  money,
  perPage,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { balancePart } from '#services/contract/withdrawals/withdrawals.ts';

const reason = text(200, 1);
/** show 2, hide 3, ban 4 */
const status = z.union([z.literal(2), z.literal(3), z.literal(4)]);

const right = z.object({
  name: z.string(),
  granted: z.boolean(),
  /**
   * `usual`: creators have it until it is taken. `special`: nobody has it until it is given. `payment`: everybody may pay so
   * until it is taken.
   */
  kind: z.enum(['usual', 'special', 'payment']),
});

const userPanel = z.object({
  user_id: id,
  name: z.string(),
  avatar: z.string(),
  url_slug: z.string(),
  status: z.number().int(),
  is_verified: z.number().int(),
  is_creator: z.boolean(),
  create_time: seconds,
  roles: z.array(z.string()),
  rights: z.array(right),
  /** An admin's note; the person never sees it */
  remark: z.string(),
  /** Of the latest sign-in; the area is a country or region by name. Empty: none since they are recorded */
  ip: z.string(),
  ip_area: z.string(),
  /** What the person paid, less refunds */
  total_consume: money,
  /** Of the creator: what can be withdrawn now */
  current_amount: money,
  /** This month's */
  current_income: money,
  /** Not settled, or not yet to be withdrawn */
  unconfirm_amount: money,
  /** Settled, withdrawn or not */
  confirmed_amount: money,
  /** Settled and not withdrawn */
  unwithdraw_creator_amount: money,
  /** All that is not withdrawn */
  unwithdraw_total_amount: money,
  total_income: money,
  /** The request to close the account; null without one */
  cacellation_apply: z.object({ create_time: seconds, status: z.number().int(), url: z.string() }).nullable(),
  /** The request for certification; null without one */
  verify_apply: z
    .object({
      create_time: seconds.nullable(),
      status: z.number().int(),
      /** Of the latest decision; empty without one */
      reason: z.string(),
    })
    .nullable(),
});

/** One person, by exact email address, phone number, id or address of the page. Each look is recorded. */
export const findUser = endpoint('GET', '/api/admin/user', {
  access: 'admin',
  query: z.object({ find: text(120, 1), reason, min_position: minPosition }),
  answer: userPanel.extend({ as_of: asOf }),
  reads: ['orders', 'ledger'],
});

/** Figures of the panel that are money. */
export const PERSON_FIGURES = [
  'total_consume',
  'total_income',
  'current_income',
  'unconfirm_amount',
  'confirmed_amount',
  'current_amount',
  'unwithdraw_creator_amount',
  'unwithdraw_total_amount',
] as const;
const personEntry = z.object({
  /** Of the event that it was booked from */
  position: z.number().int(),
  time: seconds,
  kind: balancePart,
  out_trade_no: z.string().nullable(),
  /** Refund or withdrawal; the month of a settlement */
  ref: z.string().nullable(),
  /** Positive: more of the figure */
  amount: money,
});
/**
 * The events that a figure of a person comes from, the newest first. Balances are explained by what moved their accounts in
 * the books. Each look is recorded.
 */
export const explainPerson = endpoint('GET', '/api/admin/user-figure', {
  access: 'admin',
  query: z.object({
    user_id: id,
    figure: z.enum(PERSON_FIGURES),
    reason,
    /** Only events before this position */
    before: whole(1, Number.MAX_SAFE_INTEGER).optional(),
    per_page: perPage,
    min_position: minPosition,
  }),
  answer: z.object({
    list: z.array(personEntry),
    /** `before` of the next page; null at the end */
    next: z.number().int().nullable(),
    as_of: asOf,
  }),
  reads: ['orders', 'ledger'],
});

const named = z.object({ user_id: id, reason });
const changed = z.object({ user_id: id, changed: z.boolean(), position: z.number().int() });

/** Shows, hides or bans a person. Members of staff lose their roles first. */
export const changeUserStatus = endpoint('POST', '/api/admin/change-user-status', {
  access: 'admin',
  confirm: 'staff',
  body: named.extend({ status }),
  answer: changed,
});
/** Gives or takes one right of a creator, or one way of payment of anybody. */
export const changeUserRight = endpoint('POST', '/api/admin/change-user-right', {
  access: 'admin',
  confirm: 'staff',
  body: named.extend({ right: text(60, 1), granted: flag }),
  answer: changed,
});
/** `verified_type` 1: certified; 0: not. */
export const changeVerified = endpoint('POST', '/api/admin/change-verified', {
  access: 'admin',
  confirm: 'staff',
  body: named.extend({ verified_type: whole(0, 1) }),
  answer: changed,
});
export const setUserRemark = endpoint('POST', '/api/admin/set-user-remark', {
  access: 'admin',
  body: z.object({ user_id: id, remark: text(500) }),
  answer: z.object({ user_id: id, remark: z.string() }),
});

const platformSums = z.object({
  new_users: z.number().int(),
  new_creators: z.number().int(),
  orders: z.number().int(),
  gross: money,
  refunds: money,
});
const platformDay = platformSums.extend({ date: businessDay });
/** The figures of the platform by business day, oldest first, their sums, and those of as many days before. */
export const getPlatformFigures = endpoint('GET', '/api/admin/figures', {
  access: 'admin',
  query: z.object({ days: whole(7, 365).default(30), min_position: minPosition }),
  answer: z.object({
    list: z.array(platformDay),
    sums: platformSums,
    before: platformSums,
    users: z.number().int(),
    creators: z.number().int(),
    as_of: asOf,
  }),
  reads: ['daily_stats'],
});

export type PersonEntry = z.infer<typeof personEntry>;
export type UserPanel = z.infer<typeof userPanel>;
export type PlatformDay = z.infer<typeof platformDay>;
