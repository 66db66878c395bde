import { differenceId, lateRefundId, providerRefundId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';

/** Ids of an order's or a withdrawal's money in reconciliation, if any. */
export function movesAtProviders(steps: readonly RecordedEvent[]): string[] {
  let provider = '';
  const moves = steps.flatMap(({ type, data }) => {
    if ('provider' in data) provider = data.provider;
    switch (type) {
      case 'OrderPaid':
        return data.charge_id === null ? [] : [differenceId(provider, 'charge', data.charge_id)];
      case 'LatePaymentReceived':
        return [differenceId(provider, 'charge', data.charge_id)];
      case 'OrderRefunded':
        if (data.by === 'dispute') return [];
        return [differenceId(provider, 'refund', providerRefundId(data.out_trade_no, data.refund_id))];
      case 'LatePaymentReturned':
        return [differenceId(provider, 'refund', lateRefundId(data.charge_id, data.out_trade_no))];
      case 'PayoutSent':
        return [differenceId(provider, 'payout', data.payout_id)];
      default:
        return [];
    }
  });
  return [...new Set(moves)];
}
