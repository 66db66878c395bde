import { randomBytes } from 'node:crypto';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { roundsOver, ticketsOfFan, ticketsOfOrder } from '#read-models/tickets/queries.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { changeHolder } from '#services/commerce/tickets/change-holder.ts';
import { CODE_DIGITS } from '#services/contract/tickets/ticket-code.ts';
import { CHANGED_VERSION } from '#services/contract/tickets/ticket-token.ts';
import {
  changeTicketHolder,
  getTicketKey,
  listMyTickets,
  listOrderTickets,
} from '#services/contract/tickets/tickets.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { decidedTicket } from './decided-ticket.ts';
import { ticketAnswers } from './ticket-answer.ts';
import { ticketsOfOrderAsOf } from './tickets-as-of.ts';

/** Tickets of their buyers, and the public key for their verification. */
export const ticketRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'tickets');
  const { pool, committer, accounts, identities, vault } = deps;

  on(listOrderTickets, async ({ query: { out_trade_no, as_of: then }, caller: { user_id } }) => {
    const stream = orderStream(asOutTradeNo(out_trade_no));
    const [order, creators] = await Promise.all([
      committer.read([stream], (states) => states.get(orderKind, stream)),
      accounts.team.creatorsFor(user_id, 'tickets'),
    ]);
    if (order.phase === 'none') return { code: 'not_found' };
    const at_door = creators.has(order.placed.creator_id);
    if (!at_door && order.owner !== user_id) return { code: 'not_found' };
    const { rows, as_of } = await (then === undefined
      ? ticketsOfOrder(pool, { out_trade_no })
      : ticketsOfOrderAsOf(deps, asOutTradeNo(out_trade_no), then));
    const list = await ticketAnswers(deps, rows, at_door ? 'name' : 'masked');
    return { list, at_door, has_more: false, total_count: list.length, as_of };
  });

  on(listMyTickets, async ({ query, caller: { user_id } }) => {
    const over = roundsOver(deps.clock.now());
    const found = await ticketsOfFan(pool, { user_id, over, ...rangeOf(query) });
    const creatorIds = found.list.map(({ creator_id }) => creator_id);
    const [answers, creators] = await Promise.all([
      ticketAnswers(deps, found.list, 'masked'),
      deps.directory.usersByIds([...new Set(creatorIds)]),
    ]);
    const list = answers.map((ticket, at) => {
      const user_id = creatorIds[at] ?? '';
      return { ...ticket, creator: { user_id, name: creators.get(user_id)?.name ?? '' } };
    });
    return pageAnswer(query, found, list);
  });

  on(changeTicketHolder, async ({ body: { out_trade_no, id: ticket_id, holder }, caller: { user_id } }) => {
    const found = await identities.forTickets(user_id, [holder], () => '');
    if (isRefusal(found)) return found;
    const { written, saved_records } = found;
    const outcome = await committer.submit(
      changeHolder({
        ticket_id,
        out_trade_no: asOutTradeNo(out_trade_no),
        user_id,
        holder_ref: found.holder_refs[0] ?? '',
        code: randomBytes(CODE_DIGITS / 2).toString('hex'),
      }),
    );
    if (!outcome.accepted || outcome.events.length === 0) {
      await vault.forget(written);
      await identities.release(user_id, saved_records);
    }
    if (!outcome.accepted) return outcome.refusal;
    return {
      ticket: await decidedTicket(deps, { phase: 'valid', ...outcome.result }, 'masked'),
      position: outcome.position,
    };
  });

  on(getTicketKey, async () => {
    const { pem, keys } = deps.ticketSigning;
    return { version: CHANGED_VERSION, algorithm: 'Ed25519' as const, jwk: keys[0], pem, keys: [...keys] };
  });
};
