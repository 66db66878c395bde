import { getOrder } from '#services/contract/orders/order-detail.ts';
import { type Area, routesOf } from '../http/area.ts';
import { detailForMember, orderDetail as detailOf, placedOrder } from './order-detail.ts';

/** One order with its story, for its fan, its creator, and members of the team with the right. */
export const orderDetailRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  on(getOrder, async ({ query, caller: { user_id }, language }) => {
    const order = await placedOrder(deps, query.out_trade_no);
    if (order === undefined) return { code: 'not_found' };
    const { creator_id } = order.placed;
    if (user_id === order.owner || user_id === creator_id)
      return await detailOf(deps, order, user_id, language);
    const creators = await deps.accounts.team.creatorsFor(user_id, 'orders');
    if (!creators.has(creator_id)) return { code: 'not_found' };
    return detailForMember(await detailOf(deps, order, creator_id, language));
  });
};
