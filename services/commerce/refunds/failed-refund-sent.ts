import { derivedEventId } from '#events/ids.ts';
import { accept, type Command } from '../engine/command.ts';
import { type RefundNews, refundNews } from './refund-failed.ts';

/**
 * Records that the provider has sent a refund after all that was given up. Once per refund; one that did not fail, or
 * that finance has paid, changes nothing. An unknown one is not_found.
 */
export function failedRefundSent(input: RefundNews): Command<{ sent: true }> {
  const { out_trade_no, provider_refund_id } = input;
  return refundNews('failed_refund_sent', input, (order, { kind, refund_id }, stream) => {
    const failed = order.failed.find((one) => one.kind === kind && one.refund_id === refund_id);
    if (failed === undefined || failed.paid) return accept([], { sent: true });
    const paid_by = 'provider' as const;
    const { amount } = failed;
    const data = { out_trade_no, kind, refund_id, amount, reason: '', paid_by, provider_refund_id };
    const event = { type: 'FailedRefundPaid' as const, data };
    const id = derivedEventId(event.type, out_trade_no, kind, refund_id);
    return accept([{ stream, creator_id: order.placed.creator_id, event, id }], { sent: true });
  });
}
