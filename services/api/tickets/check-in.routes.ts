import type { z } from 'zod';
import { asOutTradeNo, type UserId } from '#events/ids.ts';
import type { TicketStatus } from '#events/status.ts';
import { eventPlans } from '#read-models/catalog/names.ts';
import { roundsOfCreators, ticketsFound, ticketsToCheckIn } from '#read-models/tickets/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { checkInTicket } from '#services/commerce/tickets/check-in-ticket.ts';
import { undoCheckIn } from '#services/commerce/tickets/undo-check-in.ts';
import {
  checkInTicketByLink,
  type checkinInput,
  exportTickets,
  listDoors,
  listTickets,
  checkInTicket as ticketCheckin,
  undoTicketCheckIn,
} from '#services/contract/tickets/tickets.ts';
import { creatorFor } from '../accounts/creator-for.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { namedTicket } from './check-in.ts';
import { checkInEvents } from './check-in-events.ts';
import { decidedTicket } from './decided-ticket.ts';
import { ticketAnswers } from './ticket-answer.ts';
import { ticketCsv } from './ticket-csv.ts';

/** The maximum of tickets in a guest list (`read-models/tickets`). */
const MAX_FOUND = 1_000;

/** References of those who hold tickets of the creator and have this name, or this part of one. */
async function namedGuests(
  { pool, identities }: Pick<Dependencies, 'pool' | 'identities'>,
  creator_id: UserId,
  text: string,
): Promise<string[]> {
  const hashes = identities.searchedName(text);
  if (hashes === undefined) return [];
  const { rows } = await pool.query<{ ref: string }>({
    name: 'named-guests',
    text: `SELECT DISTINCT named.ref
             FROM accounts.holder_names named JOIN rm.tickets ON tickets.holder_ref = named.ref
            WHERE named.name_index = ANY ($1) AND tickets.creator_id = $2
            LIMIT ${MAX_FOUND}`,
    values: [hashes, creator_id],
  });
  return rows.map(({ ref }) => ref);
}

/** From here on a code or an order's number is looked for by its beginning. */
const MIN_PREFIX_LENGTH = 4;

/** The contract allows nothing else. */
const statusOf = (status: number | undefined): TicketStatus | undefined => status as TicketStatus | undefined;

/** Check-in of an event, and its guest list. */
export const checkInRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'tickets');
  const { pool, committer, accounts } = deps;

  async function checkIn(input: z.output<typeof checkinInput>, user_id: UserId) {
    const creators = await accounts.team.creatorsFor(user_id, 'tickets');
    const named = await namedTicket(deps, input, creators);
    if (!named.ok) return named.refusal;
    const { plan_id, round_id, device, scan_id, scanned_at } = input;
    const outcome = await committer.submit(
      checkInTicket({
        ...named.ticket,
        by: user_id,
        creators,
        plan_id,
        round_id,
        device,
        scan_id,
        scanned_at: scanned_at === undefined ? undefined : scanned_at * 1000,
      }),
    );
    if (!outcome.accepted) return outcome.refusal;
    const ticket = await decidedTicket(deps, { phase: 'used', ...outcome.result }, 'whole');
    return { outcome: outcome.result.outcome, ticket, position: outcome.position };
  }

  on(checkInTicketByLink, ({ query, caller }) => checkIn(query, caller.user_id));
  on(ticketCheckin, ({ body, caller }) => checkIn(body, caller.user_id));

  on(undoTicketCheckIn, async ({ body, caller: { user_id } }) => {
    const { id: ticket_id, out_trade_no, used_at, device } = body;
    const creators = await accounts.team.creatorsFor(user_id, 'tickets');
    const named = { ticket_id, out_trade_no: asOutTradeNo(out_trade_no) };
    const outcome = await committer.submit(undoCheckIn({ ...named, by: user_id, creators, device, used_at }));
    if (!outcome.accepted) return outcome.refusal;
    return {
      ticket: await decidedTicket(deps, { phase: 'valid', ...outcome.result }, 'name'),
      position: outcome.position,
    };
  });

  on(listDoors, async ({ caller }) => {
    const creators = [...(await accounts.team.creatorsFor(caller.user_id, 'tickets'))];
    const { rows, as_of } = await roundsOfCreators(pool, { creators });
    const plans = await eventPlans(pool, { ids: [...new Set(rows.map(({ plan_id }) => plan_id))] });
    const people = await deps.directory.usersByIds(rows.map(({ creator_id }) => creator_id));
    return { list: checkInEvents(rows, plans.rows, people), as_of };
  });

  on(listTickets, async ({ query, caller }) => {
    const { creator_id: requested, plan_id, round_id, status, search_q } = query;
    const creator_id = await creatorFor(deps, caller.user_id, requested, 'tickets');
    if (creator_id === undefined) return { code: 'not_found' };
    const wanted = search_q.replace(/[\s-]/g, '');
    const filter = { creator_id, plan_id, round_id, status: statusOf(status), ...rangeOf(query) };
    const found = await (wanted === ''
      ? ticketsToCheckIn(pool, filter)
      : ticketsFound(pool, {
          ...filter,
          beginning: wanted.length < MIN_PREFIX_LENGTH ? undefined : wanted,
          holder_refs: await namedGuests(deps, creator_id, search_q),
        }));
    return pageAnswer(query, found, await ticketAnswers(deps, found.list, 'name'));
  });

  on(exportTickets, async ({ query, caller, language, reply }) => {
    const { creator_id: requested, plan_id, round_id, status } = query;
    const creator_id = await creatorFor(deps, caller.user_id, requested, 'tickets');
    if (creator_id === undefined) return { code: 'not_found' };
    const filter = { creator_id, plan_id, round_id, status: statusOf(status) };
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="tickets.csv"');
    return reply.send(ticketCsv(deps, filter, language));
  });
};
