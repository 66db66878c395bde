import type { z } from 'zod';
import type { UserId } from '#events/ids.ts';
import { plansByIds } from '#read-models/catalog/queries.ts';
import { type Answer, earliest } from '#read-models/engine/as-of.ts';
import type { OrderPage } from '#read-models/orders/columns.ts';
import {
  type CreatorOrdersFilter,
  creatorOrders,
  plansWithOrders,
} from '#read-models/orders/creator-orders.ts';
import { fanOrders } from '#read-models/orders/fan-orders.ts';
import { searchCreatorOrders } from '#read-models/orders/search-orders.ts';
import type { OrderStatus } from '#read-models/orders/tables.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import { caughtUp } from '../caught-up.ts';
import { list } from '../contract/fields.ts';
import { billFilter, dashboardQuery } from '../contract/figures.ts';
import { myOrdersQuery, order, sponsoredBillQuery } from '../contract/orders.ts';
import { teamOrdersQuery } from '../contract/team.ts';
import { creatorFor } from '../creator-for.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Language, languageOf } from '../language.ts';
import { orderAnswers } from '../listed-orders.ts';

const tags = ['Looking'];
const MOST_FILTER_PLANS = 200;

interface Page {
  page: number;
  per_page: number;
}

const rangeOf = ({ page, per_page }: Page) => ({ limit: per_page, offset: (page - 1) * per_page });

/** The contract lets nothing else through. */
const statusOf = (status: number | undefined): OrderStatus | undefined => status as OrderStatus | undefined;

async function listAnswer(
  deps: Dependencies,
  { rows, as_of }: Answer<OrderPage>,
  page: Page,
  language: Language,
) {
  const [found] = rows;
  if (!found) throw new Error('a list of orders gave no row');
  return {
    list: await orderAnswers(deps, found.list, language),
    has_more: rangeOf(page).offset + found.list.length < found.total_count,
    total_count: found.total_count,
    as_of,
  };
}

/** What could be an order's number, or its beginning. */
const NUMBER = /^[0-9A-Za-z._:/#-]{1,80}$/;

interface Search {
  search_q: string;
  search_param_type: '' | 'order_id' | 'name';
}

/** By number or by the buyer's name; when the caller does not say which, a number that is found wins. */
async function search(
  { pool, directory }: Dependencies,
  { search_q, search_param_type }: Search,
  filter: CreatorOrdersFilter & { creator_id: Parameters<Dependencies['directory']['searchByName']>[1] },
  page: Page,
): Promise<Answer<OrderPage>> {
  const wanted = search_q.trim();
  if (search_param_type === 'order_id' || (search_param_type === '' && NUMBER.test(wanted))) {
    const found = await searchCreatorOrders(pool, { number: wanted }, filter, rangeOf(page));
    if (search_param_type === 'order_id' || (found.rows[0]?.total_count ?? 0) > 0) return found;
  }
  const users = await directory.searchByName(wanted, filter.creator_id);
  return searchCreatorOrders(pool, { users }, filter, rangeOf(page));
}

/** Orders as their fan, their creator and the creator's team look through them. */
export const listRoutes: Area = (deps) => async (app) => {
  const { pool } = deps;

  /** A page of what a creator got, as the query narrows it. */
  async function received(
    query: z.output<typeof sponsoredBillQuery>,
    creator_id: UserId,
    language: Language,
  ) {
    await caughtUp(deps, query.min_position, 'orders');
    const { plan_id, from, to } = query;
    const filter = {
      creator_id,
      status: statusOf(query.status),
      plan_id,
      from,
      to,
      to_send: query.express_status === undefined ? undefined : (true as const),
    };
    const answer =
      query.search_q.trim() === ''
        ? await creatorOrders(pool, filter, rangeOf(query))
        : await search(deps, query, filter, query);
    return listAnswer(deps, answer, query, language);
  }

  app.get(
    '/api/my/sponsored-bill',
    {
      config: { access: 'creator' },
      schema: { querystring: sponsoredBillQuery, response: answers(list(order)), tags },
    },
    async (request) => {
      const { query } = request;
      return ok(await received(query, callerOf(request).user_id, languageOf(request)));
    },
  );

  app.get(
    '/api/creator/team-orders',
    {
      config: { access: 'fan' },
      schema: { querystring: teamOrdersQuery, response: answers(list(order)), tags },
    },
    async (request) => {
      const { query } = request;
      const creator_id = await creatorFor(deps, callerOf(request).user_id, query.creator_id);
      if (creator_id === undefined) return refused(request, { code: 'not_found' });
      return ok(await received(query, creator_id, languageOf(request)));
    },
  );

  app.get(
    '/api/my/sponsored-bill-filter',
    {
      config: { access: 'creator' },
      schema: { querystring: dashboardQuery, response: answers(billFilter), tags },
    },
    async (request) => {
      await caughtUp(deps, request.query.min_position, 'orders', 'catalog');
      const counted = await plansWithOrders(pool, callerOf(request).user_id, MOST_FILTER_PLANS);
      const plans = await plansByIds(
        pool,
        counted.rows.map(({ plan_id }) => plan_id),
      );
      const offers = new Map(plans.rows.map(({ plan_id, offer }) => [plan_id, offer]));
      return ok({
        plans: counted.rows.map(({ plan_id, orders }) => ({
          plan_id,
          name: offers.get(plan_id)?.name ?? '',
          product_type: offers.get(plan_id)?.product_type ?? 0,
          orders,
        })),
        as_of: earliest(counted.as_of, plans.as_of),
      });
    },
  );

  app.get(
    '/api/my/orders',
    {
      config: { access: 'fan' },
      schema: { querystring: myOrdersQuery, response: answers(list(order)), tags },
    },
    async (request) => {
      const { query } = request;
      await caughtUp(deps, query.min_position, 'orders');
      const { user_id } = callerOf(request);
      const answer = await fanOrders(pool, user_id, { status: statusOf(query.status) }, rangeOf(query));
      return ok(await listAnswer(deps, answer, query, languageOf(request)));
    },
  );
};
