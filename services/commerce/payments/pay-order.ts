import { type ChargeId, derivedEventId, type OutTradeNo } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { type LateReason, NO_REFUND, type OrderEvent } from '#events/orders.ts';
import { ORDER_STATUS, type OrderStatus, PLAN_STATUS } from '#events/status.ts';
import { orderStream, planStream, standingStream, unpaidStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { hasBegun } from '../catalog/on-sale.ts';
import { partIsOffered, partPlans } from '../catalog/parts.ts';
import { planKind, skuOf } from '../catalog/plan.ts';
import { accept, type Command, type Decided, type Decision, refuse, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { confirmAll, effectStreams, holdAll, releaseAll } from '../orders/effects.ts';
import {
  type CancelledOrder,
  type OrderState,
  orderKind,
  type PlacedOrderState,
  statusOf,
} from '../orders/order.ts';
import { unpaidKind } from '../orders/unpaid.ts';
import { isHidden } from '../staff/standing.ts';

/** A provider's notice, or the result of a look-up: this charge was paid. */
export interface PaymentNotice {
  out_trade_no: OutTradeNo;
  charge_id: ChargeId;
  amount: Fen;
  /** Provider's name, the actor of what follows. */
  provider: string;
  /** Id of the notice. */
  causation_id?: string;
}

export interface PaymentResult {
  out_trade_no: OutTradeNo;
  /**
   * `paid`: the pending order is paid. `revived`: it was cancelled and is paid now. `known`: this charge was recorded
   * before. `to_return`: the money cannot be used and is returned.
   */
  outcome: 'paid' | 'revived' | 'known' | 'to_return';
  /** Of the order afterwards. */
  status: OrderStatus;
}

export const isKnown = (order: PlacedOrderState, charge: ChargeId): boolean =>
  (order.phase === 'paid' && order.charge_id === charge) ||
  order.late.some(({ charge_id }) => charge_id === charge);

/** News of this charge named a wrong amount, and nothing has gone back for it. */
const wasWrong = (order: PlacedOrderState, charge: ChargeId): boolean =>
  order.phase !== 'paid' &&
  order.late.some((late) => late.charge_id === charge && late.reason === 'amount' && !late.returned);

/** This news has the right amount after them. */
const isCorrection = (order: PlacedOrderState, { charge_id, amount }: PaymentNotice): boolean =>
  wasWrong(order, charge_id) && amount === order.placed.total_amount;

/** Reverses the wrong notice: no money moved, so it names no refund. */
function corrected(order: PlacedOrderState, notice: PaymentNotice): Decided[] {
  const { charge_id } = notice;
  const late = order.late.find((one) => one.charge_id === charge_id);
  if (late === undefined || !isCorrection(order, notice)) return [];
  const { out_trade_no } = order.placed;
  const data = { out_trade_no, charge_id, amount: late.amount, provider_refund_id: NO_REFUND };
  return [orderEvent(order, { type: 'LatePaymentReturned', data }, charge_id, String(late.amount))];
}

function orderEvent(order: PlacedOrderState, event: OrderEvent, ...key: string[]): Decided {
  const { out_trade_no, creator_id } = order.placed;
  const id = derivedEventId(event.type, out_trade_no, ...key);
  return { stream: orderStream(out_trade_no), creator_id, event, id };
}

function paid(order: PlacedOrderState, notice: PaymentNotice, revived: boolean): Decided {
  const { out_trade_no, charge_id, amount } = notice;
  return orderEvent(
    order,
    { type: 'OrderPaid', data: { out_trade_no, charge_id, amount, revived } },
    charge_id,
  );
}

/**
 * Money that cannot be used is recorded with its reason and returned, in the place of a wrong amount; an amount of zero
 * is not recorded.
 */
export function toReturn(
  order: PlacedOrderState,
  notice: PaymentNotice,
  reason: LateReason,
): Decision<PaymentResult> {
  const { out_trade_no, charge_id, amount } = notice;
  const data = { out_trade_no, charge_id, amount, reason };
  const late = orderEvent(order, { type: 'LatePaymentReceived', data }, charge_id, String(amount));
  return accept(amount > 0 ? [...corrected(order, notice), late] : [], {
    out_trade_no,
    outcome: 'to_return',
    status: statusOf(order),
  });
}

const known = (order: PlacedOrderState, { out_trade_no }: PaymentNotice): Decision<PaymentResult> =>
  accept([], { out_trade_no, outcome: 'known', status: statusOf(order) });

const LATE_REASONS: Readonly<Record<string, LateReason>> = {
  purchase_limit_reached: 'limit',
  plan_deleted: 'closed',
  redeem_code_used: 'redeem',
  redeem_code_unknown: 'redeem',
};

/** Holds again everything that a cancelled order needs, or returns the reason why not. */
function holdAgain(states: States, { placed }: CancelledOrder, now: Millis): Decided[] | LateReason {
  if (states.get(unpaidKind, unpaidStream(placed.user_id)).closed) return 'closed';
  if (placed.plan_id !== '') {
    const plan = states.get(planKind, planStream(placed.plan_id));
    // Withdrawn offers cannot be held.
    if (plan.phase === 'none' || plan.status === PLAN_STATUS.deleted) return 'stock';
    const skus = placed.lines.map(({ sku_id }) => skuOf(plan, sku_id));
    if (skus.some((sku) => sku === undefined || hasBegun(plan.offer, sku.round_id, now))) return 'stock';
    if (!placed.lines.every((line) => partIsOffered(states, line))) return 'stock';
  }
  const held = holdAll(states, placed, now);
  return held.ok ? held.events : (LATE_REASONS[held.refusal.code] ?? 'stock');
}

/**
 * The effect of a payment on one order of its charge.
 * @param news with the amount for this order
 */
export function decidePayment(
  states: States,
  order: PlacedOrderState,
  notice: PaymentNotice,
  now: Millis,
): Decision<PaymentResult> {
  const { out_trade_no, charge_id } = notice;
  if (isKnown(order, charge_id) && !isCorrection(order, notice)) return known(order, notice);
  if (order.phase === 'paid') return toReturn(order, notice, 'paid_already');
  if (notice.amount !== order.placed.total_amount) return toReturn(order, notice, 'amount');
  if (isHidden(states, order.placed.creator_id)) return cannotBeUsed(states, order, notice, 'closed');
  const held = order.phase === 'pending' ? [] : holdAgain(states, order, now);
  if (!Array.isArray(held)) return toReturn(order, notice, held);
  const seen = held.length === 0 ? states : statesAfter(states, held, now);
  const confirmed = confirmAll(seen, order.placed, now);
  if (!confirmed.ok) return cannotBeUsed(states, order, notice, confirmed.reason);
  const revived = order.phase === 'cancelled';
  const events = [...corrected(order, notice), ...held, ...confirmed.events, paid(order, notice, revived)];
  return accept(events, {
    out_trade_no,
    outcome: revived ? 'revived' : 'paid',
    status: ORDER_STATUS.success,
  });
}

/** A pending order whose money is returned is cancelled, and its holds are released. */
function cannotBeUsed(
  states: States,
  order: PlacedOrderState,
  notice: PaymentNotice,
  reason: LateReason,
): Decision<PaymentResult> {
  const late = toReturn(order, notice, reason);
  if (order.phase !== 'pending' || !late.accepted) return late;
  const data = { out_trade_no: notice.out_trade_no, reason: 'overtaken' as const };
  const cancelled = orderEvent(order, { type: 'OrderCancelled', data }, notice.charge_id);
  return accept([...releaseAll(states, order.placed), cancelled, ...late.events], {
    ...late.result,
    status: ORDER_STATUS.cancelled,
  });
}

/** Streams that paying an order looks at and writes to. */
export function paymentStreams(order: OrderState): string[] {
  if (order.phase === 'none' || order.phase === 'paid') return [];
  const { creator_id, user_id, plan_id, lines } = order.placed;
  const streams = [...effectStreams(order.placed), standingStream(creator_id)];
  if (order.phase === 'pending') return streams;
  const plans = plan_id === '' ? [] : [planStream(plan_id), ...partPlans(lines)];
  return [...streams, unpaidStream(user_id), ...plans];
}

/**
 * Records a payment. Idempotent by charge id, in any order. A cancelled order revives if all holds are still
 * possible. Otherwise, and for a second charge, another amount, a changed membership or a creator who is hidden or
 * banned now, the money is recorded as late and returned. An unknown order is not_found.
 */
export function payOrder(notice: PaymentNotice): Command<PaymentResult> {
  const stream = orderStream(notice.out_trade_no);
  return {
    name: 'pay_order',
    repeatable: { input: notice, of: { stream } },
    owed: true,
    actor: `provider:${notice.provider}`,
    causation_id: notice.causation_id,
    streams: [stream],
    furtherStreams: (states) => paymentStreams(states.get(orderKind, stream)),
    decide(states, now) {
      const order = states.get(orderKind, stream);
      return order.phase === 'none'
        ? refuse({ code: 'not_found' })
        : decidePayment(states, order, notice, now);
    },
  };
}
