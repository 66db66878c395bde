import { TICKET_STATUS } from '#events/status.ts';
import { holderFixedFrom, MAX_HOLDER_CHANGES } from '#services/contract/tickets/holder-change.ts';
import type { Ticket } from '#services/contract/tickets/tickets.ts';

/** If the buyer of a ticket can change its holder; `fixed`: the changes are used up, or the door is open. */
export type HolderChange =
  | { can: true; left: number; until: number | undefined }
  | { can: false; fixed: 'used_up' | 'door_open' | undefined };

/** @param now Unix seconds */
export function holderChangeOf({ status, name, round, holder_changes }: Ticket, now: number): HolderChange {
  if (status !== TICKET_STATUS.valid || name === '') return { can: false, fixed: undefined };
  const until = holderFixedFrom(round?.begin_time ?? null);
  if (until !== undefined && now >= until) return { can: false, fixed: 'door_open' };
  const left = MAX_HOLDER_CHANGES - holder_changes;
  return left > 0 ? { can: true, left, until } : { can: false, fixed: 'used_up' };
}
