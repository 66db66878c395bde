import { sharesOfRefund } from '#events/fees.ts';
import { asOutTradeNo, type UserId } from '#events/ids.ts';
import { type Fen, toWire, ZERO } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { refundRequestStream, ticketStream } from '#events/stream-names.ts';
import { refundRequestsOf } from '#read-models/refunds/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  evolveOrder,
  feeTermsOf,
  noOrder,
  type OrderState,
  type PlacedOrderState,
  refundable,
  remainingUnits,
  statusOf,
} from '#services/commerce/orders/order.ts';
import { concerns } from '#services/commerce/refunds/refund-order.ts';
import { refundRequestKind } from '#services/commerce/refunds/refund-request.ts';
import { ticketKind } from '#services/commerce/tickets/ticket.ts';
import type { OrderToRefund, RefundRecord } from '#services/contract/refunds/calls.ts';
import { codeOf } from '#services/contract/tickets/ticket-code.ts';
import { orderSteps } from '#services/modules/books/trace/steps.ts';
import { secondsOf } from '#services/runtime/business-time.ts';

/** The share of each party in a refund, by the rule of the books. */
export function shareAnswer(
  placed: OrderPlacedData,
  amount: Fen,
  refunded_before: Fen,
): RefundRecord['shares'] {
  const back = sharesOfRefund(placed.total_amount, amount, refunded_before, feeTermsOf(placed));
  return {
    payment_fee: toWire(back.payment_fee),
    service_fee: toWire(back.service_fee),
    affiliate: toWire(back.affiliate),
    net: toWire(back.net),
  };
}

const NO_SHARES = { payment_fee: '0.00', service_fee: '0.00', affiliate: '0.00', net: '0.00' };

/** Every refund that was decided, and late payments that could not be returned, oldest first; when their money went. */
function refundAnswers(steps: readonly RecordedEvent[], placed: OrderPlacedData): RefundRecord[] {
  const sent = new Map<string, number>();
  const failed = new Set<string>();
  for (const { type, data, metadata } of steps) {
    if (type === 'RefundFailed') {
      failed.add(data.refund_id);
      sent.delete(data.refund_id);
    } else if (type === 'RefundSent' || type === 'FailedRefundPaid') {
      sent.set(data.refund_id, secondsOf(metadata.at));
    }
  }
  return steps.flatMap((event) => {
    const { metadata, position } = event;
    if (event.type === 'RefundFailed' && event.data.kind === 'late') {
      const { refund_id, amount, reason } = event.data;
      return {
        refund_id,
        amount: toWire(amount),
        shares: NO_SHARES,
        reason,
        by: 'late' as const,
        actor: metadata.actor,
        time: secondsOf(metadata.at),
        position,
        sent_at: sent.get(refund_id) ?? null,
        has_failed: true,
      };
    }
    if (event.type !== 'OrderRefunded') return [];
    const { refund_id, amount, refunded_before, reason, by } = event.data;
    return {
      refund_id,
      amount: toWire(amount),
      shares: shareAnswer(placed, amount, refunded_before),
      reason,
      by,
      actor: event.metadata.actor,
      time: secondsOf(event.metadata.at),
      position: event.position,
      sent_at: sent.get(refund_id) ?? (by === 'dispute' ? secondsOf(event.metadata.at) : null),
      has_failed: failed.has(refund_id),
    };
  });
}

/** Tickets that can still be refunded, without their holders. */
async function openTickets(
  { committer }: Dependencies,
  { placed }: PlacedOrderState,
): Promise<OrderToRefund['tickets']> {
  const names = new Map(placed.lines.map(({ sku_id, name }) => [sku_id, name]));
  const streams = placed.tickets.map(({ ticket_id }) => ticketStream(ticket_id));
  return committer.read(streams, (states) =>
    placed.tickets.flatMap(({ ticket_id, sku_id }) => {
      const state = states.get(ticketKind, ticketStream(ticket_id));
      if (state.phase !== 'valid' && state.phase !== 'used') return [];
      const name = names.get(sku_id) ?? '';
      return { id: ticket_id, sku_id, code: codeOf(state.ticket.code), name, used: state.phase === 'used' };
    }),
  );
}

function lineAnswers(state: PlacedOrderState): OrderToRefund['sku_detail'] {
  const remaining = new Map(
    state.phase === 'paid' ? remainingUnits(state).map(({ sku_id, count }) => [sku_id, count]) : [],
  );
  return state.placed.lines.map(({ sku_id, name, count, price }) => ({
    sku_id,
    name,
    count,
    price: toWire(price),
    refunded_count: state.phase === 'paid' ? count - (remaining.get(sku_id) ?? 0) : 0,
  }));
}

/** Refunds of it that wait for a second person. */
async function requestsOf(
  { pool, committer }: Dependencies,
  out_trade_no: string,
  until: number | undefined,
) {
  const { rows } = await refundRequestsOf(pool, { out_trade_no, until });
  const streams = rows.map(({ refund_id }) => refundRequestStream(refund_id));
  return committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const one = states.get(refundRequestKind, stream);
      // Those that were decided a moment ago are still among the rows; of the past all of them waited.
      return one.phase === 'none' || (until === undefined && one.phase !== 'waiting') ? [] : [one];
    }),
  );
}

/**
 * An order as finance refunds it, from its own events through a position. Undefined for one that was never placed,
 * or not by then.
 */
export async function orderToRefund(
  deps: Dependencies,
  out_trade_no: string,
  reader: UserId,
  until: number | undefined,
): Promise<Omit<OrderToRefund, 'as_of'> | undefined> {
  const steps = await orderSteps(deps.log, asOutTradeNo(out_trade_no), until);
  const state = steps.reduce<OrderState>(
    (order, event) => evolveOrder(order, event, event.metadata.at),
    noOrder,
  );
  if (state.phase === 'none') return undefined;
  const { placed } = state;
  const paid = state.phase === 'paid' ? state : undefined;
  const left = paid === undefined ? ZERO : refundable(paid);
  // A free order can be revoked once.
  const something = left > 0 || (placed.total_amount === 0 && paid?.refunds.length === 0);
  const now = until === undefined;
  const requests = await requestsOf(deps, out_trade_no, until);
  const people = await deps.directory.usersByIds([
    placed.creator_id,
    placed.user_id,
    ...requests.map(({ request }) => request.by),
    ...(placed.affiliate === null ? [] : [placed.affiliate.partner_id]),
  ]);
  const person = (user_id: string) => {
    const found = people.get(user_id);
    // An imported contact's name is for its creator's eyes.
    return { user_id, name: found === undefined || found.imported ? '' : found.name };
  };
  return {
    out_trade_no: placed.out_trade_no,
    status: statusOf(state),
    provider: placed.provider,
    plan_name: placed.plan_name,
    creator: person(placed.creator_id),
    fan: person(placed.user_id),
    partner: placed.affiliate === null ? null : person(placed.affiliate.partner_id),
    paid_at: paid === undefined ? null : secondsOf(paid.paid_at),
    total_amount: toWire(placed.total_amount),
    shipping_fee: toWire(placed.shipping_fee),
    refunded_amount: toWire(paid?.refunded ?? ZERO),
    refundable_amount: toWire(left),
    sku_detail: lineAnswers(state),
    ticket_count: placed.tickets.length,
    tickets: now && paid !== undefined ? await openTickets(deps, state) : [],
    refunds: refundAnswers(steps, placed),
    requests: requests.map(({ request, requested_at }) => ({
      refund_id: request.refund_id,
      amount: toWire(request.amount),
      reason: request.reason,
      by: person(request.by),
      time: secondsOf(requested_at),
    })),
    may_refund: now && something && !concerns(state, reader),
  };
}
