import type { UserId } from '#events/ids.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

export type Ticket = DataOf<'TicketIssued'> & {
  /** Number of changes of the holder and the account; `holder_ref` is the present one. QR codes contain it. */
  revision: number;
  /** Its beginning is the spoken code: of the ticket's id, or of the last such change. */
  code: string;
  /** Number of changes of the holder alone. */
  holder_changes: number;
  holder_changed_at: Millis | null;
};

/** The person who admitted the holder, and the time: by the device's clock if the scan was uploaded later. */
export interface Admission {
  by: UserId;
  at: Millis;
  device: string;
  scan_id: string;
}

/** A check-in that was undone: who and when, and the admission that it was. */
export interface Undoing {
  by: UserId;
  at: Millis;
  admission: Admission;
}

/** A used and then refunded ticket is void, and keeps its check-in. */
export type IssuedTicketState =
  | { phase: 'valid'; ticket: Ticket; undone: Undoing | null }
  | { phase: 'used'; ticket: Ticket; admission: Admission }
  | { phase: 'void'; ticket: Ticket; admission: Admission | null; voided_at: Millis };

export type TicketState = { phase: 'none' } | IssuedTicketState;

const noTicket: TicketState = { phase: 'none' };

const admissionOf = (state: IssuedTicketState): Admission | null =>
  state.phase === 'valid' ? null : state.admission;

function evolveTicket(state: TicketState, event: DomainEvent, at: Millis): TicketState {
  if (event.type === 'TicketIssued') {
    const { ticket_id: code } = event.data;
    const ticket = { ...event.data, revision: 0, code, holder_changes: 0, holder_changed_at: null };
    return { phase: 'valid', ticket, undone: null };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'TicketCheckedIn': {
      const { by, device, scan_id, scanned_at } = event.data;
      return {
        phase: 'used',
        ticket: state.ticket,
        admission: { by, at: scanned_at ?? at, device, scan_id },
      };
    }
    case 'TicketCheckInUndone': {
      if (state.phase !== 'used') return state;
      const { ticket, admission } = state;
      return { phase: 'valid', ticket, undone: { by: event.data.by, at, admission } };
    }
    case 'TicketHolderChanged': {
      const { holder_ref, revision, code } = event.data;
      const change = { holder_ref, revision, code, holder_changed_at: at };
      const holder_changes = state.ticket.holder_changes + 1;
      return { ...state, ticket: { ...state.ticket, ...change, holder_changes } };
    }
    case 'TicketHandedOver': {
      const { user_id, revision, code } = event.data;
      return { ...state, ticket: { ...state.ticket, user_id, revision, code } };
    }
    case 'TicketVoided':
      return { phase: 'void', ticket: state.ticket, admission: admissionOf(state), voided_at: at };
    default:
      return state;
  }
}

export const ticketKind = streamKind<TicketState>('ticket', noTicket, evolveTicket, { shape: 5 });
