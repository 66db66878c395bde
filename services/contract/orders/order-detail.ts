import { z } from 'zod';
import { deliveryState } from '#services/contract/delivery/express.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { money, outTradeNo, seconds } from '#services/contract/fields/fields.ts';
import { reply } from '#services/contract/replies/calls.ts';
import { order } from './order-list.ts';

/** An entry of an order's history; fields besides `what` and `time` exist for some kinds only. */
const chapter = z.object({
  what: z.enum([
    'placed',
    'paid',
    'cancelled',
    /** A payment arrived too late for the order, and was returned. */
    'late',
    'returned',
    /** The membership granted at payment. */
    'membership',
    'tickets',
    'replies',
    'address_set',
    'address_changed',
    'shipped',
    'delivery',
    /** Tickets were checked in, this many in sequence. */
    'admitted',
    /** Check-ins were undone. */
    'admission_undone',
    /** The buyer named other holders. */
    'holder_changed',
    'remark_changed',
    /** For the creator only. */
    'creator_remark_changed',
    'handed_over',
    'refunded',
    'refund_sent',
    /** The end of its membership: an upgrade, expiry or a refund. */
    'membership_replaced',
    'membership_ended',
    'membership_back',
  ]),
  time: seconds,
  /** Log position of the event behind it. */
  position: z.number().int(),
  amount: money.optional(),
  /** Why: of a cancellation, of late money, of a refund. */
  reason: z.string().optional(),
  /** The refunding party. */
  by: z.enum(['creator', 'finance', 'import', 'dispute']).optional(),
  /** Tickets, replies, checked-in tickets, or returned units. */
  count: z.number().int().optional(),
  /** Replies that are still to come; tickets that a refund made void. */
  more: z.number().int().optional(),
  name: z.string().optional(),
  /** Of a membership; null never ends. */
  until: seconds.nullable().optional(),
  /** The order had been cancelled, and its units could still be held. */
  revived: z.boolean().optional(),
  express_no: z.string().optional(),
  state: deliveryState.optional(),
});

export const orderDetailAnswer = order.extend({
  now: seconds,
  /** When it was cancelled or ran out of time */
  closed_at: seconds.nullable(),
  /** Money that came too late and was sent back, `"0.00"` when none */
  returned_amount: money,
  /** What can still be refunded; `"0.00"` while it is not paid */
  refundable_amount: money,
  /** Its automatic replies; empty while unpaid */
  replies: z.array(reply),
  /** Oldest first */
  story: z.array(chapter),
  /** Actions that the caller can take now */
  may: z.object({
    cancel: z.boolean(),
    pay: z.boolean(),
    set_address: z.boolean(),
    change_remark: z.boolean(),
    refund: z.boolean(),
    receipt: z.boolean(),
  }),
  /** True at least through this log position */
  position: z.number().int(),
});
export const getOrder = endpoint('GET', '/api/order/detail', {
  access: 'fan',
  query: z.object({ out_trade_no: outTradeNo }),
  answer: orderDetailAnswer,
  reads: ['orders', 'tickets', 'replies', 'memberships'],
});

export type OrderDetail = z.infer<typeof orderDetailAnswer>;
export type Chapter = z.infer<typeof chapter>;
