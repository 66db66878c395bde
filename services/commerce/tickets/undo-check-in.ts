import type { OutTradeNo, UserId } from '#events/ids.ts';
import { ticketStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { type IssuedTicketState, ticketKind, type Undoing } from './ticket.ts';

export interface UndoCheckIn {
  ticket_id: string;
  out_trade_no: OutTradeNo;
  /** The person who undoes it. */
  by: UserId;
  /** The creators that the person can act for: the own page and the teams. */
  creators: ReadonlySet<UserId>;
  /** The name of the device; can be empty. */
  device: string;
  /** Unix seconds of the admission that is undone: a later one stays. */
  used_at: number;
}

export interface UndoneCheckIn {
  ticket: IssuedTicketState['ticket'];
  undone: Undoing;
}

const inSeconds = (at: number): number => Math.floor(at / 1000);

/**
 * Makes a ticket valid again that was checked in by mistake. A repetition changes nothing. Refuses: another's or unknown
 * ticket (not_found), a refunded one (ticket_void), one without this admission (state_does_not_allow).
 */
export function undoCheckIn(input: UndoCheckIn): Command<UndoneCheckIn> {
  const { ticket_id, out_trade_no, by, creators, device, used_at } = input;
  const stream = ticketStream(ticket_id);
  return {
    name: 'undo_check_in',
    actor: `user:${by}`,
    streams: [stream],
    decide(states, now) {
      const state = states.get(ticketKind, stream);
      if (state.phase === 'none') return refuse({ code: 'not_found' });
      const { ticket } = state;
      if (!creators.has(ticket.creator_id) || ticket.out_trade_no !== out_trade_no) {
        return refuse({ code: 'not_found' });
      }
      if (state.phase === 'void') return refuse({ code: 'ticket_void' });
      if (state.phase === 'valid') {
        const { undone } = state;
        const repeated = undone !== null && inSeconds(undone.admission.at) === used_at;
        return repeated ? accept([], { ticket, undone }) : refuse({ code: 'state_does_not_allow' });
      }
      const { admission } = state;
      if (inSeconds(admission.at) !== used_at) return refuse({ code: 'state_does_not_allow' });
      const event = { type: 'TicketCheckInUndone' as const, data: { ticket_id, by, device } };
      const decided: Decided = { stream, creator_id: ticket.creator_id, event };
      return accept([decided], { ticket, undone: { by, at: now, admission } });
    },
  };
}
