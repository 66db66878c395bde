import { plansNamed } from '#read-models/catalog/names.ts';
import { type Answer, earliest } from '#read-models/engine/as-of.ts';
import type { OrderPage } from '#read-models/orders/columns.ts';
import { plansWithOrders } from '#read-models/orders/creator-orders.ts';
import { fanOrders } from '#read-models/orders/fan-orders.ts';
import type { Dependencies } from '../dependencies.ts';
import { rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import type { Language } from '../http/language.ts';
import { listOrderFilters } from '../stats/contract.ts';
import { exportCreatorOrders, listCreatorOrders, listMyOrders } from './contract/order-list.ts';
import { orderCsv } from './order-csv.ts';
import { orderAnswers } from './order-list.ts';
import { orderListPage, refundStateOf, statusOf } from './order-search.ts';

const MOST_FILTER_PLANS = 200;

async function listAnswer(
  deps: Dependencies,
  { rows, as_of }: Answer<OrderPage>,
  page: Parameters<typeof rangeOf>[0],
  { user_id }: Caller,
  language: Language,
) {
  const [found] = rows;
  if (!found) throw new Error('a list of orders gave no row');
  return {
    list: await orderAnswers(deps, found.list, user_id, language),
    has_more: rangeOf(page).offset + found.list.length < found.total_count,
    total_count: found.total_count,
    as_of,
  };
}

/** Orders as their fan and their creator look through them. */
export const listRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const { pool } = deps;

  on(listCreatorOrders, async ({ query, caller, language }) => {
    const answer = await orderListPage(deps, query, caller.user_id, rangeOf(query));
    return await listAnswer(deps, answer, query, caller, language);
  });

  on(exportCreatorOrders, async ({ query, caller, language, reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="orders.csv"');
    return reply.send(await orderCsv(deps, query, caller.user_id, language));
  });

  on(listOrderFilters, async ({ caller }) => {
    const counted = await plansWithOrders(pool, caller.user_id, MOST_FILTER_PLANS);
    const plans = await plansNamed(
      pool,
      counted.rows.map(({ plan_id }) => plan_id),
    );
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
    const filter = {
      status: statusOf(query.status),
      refund_state: refundStateOf(query.refund_state),
      product_type: query.product_type,
    };
    const answer = await fanOrders(pool, caller.user_id, filter, rangeOf(query));
    return await listAnswer(deps, answer, query, caller, language);
  });
};
