import { TICKET_STATUS } from '#events/status.ts';
import type { ListedTicket } from '#read-models/tickets/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { codeOf } from '#services/contract/tickets/ticket-code.ts';
import { tokenBody, tokenText } from '#services/contract/tickets/ticket-token.ts';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import { documentOf, type Holder, maskedHolder } from '#services/modules/tickets/holder.ts';

/** The detail of the holder in answers: to the buyer, in check-in lists, and at check-in. */
export type Shown = 'masked' | 'name' | 'whole';

export type ShownTicket = Omit<ListedTicket, 'creator_id' | 'user_id' | 'issued'>;

function holderAnswer(
  holder: Holder | undefined,
  shown: Shown,
): Pick<Ticket, 'name' | 'id_type' | 'id_card'> {
  if (holder === undefined) return { name: '', id_type: '', id_card: '' };
  const id_type = documentOf(holder);
  if (shown === 'whole') return { ...holder, id_type };
  const masked = { ...maskedHolder(holder), id_type };
  return shown === 'name' ? { ...masked, name: holder.name } : masked;
}

function tokenOf({ ticketSigning }: Pick<Dependencies, 'ticketSigning'>, ticket: ShownTicket): string {
  if (ticket.status === TICKET_STATUS.void) return '';
  const body = tokenBody(ticket);
  return tokenText(body, ticketSigning.sign(body));
}

/** Tickets in answers, with holders from the vault and check-in staff from the directory. */
export async function ticketAnswers(
  deps: Pick<Dependencies, 'directory' | 'identities' | 'ticketSigning'>,
  tickets: readonly ShownTicket[],
  shown: Shown,
): Promise<Ticket[]> {
  const refs = tickets.flatMap(({ holder_ref }) => (holder_ref === null ? [] : [holder_ref]));
  const doors = tickets.flatMap(({ used_by, undone_by }) =>
    [used_by, undone_by].filter((one) => one !== null),
  );
  const [holders, people] = await Promise.all([
    deps.identities.read([...new Set(refs)]),
    deps.directory.usersByIds([...new Set(doors)]),
  ]);
  return tickets.map((ticket) => ({
    id: ticket.ticket_id,
    code: codeOf(ticket.code),
    out_trade_no: ticket.out_trade_no,
    ...holderAnswer(ticket.holder_ref === null ? undefined : holders.get(ticket.holder_ref), shown),
    plan: { plan_id: ticket.plan_id, name: ticket.plan_name },
    sku: { sku_id: ticket.sku_id, name: ticket.sku_name },
    round: ticket.round_id === '' ? null : { round_id: ticket.round_id, begin_time: ticket.begin_time },
    status: ticket.status,
    used_at: ticket.used_at,
    used_by: ticket.used_by === null ? '' : (people.get(ticket.used_by)?.name ?? ''),
    device: ticket.device ?? '',
    undone_at: ticket.undone_at,
    undone_by: ticket.undone_by === null ? '' : (people.get(ticket.undone_by)?.name ?? ''),
    holder_changes: ticket.holder_changes,
    holder_changed_at: ticket.holder_changed_at,
    token: tokenOf(deps, ticket),
  }));
}
