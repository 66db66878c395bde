import type { Actor } from '#events/envelope.ts';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { CancelReason } from '#events/orders.ts';
import { ORDER_STATUS, type OrderStatus } from '#events/status.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { effectStreams, releaseAll } from './effects.ts';
import { orderKind, type PlacedOrderState, statusOf } from './order.ts';

/** Fans cancel their own orders, creators orders of their plans; time cancels expired ones. */
type CancelledBy = { kind: 'user'; user_id: UserId } | { kind: 'expiry' };

export interface CancelOrder {
  out_trade_no: OutTradeNo;
  by: CancelledBy;
  causation_id?: string;
}

export interface CancelledResult {
  out_trade_no: OutTradeNo;
  status: OrderStatus;
}

const actorOf = (by: CancelledBy): Actor => (by.kind === 'user' ? `user:${by.user_id}` : 'process:expiry');

function notCancellable(order: PlacedOrderState, by: CancelledBy, now: Millis): Refusal | null {
  const { user_id, creator_id, expires_at } = order.placed;
  if (by.kind === 'user' && by.user_id !== user_id && by.user_id !== creator_id) return { code: 'not_found' };
  if (order.phase === 'paid') return { code: 'state_does_not_allow' };
  if (by.kind === 'expiry' && order.phase === 'pending' && now < expires_at) {
    return { code: 'state_does_not_allow' };
  }
  return null;
}

/** The writes that cancel a pending order: first its holds are released. */
export function cancelling(states: States, { placed }: PlacedOrderState, reason: CancelReason): Decided[] {
  const { out_trade_no, creator_id } = placed;
  const event = { type: 'OrderCancelled' as const, data: { out_trade_no, reason } };
  return [...releaseAll(states, placed), { stream: orderStream(out_trade_no), creator_id, event }];
}

/**
 * Cancels a pending order; stock and allowance are released in the same append. A repetition changes nothing. A paid
 * order, or expiry before its time, is state_does_not_allow; another's order not_found.
 */
export function cancelOrder(input: CancelOrder): Command<CancelledResult> {
  const { out_trade_no, by } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'cancel_order',
    repeatable: { input, of: { stream } },
    owed: true,
    actor: actorOf(by),
    causation_id: input.causation_id,
    streams: [stream],
    furtherStreams(states) {
      const order = states.get(orderKind, stream);
      return order.phase === 'pending' ? effectStreams(order.placed) : [];
    },
    decide(states, now) {
      const order = states.get(orderKind, stream);
      if (order.phase === 'none') return refuse({ code: 'not_found' });
      const refusal = notCancellable(order, by, now);
      if (refusal) return refuse(refusal);
      if (order.phase !== 'pending') return accept([], { out_trade_no, status: statusOf(order) });
      const byFan = by.kind === 'user' && by.user_id === order.placed.user_id;
      const reason = by.kind === 'expiry' ? 'expired' : byFan ? 'fan' : 'creator';
      return accept(cancelling(states, order, reason), { out_trade_no, status: ORDER_STATUS.cancelled });
    },
  };
}
