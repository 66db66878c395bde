import type { OutTradeNo, UserId } from '#events/ids.ts';
import { orderStream, ticketStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';
import { type Admission, type IssuedTicketState, type Ticket, ticketKind } from './ticket.ts';

export interface CheckInTicket {
  ticket_id: string;
  out_trade_no: OutTradeNo;
  /** The number of holder changes that the shown code is of. */
  revision: number;
  /** The person who checks in. */
  by: UserId;
  /** The creators that the person can act for: the own page and the teams. */
  creators: ReadonlySet<UserId>;
  /** The event of this door; undefined: any event of these creators. */
  plan_id?: string | undefined;
  /** Its round; undefined: any. */
  round_id?: string | undefined;
  /** The name of the check-in device; can be empty. */
  device: string;
  /** Id of the scan: a repetition gets the same answer. Can be empty. */
  scan_id: string;
  /** When the device scanned it, of a scan that waited for a connection. Never later than now. */
  scanned_at?: Millis | undefined;
}

export interface CheckedIn {
  /** `admitted` by this scan; `used`: by an earlier one, with its time and person. */
  outcome: 'admitted' | 'used';
  ticket: Ticket;
  admission: Admission;
}

/** A ticket that was never issued: of an order that waits for its money, or of none. */
function notIssued(states: States, input: CheckInTicket): Refusal {
  const order = states.get(orderKind, orderStream(input.out_trade_no));
  if (order.phase === 'none' || !input.creators.has(order.placed.creator_id)) return { code: 'not_found' };
  const ordered = order.placed.tickets.some(({ ticket_id }) => ticket_id === input.ticket_id);
  return { code: ordered ? 'ticket_unpaid' : 'not_found' };
}

function refusalFor({ ticket, phase }: IssuedTicketState, input: CheckInTicket): Refusal | null {
  const { plan_id, round_id } = input;
  if (!input.creators.has(ticket.creator_id)) return { code: 'not_found' };
  if (ticket.out_trade_no !== input.out_trade_no) return { code: 'not_found' };
  if (plan_id !== undefined && ticket.plan_id !== plan_id) return { code: 'ticket_other_event' };
  if (round_id !== undefined && ticket.round_id !== round_id) return { code: 'ticket_other_event' };
  if (phase === 'void') return { code: 'ticket_void' };
  return ticket.revision === input.revision ? null : { code: 'ticket_replaced' };
}

/**
 * Checks a ticket in. The first scan admits; later ones answer time and person of the first. Refuses: another's or
 * unknown ticket (not_found), one whose order is unpaid (ticket_unpaid), a refunded one (ticket_void), one for
 * another event or round (ticket_other_event), a code from before a change of the holder (ticket_replaced), a scan whose check-in was undone (state_does_not_allow).
 */
export function checkInTicket(input: CheckInTicket): Command<CheckedIn> {
  const { ticket_id, by, device, scan_id } = input;
  const stream = ticketStream(ticket_id);
  return {
    name: 'check_in_ticket',
    actor: `user:${by}`,
    streams: [stream],
    furtherStreams: (states) =>
      states.get(ticketKind, stream).phase === 'none' ? [orderStream(input.out_trade_no)] : [],
    decide(states, now) {
      const state = states.get(ticketKind, stream);
      if (state.phase === 'none') return refuse(notIssued(states, input));
      const refusal = refusalFor(state, input);
      if (refusal) return refuse(refusal);
      const { ticket } = state;
      if (state.phase === 'used') {
        const { admission } = state;
        const repeated = scan_id !== '' && admission.scan_id === scan_id && admission.by === by;
        return accept([], { outcome: repeated ? 'admitted' : 'used', ticket, admission });
      }
      // A device that repeats the scan that was undone admits nobody.
      const undone = state.phase === 'valid' ? state.undone : null;
      if (scan_id !== '' && undone?.admission.scan_id === scan_id)
        return refuse({ code: 'state_does_not_allow' });
      const scanned_at = input.scanned_at === undefined ? null : Math.min(input.scanned_at, now);
      const data = { ticket_id, by, device, scan_id, scanned_at };
      const event = { type: 'TicketCheckedIn' as const, data };
      const checked: Decided = { stream, creator_id: ticket.creator_id, event };
      const admission = { by, at: scanned_at ?? now, device, scan_id };
      return accept([checked], { outcome: 'admitted', ticket, admission });
    },
  };
}
