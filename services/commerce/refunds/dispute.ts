import { type ChargeId, derivedEventId, isCartNumber, numberOfCharge, type OutTradeNo } from '#events/ids.ts';
import { type Fen, fenOf, proportion, ZERO } from '#events/money.ts';
import type { OrderEvent } from '#events/orders.ts';
import { cartStream, orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { cartKind } from '../cart/cart.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { refundStreams } from '../orders/effects.ts';
import { orderKind, type PaidOrder, type PlacedOrderState, refundable } from '../orders/order.ts';
import { refunding } from './refund-order.ts';

/** A provider's notice: the payer's bank demands a payment back, or has decided. */
export interface DisputeNotice {
  charge_id: ChargeId;
  dispute_id: string;
  status: 'open' | 'won' | 'lost';
  /** fen, of the whole charge. */
  amount: Fen;
  reason: string;
  provider: string;
  causation_id?: string;
}

/** An order's part of the disputed amount. */
interface DisputedPart {
  out_trade_no: OutTradeNo;
  amount: Fen;
}

function orderEvent({ placed }: PlacedOrderState, event: OrderEvent, dispute_id: string): Decided {
  const { out_trade_no, creator_id } = placed;
  const id = derivedEventId(event.type, out_trade_no, dispute_id);
  return { stream: orderStream(out_trade_no), creator_id, event, id };
}

/**
 * The bank has taken the money: the order is refunded by as much as is left, with the effects of any refund. Where the
 * effects cannot be undone, as of a membership that was upgraded, only the money counts.
 */
function taken(states: States, order: PaidOrder, amount: Fen, dispute_id: string, now: Millis): Decided[] {
  const { out_trade_no } = order.placed;
  const lost = { amount: fenOf(Math.min(amount, refundable(order))), refund_id: dispute_id, reason: '' };
  if (lost.amount === 0) return [];
  const nothing = { units: [], ticket_ids: [] };
  const by = { kind: 'dispute' as const };
  const refund = refunding(states, order, { ...lost, ...nothing, out_trade_no, by }, now);
  if (refund.accepted) return [...refund.events];
  const data = { ...lost, ...nothing, out_trade_no, refunded_before: order.refunded, by: by.kind };
  return [orderEvent(order, { type: 'OrderRefunded', data }, dispute_id)];
}

function decideOrder(
  states: States,
  order: PlacedOrderState,
  amount: Fen,
  notice: DisputeNotice,
  now: Millis,
): Decided[] {
  const { dispute_id, charge_id, reason, status } = notice;
  const { out_trade_no } = order.placed;
  const known = order.disputes.find((one) => one.dispute_id === dispute_id);
  const events: Decided[] = [];
  if (known === undefined) {
    const data = { out_trade_no, dispute_id, charge_id, amount, reason };
    events.push(orderEvent(order, { type: 'PaymentDisputed', data }, dispute_id));
  }
  if (status === 'open' || (known !== undefined && known.outcome !== 'open')) return events;
  const data = { out_trade_no, dispute_id, outcome: status };
  events.push(orderEvent(order, { type: 'PaymentDisputeClosed', data }, dispute_id));
  // Other money of the order was late and returned, or is on its way back.
  const isItsPayment = order.phase === 'paid' && order.charge_id === charge_id;
  if (status === 'lost' && isItsPayment) {
    events.push(...taken(states, order, known?.amount ?? amount, dispute_id, now));
  }
  return events;
}

/** The parts of a cart's orders, in proportion; rounding is cumulative, so they add up to the whole. */
function partsOf(
  orders: readonly { out_trade_no: OutTradeNo; total_amount: Fen }[],
  total: Fen,
  amount: Fen,
): DisputedPart[] {
  let before = ZERO;
  return orders.map(({ out_trade_no, total_amount }) => {
    const through = fenOf(before + total_amount);
    const part = fenOf(proportion(amount, through, total) - proportion(amount, before, total));
    before = through;
    return { out_trade_no, amount: part };
  });
}

/**
 * Records a dispute of a charge, and its decision, once each, in any order. A decision for the payer refunds the order,
 * or each order of the cart, by its part; the provider has taken that money and sends nothing. Later notices of a decided
 * dispute change nothing. Undefined if the charge is not ours; an unknown order is not_found.
 */
export function recordDispute(notice: DisputeNotice): Command<{ recorded: true }> | undefined {
  const number = numberOfCharge(notice.charge_id);
  if (number === undefined) return undefined;
  const stream = isCartNumber(number) ? cartStream(number) : orderStream(number);
  const parts = (states: States): DisputedPart[] => {
    if (!isCartNumber(number)) return [{ out_trade_no: number, amount: notice.amount }];
    const cart = states.get(cartKind, stream);
    return cart.phase === 'none' ? [] : partsOf(cart.orders, cart.total_amount, notice.amount);
  };
  return {
    name: 'record_dispute',
    owed: true,
    actor: `provider:${notice.provider}`,
    causation_id: notice.causation_id,
    streams: [stream],
    furtherStreams(states) {
      const orders = parts(states).map(({ out_trade_no }) => orderStream(out_trade_no));
      if (!orders.every((order) => states.sees(order))) return orders;
      const effects = orders.flatMap((name) => {
        const order = states.get(orderKind, name);
        return order.phase === 'paid' ? refundStreams(order) : [];
      });
      return [...orders, ...effects];
    },
    decide(states, now) {
      const events: Decided[] = [];
      let found = false;
      for (const { out_trade_no, amount } of parts(states)) {
        const seen = events.length === 0 ? states : statesAfter(states, events, now);
        const order = seen.get(orderKind, orderStream(out_trade_no));
        if (order.phase === 'none') continue;
        found = true;
        events.push(...decideOrder(seen, order, amount, notice, now));
      }
      return found ? accept(events, { recorded: true }) : refuse({ code: 'not_found' });
    },
  };
}
