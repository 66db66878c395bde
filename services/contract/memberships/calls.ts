import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { asOf, id, minPosition, money, outTradeNo, seconds } from '#services/contract/fields/fields.ts';

const orderOrNone = z.union([outTradeNo, z.literal('')]);

/** A fan's agreement that the membership of a plan is renewed without asking. */
const agreement = z.object({
  plan_id: id,
  name: z.string(),
  user: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
  /** Charged at most, for each of these months */
  amount: money,
  months: z.number().int(),
  agreed_time: seconds,
  /** The end of the paid period */
  until: seconds,
  /** When it is charged next; null: never again */
  next_charge_time: seconds.nullable(),
  /** Paid renewals, and the order of the last one */
  renewals: z.number().int(),
  last_order: orderOrNone,
  /** The order to charge, and its declined tries */
  open_order: orderOrNone,
  failed: z.number().int(),
  ended_time: seconds.nullable(),
  /** Empty while it runs */
  end_reason: z.enum([
    '',
    'fan',
    'declined',
    'order_closed',
    'missed',
    'refunded',
    'replaced',
    'plan_changed',
    'not_on_sale',
    'limit_reached',
    'rejected',
    'handed_over',
  ]),
});
const agreementsAnswer = z.object({
  /** Running ones first, at most 200 */
  list: z.array(agreement),
  as_of: asOf,
});

export const listAgreements = endpoint('GET', '/api/my/agreements', {
  access: 'fan',
  query: z.object({ min_position: minPosition }),
  answer: agreementsAnswer,
  reads: ['agreements'],
});

/**
 * Whether a fan signed the agreement to renew with this order. `offered`: agreed to in its checkout, signed with the
 * payment. `none`: the order has no agreement, or a later one replaced it.
 */
export const getOrderSignature = endpoint('GET', '/api/order/sign', {
  access: 'fan',
  query: z.object({ out_trade_no: outTradeNo, min_position: minPosition }),
  answer: z.object({
    out_trade_no: outTradeNo,
    sign_status: z.enum(['none', 'offered', 'active', 'ended']),
    /** Charged at most, for each of these months; null and 0 without an agreement */
    amount: money.nullable(),
    months: z.number().int(),
    /** True at least through this log position */
    position: z.number().int(),
  }),
  reads: ['agreements'],
});

export const endAgreement = endpoint('POST', '/api/my/end-agreement', {
  access: 'fan',
  body: z.object({ plan_id: id }),
  answer: z.object({ position: z.number().int() }),
});

export type Agreement = z.infer<typeof agreement>;
