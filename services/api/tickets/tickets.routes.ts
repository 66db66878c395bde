import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { roundsOver, ticketsOfFan, ticketsOfOrder } from '#read-models/tickets/queries.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { getTicketKey, listMyTickets, listOrderTickets } from '#services/contract/tickets/tickets.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { ticketAnswers } from './ticket-answer.ts';

const TOKEN_VERSION = 1;

/** Tickets of their buyers, and the public key for their verification. */
export const ticketRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'tickets');
  const { pool, committer, accounts } = deps;

  on(listOrderTickets, async ({ query: { out_trade_no }, caller: { user_id } }) => {
    const stream = orderStream(asOutTradeNo(out_trade_no));
    const [order, creators] = await Promise.all([
      committer.read([stream], (states) => states.get(orderKind, stream)),
      accounts.team.creatorsFor(user_id, 'tickets'),
    ]);
    if (order.phase === 'none') return { code: 'not_found' };
    const at_door = creators.has(order.placed.creator_id);
    if (!at_door && order.placed.user_id !== user_id) return { code: 'not_found' };
    const { rows, as_of } = await ticketsOfOrder(pool, { out_trade_no });
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

  on(getTicketKey, async () => {
    const { x, pem } = deps.ticketSigning.publicKey;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
    return { version: TOKEN_VERSION, algorithm: 'Ed25519', jwk, pem } as const;
  });
};
