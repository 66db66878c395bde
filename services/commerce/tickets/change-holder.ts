import type { OutTradeNo, UserId } from '#events/ids.ts';
import { planStream, ticketStream } from '#events/stream-names.ts';
import { holderFixedFrom, MAX_HOLDER_CHANGES } from '#services/contract/tickets/holder-change.ts';
import { beginOf, planKind } from '../catalog/plan.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { type Ticket, ticketKind, type Undoing } from './ticket.ts';

export interface ChangeHolder {
  ticket_id: string;
  out_trade_no: OutTradeNo;
  /** The buyer. */
  user_id: UserId;
  /** The new holder's identity record in the vault. */
  holder_ref: string;
  /** The ticket's new code, which nobody can derive from the earlier one. */
  code: string;
}

export interface ChangedTicket {
  ticket: Ticket;
  /** Its last check-in that was undone. */
  undone: Undoing | null;
}

/** When the door of the ticket's round opens, by the round's present time: Unix seconds; undefined: no round. */
function doorOpens(states: States, { plan_id, round_id, begin_time }: Ticket): number | undefined {
  const begins = beginOf(states.get(planKind, planStream(plan_id)), round_id) ?? begin_time;
  return holderFixedFrom(begins === null ? null : Math.floor(begins / 1000));
}

/**
 * The buyer of a valid ticket names another holder. The holder that it has already changes nothing. Refuses: another's
 * or unknown ticket (not_found), a refunded one (ticket_void), a used one or one without holder (state_does_not_allow),
 * one whose door is open (ticket_door_open), and more than `MAX_HOLDER_CHANGES` (ticket_holder_fixed).
 */
export function changeHolder(input: ChangeHolder): Command<ChangedTicket> {
  const { ticket_id, out_trade_no, user_id, holder_ref, code } = input;
  const stream = ticketStream(ticket_id);
  return {
    name: 'change_ticket_holder',
    actor: `user:${user_id}`,
    streams: [stream],
    furtherStreams(states) {
      const state = states.get(ticketKind, stream);
      return state.phase === 'none' ? [] : [planStream(state.ticket.plan_id)];
    },
    decide(states, now) {
      const state = states.get(ticketKind, stream);
      if (state.phase === 'none') return refuse({ code: 'not_found' });
      const { ticket } = state;
      if (ticket.user_id !== user_id || ticket.out_trade_no !== out_trade_no) {
        return refuse({ code: 'not_found' });
      }
      if (state.phase === 'void') return refuse({ code: 'ticket_void' });
      if (state.phase === 'used' || ticket.holder_ref === null)
        return refuse({ code: 'state_does_not_allow' });
      const { undone } = state;
      if (now / 1000 >= (doorOpens(states, ticket) ?? Number.POSITIVE_INFINITY)) {
        return refuse({ code: 'ticket_door_open' });
      }
      if (ticket.holder_ref === holder_ref) return accept([], { ticket, undone });
      if (ticket.holder_changes >= MAX_HOLDER_CHANGES) return refuse({ code: 'ticket_holder_fixed' });
      const change = { holder_ref, revision: ticket.revision + 1, code };
      const event = { type: 'TicketHolderChanged' as const, data: { ticket_id, ...change } };
      const decided: Decided = { stream, creator_id: ticket.creator_id, event };
      const holder_changes = ticket.holder_changes + 1;
      return accept([decided], {
        ticket: { ...ticket, ...change, holder_changes, holder_changed_at: now },
        undone,
      });
    },
  };
}
