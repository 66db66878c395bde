import { derivedEventId, type OutTradeNo, type UserId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { checkedReason } from '../engine/staff-reason.ts';
import { orderKind, type PlacedOrderState } from '../orders/order.ts';
import { concerns } from './refund-order.ts';

export interface RefundByHand {
  out_trade_no: OutTradeNo;
  refund_id: string;
  by: UserId;
  reason: string;
  /** The refund's number at the provider, where it was made in the provider's console; empty: paid from our bank. */
  provider_refund_id: string;
}

/** A refund of this id that the provider could not send, or a late payment that it could not return. */
const failedOf = ({ failed }: PlacedOrderState, refund_id: string) =>
  failed.find((one) => one.refund_id === refund_id && !one.paid);

/**
 * Finance records that an unsent or failed refund was paid in another way. Nothing is sent after that. An unsent one
 * that our bank paid is first recorded as failed: the provider still has its money. Refuses: an unknown refund
 * (not_found), people whose order or sale it is (not_allowed), no reason, and a sent one (state_does_not_allow).
 */
export function refundByHand(input: RefundByHand): Command<{ sent: true }> {
  const { out_trade_no, refund_id, by } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'refund_by_hand',
    actor: `user:${by}`,
    streams: [stream],
    decide(states) {
      const order = states.get(orderKind, stream);
      const refund = order.phase === 'paid' && order.refunds.find((one) => one.refund_id === refund_id);
      const failed = order.phase === 'none' ? undefined : failedOf(order, refund_id);
      if (order.phase === 'none' || !(refund || failed)) return refuse({ code: 'not_found' });
      if (concerns(order, by)) return refuse({ code: 'not_allowed' });
      const reason = checkedReason(input.reason, 'reason', true);
      if (isRefusal(reason)) return refuse(reason);
      const { creator_id } = order.placed;
      const { provider_refund_id } = input;
      const by_provider = provider_refund_id !== '';
      const decided = (event: Decided['event'], ...parts: string[]): Decided => ({
        stream,
        creator_id,
        event,
        id: derivedEventId(event.type, out_trade_no, ...parts, refund_id),
      });
      const isOver = refund && (refund.sent || order.failed.some((one) => one.refund_id === refund_id));
      const unpaid = failed ?? (refund && !isOver && { kind: 'refund' as const, amount: refund.amount });
      if (!unpaid) return refuse({ code: 'state_does_not_allow' });
      if (failed === undefined && by_provider) {
        const data = { out_trade_no, refund_id, provider_refund_id, reason };
        return accept([decided({ type: 'RefundSent', data })], { sent: true });
      }
      const { kind, amount } = unpaid;
      const data = { out_trade_no, kind, refund_id, amount, reason, provider_refund_id };
      const paid_by = by_provider ? ('provider' as const) : ('finance' as const);
      const events = [decided({ type: 'FailedRefundPaid', data: { ...data, paid_by } }, kind)];
      if (failed === undefined) events.unshift(decided({ type: 'RefundFailed', data }, kind));
      return accept(events, { sent: true });
    },
  };
}
