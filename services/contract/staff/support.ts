import { z } from 'zod';
import { getAccess } from '#services/contract/content/access.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { counted, id, newestPages, outTradeNo, text } from '#services/contract/fields/fields.ts';
import { orderDetailAnswer } from '#services/contract/orders/order-detail.ts';
import { order } from '#services/contract/orders/order-list.ts';

/** The reason of the look; it is recorded with person, subject and time. */
const reason = text(200, 1);

/** Newest first, without remarks and addresses: these are shown for one order at a time. */
const supportOrders = z.object({
  user: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  list: z.array(order),
  ...counted,
});
export const searchOrders = endpoint('GET', '/api/support/orders', {
  access: 'support',
  /** The account: an email address, a phone number, or an id. */
  query: z
    .object({ account: text(120).optional(), user_id: id.optional(), reason, ...newestPages })
    .refine(({ account, user_id }) => (account === undefined) !== (user_id === undefined), {
      path: ['account'],
      message: 'required',
    }),
  answer: supportOrders,
});
export type SupportOrders = z.infer<typeof supportOrders>;

export const getSupportOrder = endpoint('GET', '/api/support/order', {
  access: 'support',
  query: z.object({ out_trade_no: outTradeNo, reason }),
  /** Codes, replies and the creator's note are not shown, and no action is possible. */
  answer: orderDetailAnswer,
});

/**
 * Whether a person, or the buyer of an order, could read a post at a time, and why: the answer that its creator gets, without its
 * text. Refused: an unknown person, order or post (40400), a deleted post (41010), and a time after now.
 */
export const getSupportAccess = endpoint('GET', '/api/support/access', {
  access: 'support',
  query: z
    .object({
      post_id: id,
      user_id: id.optional(),
      out_trade_no: outTradeNo.optional(),
      at: getAccess.query.shape.at,
      reason,
    })
    .refine(({ user_id, out_trade_no }) => (user_id === undefined) !== (out_trade_no === undefined), {
      path: ['user_id'],
      message: 'required',
    }),
  answer: getAccess.answer,
  reads: ['posts', 'grants'],
});

/**
 * Gives an order with its tickets to another account of the same person. The first account no longer has it; what it
 * paid, limits and statistics stay with that one. An order of a membership takes all of it along. Three times an order
 * at most. Refused by `account`: unknown and closed ones, the creator, the code's partner, one that the creator rejects,
 * and one with such a membership.
 */
export const handOverOrder = endpoint('POST', '/api/support/hand-over', {
  access: 'support',
  confirm: 'staff',
  /** `from`: whose the order is. `account`: the other one, an email address or a phone number. */
  body: z.object({ out_trade_no: outTradeNo, from: id, account: text(120, 1), reason }),
  answer: z.object({ out_trade_no: outTradeNo, user_id: id, position: z.number().int() }),
});

/** Sends the messages of a paid order (receipt, tickets, parcel, replies) to its owner again; three times in 24 hours at most. */
export const resendMessages = endpoint('POST', '/api/support/resend', {
  access: 'support',
  body: z.object({ out_trade_no: outTradeNo, reason }),
  answer: z.object({ out_trade_no: outTradeNo, position: z.number().int() }),
});
