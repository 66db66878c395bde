import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { languageOf } from '../http/language.ts';
import { getOrder } from './contract/order-detail.ts';
import { concernedOrder, orderDetail as detailOf } from './order-detail.ts';
/** One order with its story, for its fan and its creator. */
export const orderDetailRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  on(getOrder, async (request) => {
    const { user_id } = callerOf(request);
    const order = await concernedOrder(deps, request.query.out_trade_no, user_id);
    if (order === undefined) return refused(request, { code: 'not_found' });
    return ok(await detailOf(deps, order, user_id, languageOf(request)));
  });
};
