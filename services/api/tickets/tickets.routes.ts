import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import { ticketsOfFan, ticketsOfOrder } from '#read-models/tickets/queries.ts';
import { answers, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { waitForPosition } from '../http/wait-for-position.ts';
import { myTickets, myTicketsQuery, orderTickets, orderTicketsQuery, ticketKey } from './contract/tickets.ts';
import { ticketAnswers } from './ticket-answer.ts';

const tags = ['tickets'];
const TOKEN_VERSION = 1;

/** Tickets as their buyers have them, and the key by which anybody can tell them from others. */
export const ticketRoutes: Area = (deps) => async (app) => {
  const { pool, committer, accounts } = deps;

  app.get(
    '/api/order/tickets',
    {
      config: { access: 'fan' },
      schema: { querystring: orderTicketsQuery, response: answers(orderTickets), tags },
    },
    async (request) => {
      const { out_trade_no, min_position } = request.query;
      const { user_id } = callerOf(request);
      const stream = orderStream(asOutTradeNo(out_trade_no));
      const [order, creators] = await Promise.all([
        committer.read([stream], (states) => states.get('order', stream)),
        accounts.team.creatorsFor(user_id),
      ]);
      if (order.phase === 'none') return refused(request, { code: 'not_found' });
      const at_door = creators.has(order.placed.creator_id);
      if (!at_door && order.placed.user_id !== user_id) return refused(request, { code: 'not_found' });
      await waitForPosition(deps, min_position, 'tickets');
      const { rows, as_of } = await ticketsOfOrder(pool, out_trade_no);
      const list = await ticketAnswers(deps, rows, at_door ? 'name' : 'masked');
      return ok({ list, at_door, has_more: false, total_count: list.length, as_of });
    },
  );

  app.get(
    '/api/my/tickets',
    {
      config: { access: 'fan' },
      schema: { querystring: myTicketsQuery, response: answers(myTickets), tags },
    },
    async (request) => {
      const { page, per_page, min_position } = request.query;
      await waitForPosition(deps, min_position, 'tickets');
      const offset = (page - 1) * per_page;
      // A session of yesterday evening may still be on.
      const over = deps.clock.now() - DAY_MS / 2;
      const range = { limit: per_page, offset };
      const { rows, as_of } = await ticketsOfFan(pool, callerOf(request).user_id, over, range);
      const found = rows[0] ?? { list: [], total_count: 0 };
      return ok({
        list: await ticketAnswers(deps, found.list, 'masked'),
        has_more: offset + found.list.length < found.total_count,
        total_count: found.total_count,
        as_of,
      });
    },
  );

  app.get(
    '/api/ticket/public-key',
    { config: { access: 'guest' }, schema: { response: answers(ticketKey), tags } },
    async () => {
      const { x, pem } = deps.ticketSigning.publicKey;
      const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
      return ok({ version: TOKEN_VERSION, algorithm: 'Ed25519', jwk, pem } as const);
    },
  );
};
