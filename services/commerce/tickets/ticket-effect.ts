import { derivedEventId } from '#events/ids.ts';
import type { OrderedTicket, OrderPlacedData } from '#events/orders.ts';
import { ticketStream } from '#events/stream-names.ts';
import type { TicketEvent } from '#events/tickets.ts';
import {
  nothing,
  type OrderEffect,
  type RefundScope,
  writes,
} from '#services/commerce/engine/order-effect.ts';
import { badInput } from '#services/runtime/refusal.ts';
import type { Decided } from '../engine/command.ts';
import { ticketKind } from './ticket.ts';

function write(order: OrderPlacedData, event: TicketEvent): Decided {
  const { ticket_id } = event.data;
  // A ticket is issued once and voided once, so its id identifies either event.
  const id = derivedEventId(event.type, ticket_id);
  return { stream: ticketStream(ticket_id), creator_id: order.creator_id, event, id };
}

function issue(order: OrderPlacedData, ordered: OrderedTicket): Decided {
  const { out_trade_no, creator_id, user_id, plan_id, plan_name } = order;
  const { sku_id } = ordered;
  const sku_name = order.lines.find((line) => line.sku_id === sku_id)?.name ?? '';
  const whose = { out_trade_no, creator_id, user_id, plan_id, plan_name };
  const data = { ...whose, ...ordered, sku_name };
  return write(order, { type: 'TicketIssued', data });
}

/** If the named tickets of each SKU equal its returned units; otherwise one ticket would stay valid. */
function namesEach({ tickets }: OrderPlacedData, { ticket_ids, units }: RefundScope): boolean {
  const returned = new Map<string, number>();
  for (const { ticket_id, sku_id } of tickets) {
    if (ticket_ids.includes(ticket_id)) returned.set(sku_id, (returned.get(sku_id) ?? 0) + 1);
  }
  return returned.size === units.length && units.every(({ sku_id, count }) => returned.get(sku_id) === count);
}

/**
 * One ticket per unit: issued at payment, void after a refund. The hold is in the stock of the SKUs. Used tickets can
 * be refunded, too, if the creator decides so.
 */
export const ticketsEffect: OrderEffect = {
  streams: ({ tickets }) => tickets.map(({ ticket_id }) => ticketStream(ticket_id)),
  hold: nothing,
  confirm: (_states, order) => writes(order.tickets.map((ordered) => issue(order, ordered))),
  release: () => [],
  giveBack(states, order, refund) {
    if (order.tickets.length === 0) return nothing();
    if (!refund.whole && !namesEach(order, refund)) {
      return { ok: false, refusal: badInput('ticket_ids', { key: 'required' }) };
    }
    const named = refund.whole ? order.tickets.map(({ ticket_id }) => ticket_id) : refund.ticket_ids;
    const { refund_id } = refund;
    return writes(
      named
        .filter((ticket_id) => states.get(ticketKind, ticketStream(ticket_id)).phase !== 'void')
        .map((ticket_id) =>
          write(order, { type: 'TicketVoided', data: { ticket_id, reason: 'refund', refund_id } }),
        ),
    );
  },
};
