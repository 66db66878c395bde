import { type Fen, fenOf, toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { tryOut } from '#services/commerce/committer/try-out.ts';
import type { Decided, Decision } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import {
  needsSecond,
  type RefundedOrder,
  type RefundOrder,
  refundOrder,
} from '#services/commerce/refunds/refund-order.ts';
import type { PreviewedRefund } from '#services/contract/refunds/calls.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { shareAnswer } from './order-to-refund.ts';

function answerOf(
  placed: OrderPlacedData,
  events: readonly Decided[],
  { refunded, amount }: RefundedOrder,
  needs_second: boolean,
): PreviewedRefund {
  const types = new Set(events.map(({ event }) => event.type));
  const units = events.flatMap(({ event }) => (event.type === 'OrderRefunded' ? event.data.units : []));
  return {
    out_trade_no: placed.out_trade_no,
    amount: toWire(amount),
    refunded_amount: toWire(refunded),
    needs_second,
    whole: refunded === placed.total_amount,
    shares: shareAnswer(placed, amount, fenOf(refunded - amount)),
    units: units.reduce((sum, { count }) => sum + count, 0),
    ticket_count: events.filter(({ event }) => event.type === 'TicketVoided').length,
    membership: types.has('MembershipRevoked'),
    redeem_code: types.has('RedeemCodeReleased'),
  };
}

/** The effect of a refund, computed by its decider without a write. It has the same refusals. */
export async function previewOf(
  { committer }: Pick<Dependencies, 'committer'>,
  input: RefundOrder,
  second_above: Fen,
): Promise<PreviewedRefund | Refusal> {
  const decision: Decision<RefundedOrder> = await tryOut(committer, refundOrder(input));
  if (!decision.accepted) return decision.refusal;
  const stream = orderStream(input.out_trade_no);
  return committer.read([stream], (states) => {
    const order = states.get(orderKind, stream);
    if (order.phase !== 'paid')
      throw new Error(`order ${input.out_trade_no} was decided on and is not there`);
    const needs_second = needsSecond(order, decision.result.amount, second_above);
    return answerOf(order.placed, decision.events, decision.result, needs_second);
  });
}
