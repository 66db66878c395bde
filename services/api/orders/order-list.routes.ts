import { plansNamed } from '#read-models/catalog/names.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { plansWithOrders } from '#read-models/orders/creator-orders.ts';
import { fanOrders } from '#read-models/orders/fan-orders.ts';
import { wordsOf } from '#services/contract/content/search-words.ts';
import { listOrderFilters } from '#services/contract/orders/order-filters.ts';
import {
  exportCreatorOrders,
  listCreatorOrders,
  listMyOrders,
} from '#services/contract/orders/order-list.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { orderCsv } from './order-csv.ts';
import { orderAnswers, orderShownTo } from './order-list.ts';
import { orderListPage, refundStateOf, statusOf } from './order-search.ts';

const MAX_FILTER_PLANS = 200;

/** Orders as their fan and their creator look through them. */
export const listRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const { pool } = deps;

  on(listCreatorOrders, async ({ query, caller, language }) => {
    const found = await orderListPage(deps, query, caller.user_id);
    const list = await orderAnswers(deps, found.list, caller.user_id, language);
    return pageAnswer(query, found, list.map(orderShownTo(caller)));
  });

  on(exportCreatorOrders, async ({ query, caller, language, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="orders.csv"');
    return reply.send(await orderCsv(deps, query, caller, language));
  });

  on(listOrderFilters, async ({ caller }) => {
    const counted = await plansWithOrders(pool, { creator_id: caller.user_id, most: MAX_FILTER_PLANS });
    const plans = await plansNamed(pool, { ids: counted.rows.map(({ plan_id }) => plan_id) });
    const named = new Map(plans.rows.map((plan) => [plan.plan_id, plan]));
    return {
      plans: counted.rows.map(({ plan_id, orders }) => ({
        plan_id,
        name: named.get(plan_id)?.name ?? '',
        product_type: named.get(plan_id)?.product_type ?? 0,
        orders,
      })),
      as_of: earliest(counted.as_of, plans.as_of),
    };
  });

  on(listMyOrders, async ({ query, caller, language }) => {
    const words = wordsOf(query.search_q);
    const filter = {
      user_id: caller.user_id,
      ...(words.length > 0 && {
        words,
        number: query.search_q,
        creator_ids: await deps.directory.searchCreators(query.search_q),
      }),
      status: statusOf(query.status),
      refund_state: refundStateOf(query.refund_state),
      product_type: query.product_type,
    };
    const found = await fanOrders(pool, { ...filter, ...rangeOf(query) });
    return pageAnswer(query, found, await orderAnswers(deps, found.list, caller.user_id, language));
  });
};
