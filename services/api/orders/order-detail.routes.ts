import { type Area, routesOf } from '../http/area.ts';
import { getOrder } from './contract/order-detail.ts';
import { concernedOrder, orderDetail as detailOf } from './order-detail.ts';
/** One order with its story, for its fan and its creator. */
export const orderDetailRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  on(getOrder, async ({ query, caller: { user_id }, language }) => {
    const order = await concernedOrder(deps, query.out_trade_no, user_id);
    if (order === undefined) return { code: 'not_found' };
    return await detailOf(deps, order, user_id, language);
  });
};
