import { typedTicketCode } from '#services/contract/tickets/ticket-code.ts';
import {
  type Checkin,
  type CheckinInput,
  checkInTicket,
  listOrderTickets,
  listTickets,
  type Ticket,
} from '#services/contract/tickets/tickets.ts';
import { call } from '../../api/client.ts';
import { timeLimit } from '../../app/time-limit.ts';
import type { Named } from './check-in.ts';

/** A person at a door does not wait longer for a network that does not answer. */
const TIMEOUT_MS = 4_000;

/** Checks a ticket in. Throws when the server refuses or does not answer in time. */
export const checkIn = (input: CheckinInput): Promise<Checkin> =>
  call(checkInTicket, input, { signal: timeLimit(TIMEOUT_MS) });

/**
 * The ticket that a code, or order and number, names; undefined when there is none, or not exactly one.
 * @param creators whose events the person can check in
 */
export async function findTicket(
  named: Named | { token: string },
  creators: readonly string[],
  plan_id?: string,
): Promise<Ticket | undefined> {
  const signal = timeLimit(TIMEOUT_MS);
  if ('out_trade_no' in named) {
    const { out_trade_no, id } = named;
    const { list } = await call(listOrderTickets, { out_trade_no }, { signal });
    return list.find((ticket) => ticket.id === id);
  }
  if (!('code' in named)) return undefined;
  const { code } = named;
  const pages = await Promise.all(
    creators.map((creator_id) => call(listTickets, { creator_id, plan_id, search_q: code }, { signal })),
  );
  // The search finds numbers of orders too. An id is the code of before the holder was changed.
  const isNamed = ({ id, code: present }: Ticket): boolean =>
    [id, typedTicketCode(present)].some((one) => one?.startsWith(code));
  const [found, ...others] = pages.flatMap(({ list }) => list).filter(isNamed);
  return others.length === 0 ? found : undefined;
}
