import type { Ticket } from '#services/api/tickets/contract/tickets.ts';

/** The text of the QR code: an address for a phone's own camera, with the token for offline verification. */
export function ticketLink({ out_trade_no, id, token }: Ticket, origin: string): string {
  const link = new URL('/order/inspect', origin);
  link.searchParams.set('out_trade_no', out_trade_no);
  link.searchParams.set('id', id);
  link.searchParams.set('t', token);
  return link.href;
}
