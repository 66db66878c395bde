import { answers, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { languageOf } from '../http/language.ts';
import { orderDetail, orderDetailQuery } from './contract/order-detail.ts';
import { concernedOrder, orderDetail as detailOf } from './order-detail.ts';

const tags = ['orders'];

/** One order with its story, for its fan and its creator. */
export const orderDetailRoutes: Area = (deps) => async (app) => {
  app.get(
    '/api/order/detail',
    {
      config: { access: 'fan' },
      schema: { querystring: orderDetailQuery, response: answers(orderDetail), tags },
    },
    async (request) => {
      const { user_id } = callerOf(request);
      const order = await concernedOrder(deps, request.query.out_trade_no, user_id);
      if (order === undefined) return refused(request, { code: 'not_found' });
      return ok(await detailOf(deps, order, user_id, languageOf(request)));
    },
  );
};
