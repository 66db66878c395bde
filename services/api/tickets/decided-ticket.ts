import { TICKET_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { beginOf, planKind } from '#services/commerce/catalog/plan.ts';
import type { IssuedTicketState, Ticket } from '#services/commerce/tickets/ticket.ts';
import { secondsOf } from '#services/runtime/business-time.ts';
import { type Shown, type ShownTicket, ticketAnswers } from './ticket-answer.ts';

type Parts = Parameters<typeof ticketAnswers>[0] & Pick<Dependencies, 'committer'>;

const secondsOrNull = (at: Millis | null): number | null => (at === null ? null : secondsOf(at));

/** When the ticket's round begins now. */
async function beginsNow(
  { committer }: Pick<Dependencies, 'committer'>,
  { plan_id, round_id, begin_time }: Ticket,
): Promise<Millis | null> {
  const stream = planStream(plan_id);
  const begins = await committer.read([stream], (states) => beginOf(states.get(planKind, stream), round_id));
  return begins ?? begin_time;
}

const STATUS = {
  valid: TICKET_STATUS.valid,
  used: TICKET_STATUS.used,
  void: TICKET_STATUS.void,
} as const;

/** A ticket in the form that lists have. @param begin_time of its round */
export function rowOf(state: IssuedTicketState, begin_time: Millis | null): ShownTicket {
  const { phase, ticket } = state;
  const admission = phase === 'valid' ? null : state.admission;
  const undone = phase === 'valid' ? state.undone : null;
  return {
    ...ticket,
    round_id: ticket.round_id ?? '',
    begin_time: secondsOrNull(begin_time),
    holder_changed_at: secondsOrNull(ticket.holder_changed_at),
    status: STATUS[phase],
    used_at: secondsOrNull(admission?.at ?? null),
    used_by: admission?.by ?? null,
    device: admission?.device ?? null,
    undone_at: secondsOrNull(undone?.at ?? null),
    undone_by: undone?.by ?? null,
  };
}

/** The answer of a ticket as a decision left it. */
export async function decidedTicket(parts: Parts, state: IssuedTicketState, shown: Shown) {
  const row = rowOf(state, await beginsNow(parts, state.ticket));
  const [answer] = await ticketAnswers(parts, [row], shown);
  if (answer === undefined) throw new Error('a ticket that was decided has no answer');
  return answer;
}
