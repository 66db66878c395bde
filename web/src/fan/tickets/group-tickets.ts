import type { Ticket } from '#services/api/tickets/contract/tickets.ts';

/** Tickets that are shown on one card: of one order, for one session. */
export interface TicketGroup {
  key: string;
  first: Ticket;
  tickets: Ticket[];
}

/** Groups tickets, in the order of the first of each group. */
export function groupTickets(tickets: readonly Ticket[]): TicketGroup[] {
  const groups = new Map<string, TicketGroup>();
  for (const ticket of tickets) {
    const key = `${ticket.out_trade_no}|${ticket.round?.round_id ?? ''}`;
    const group = groups.get(key);
    if (group) group.tickets.push(ticket);
    else groups.set(key, { key, first: ticket, tickets: [ticket] });
  }
  return [...groups.values()];
}
