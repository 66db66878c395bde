import type { Ticket } from '#services/api/tickets/contract/tickets.ts';

/**
 * What the QR code says: an address that a phone's own camera opens for the door, with the token by which a
 * door tells a real ticket without a connection.
 */
export function ticketLink({ out_trade_no, id, token }: Ticket, origin: string): string {
  const link = new URL('/order/inspect', origin);
  link.searchParams.set('out_trade_no', out_trade_no);
  link.searchParams.set('id', id);
  link.searchParams.set('t', token);
  return link.href;
}
