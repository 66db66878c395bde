import { derivedEventId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';
import { type RefundFailure, refundNamed } from './refund-failed.ts';

/**
 * Records that the provider has sent a refund after all that was given up. Once per refund; one that did not fail, or
 * that finance has paid, changes nothing. An unknown one is not_found.
 */
export function failedRefundSent(input: Omit<RefundFailure, 'reason'>): Command<{ sent: true }> {
  const { out_trade_no, reference, provider_refund_id } = input;
  const stream = orderStream(out_trade_no);
  return {
    name: 'failed_refund_sent',
    owed: true,
    actor: `provider:${input.provider}`,
    causation_id: input.causation_id,
    streams: [stream],
    decide(states) {
      const order = states.get(orderKind, stream);
      const refund = order.phase === 'none' ? undefined : refundNamed(order, reference);
      if (order.phase === 'none' || refund === undefined) return refuse({ code: 'not_found' });
      const { kind, refund_id } = refund;
      const failed = order.failed.find((one) => one.kind === kind && one.refund_id === refund_id);
      if (failed === undefined || failed.paid) return accept([], { sent: true });
      const paid_by = 'provider' as const;
      const { amount } = failed;
      const data = { out_trade_no, kind, refund_id, amount, reason: '', paid_by, provider_refund_id };
      const event = { type: 'FailedRefundPaid' as const, data };
      const id = derivedEventId(event.type, out_trade_no, kind, refund_id);
      return accept([{ stream, creator_id: order.placed.creator_id, event, id }], { sent: true });
    },
  };
}
