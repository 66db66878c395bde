import { derivedEventId, type OutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';

export interface RefundSent {
  out_trade_no: OutTradeNo;
  refund_id: string;
  /** The provider's own id of the refund it made. */
  provider_refund_id: string;
  /** Id of the OrderRefunded event. */
  causation_id?: string;
}

/** Records that the provider has paid a refund out. Once per refund; an unknown one is not_found. */
export function refundSent(input: RefundSent): Command<{ sent: true }> {
  const { out_trade_no, refund_id, provider_refund_id } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'refund_sent',
    actor: 'process:refunds',
    causation_id: input.causation_id,
    streams: [stream],
    decide(states) {
      const order = states.get(orderKind, stream);
      const refund = order.phase === 'paid' && order.refunds.find((one) => one.refund_id === refund_id);
      if (order.phase === 'none' || !refund) return refuse({ code: 'not_found' });
      if (refund.sent) return accept([], { sent: true });
      const event = {
        type: 'RefundSent' as const,
        data: { out_trade_no, refund_id, provider_refund_id, reason: '' },
      };
      const id = derivedEventId(event.type, out_trade_no, refund_id);
      return accept([{ stream, creator_id: order.placed.creator_id, event, id }], { sent: true });
    },
  };
}
