import {
  type ChargeId,
  derivedEventId,
  lateRefundId,
  type OutTradeNo,
  providerRefundId,
} from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, type Decision, refuse } from '../engine/command.ts';
import { orderKind, type PlacedOrderState } from '../orders/order.ts';

interface RefundFailure extends RefundNews {
  /** The provider's word for why. */
  reason: string;
}

/** What a provider says about a refund. */
export interface RefundNews {
  out_trade_no: OutTradeNo;
  /** Our id of the refund at the provider. */
  reference: string;
  provider_refund_id: string;
  provider: string;
  causation_id?: string;
}

interface Refunded {
  kind: 'refund' | 'late';
  refund_id: string;
  amount: Fen;
  by_hand: boolean;
  /** A late payment whose return is not recorded yet. */
  unreturned?: ChargeId | undefined;
}

/** The refund or returned late payment that has this id at the provider. */
function refundNamed(order: PlacedOrderState, reference: string): Refunded | undefined {
  const { out_trade_no } = order.placed;
  const refunds = order.phase === 'paid' ? order.refunds : [];
  const refund = refunds.find(
    ({ refund_id, by }) => by !== 'dispute' && providerRefundId(out_trade_no, refund_id) === reference,
  );
  if (refund) {
    const { refund_id, amount, by_hand } = refund;
    return { kind: 'refund', refund_id, amount, by_hand };
  }
  const late = order.late.findLast(({ charge_id }) => lateRefundId(charge_id, out_trade_no) === reference);
  if (late === undefined) return undefined;
  const { charge_id: refund_id, amount, returned } = late;
  return { kind: 'late', refund_id, amount, by_hand: false, unreturned: returned ? undefined : refund_id };
}

/** A command of a provider's news about one refund. An unknown one is not_found. */
export function refundNews<Result>(
  name: string,
  { out_trade_no, reference, provider, causation_id }: RefundNews,
  decide: (order: PlacedOrderState, refund: Refunded, stream: string) => Decision<Result>,
): Command<Result> {
  const stream = orderStream(out_trade_no);
  return {
    name,
    owed: true,
    actor: `provider:${provider}`,
    causation_id,
    streams: [stream],
    decide(states) {
      const order = states.get(orderKind, stream);
      const refund = order.phase === 'none' ? undefined : refundNamed(order, reference);
      if (order.phase === 'none' || refund === undefined) return refuse({ code: 'not_found' });
      return decide(order, refund, stream);
    },
  };
}

/**
 * Records that a refund did not reach the payer, also days after it was sent: the provider has its money again, and
 * finance pays it in another way. Once per refund; one that finance paid by hand changes nothing. An unknown one is
 * not_found.
 */
export function refundFailed(input: RefundFailure): Command<{ failed: true }> {
  const { out_trade_no, provider_refund_id, reason } = input;
  return refundNews('refund_failed', input, (order, refund, stream) => {
    const { kind, refund_id, amount } = refund;
    const known = order.failed.some((one) => one.kind === kind && one.refund_id === refund_id);
    if (known || refund.by_hand) return accept([], { failed: true });
    const { creator_id } = order.placed;
    const events: Decided[] = [];
    if (refund.unreturned !== undefined) {
      const data = { out_trade_no, charge_id: refund.unreturned, amount, provider_refund_id };
      events.push({
        stream,
        creator_id,
        event: { type: 'LatePaymentReturned', data },
        id: derivedEventId('LatePaymentReturned', out_trade_no, refund_id, String(amount)),
      });
    }
    const data = { out_trade_no, kind, refund_id, amount, reason, provider_refund_id };
    events.push({
      stream,
      creator_id,
      event: { type: 'RefundFailed', data },
      id: derivedEventId('RefundFailed', out_trade_no, kind, refund_id),
    });
    return accept(events, { failed: true });
  });
}
