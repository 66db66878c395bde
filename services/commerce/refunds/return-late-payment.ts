import { type ChargeId, derivedEventId, type OutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';

export interface ReturnLatePayment {
  out_trade_no: OutTradeNo;
  charge_id: ChargeId;
  /** The provider's own id of the refund it made. */
  provider_refund_id: string;
  /** Id of the LatePaymentReceived event. */
  causation_id?: string;
}

/** Records that the provider has sent a late payment back. Once per charge; an unknown one is not_found. */
export function returnLatePayment(input: ReturnLatePayment): Command<{ returned: true }> {
  const { out_trade_no, charge_id, provider_refund_id } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'return_late_payment',
    actor: 'process:late-payment-refunds',
    causation_id: input.causation_id,
    streams: [stream],
    decide(states) {
      const order = states.get(orderKind, stream);
      if (order.phase === 'none') return refuse({ code: 'not_found' });
      // A right amount may have taken the place of a wrong one.
      const late = order.late.findLast((one) => one.charge_id === charge_id);
      if (late === undefined) return refuse({ code: 'not_found' });
      if (late.returned) return accept([], { returned: true });
      const data = { out_trade_no, charge_id, amount: late.amount, provider_refund_id };
      const event = { type: 'LatePaymentReturned' as const, data };
      const id = derivedEventId(event.type, out_trade_no, charge_id, String(late.amount));
      return accept([{ stream, creator_id: order.placed.creator_id, event, id }], { returned: true });
    },
  };
}
