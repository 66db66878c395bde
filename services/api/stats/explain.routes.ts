import { type ExplainedStat, explainStat } from '#read-models/orders/explain.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { explainPeriod, isRefused } from '../http/periods.ts';
import { explainStats } from './contract.ts';
import { explainedOrders } from './explained-orders.ts';

const MONEY: ReadonlySet<ExplainedStat> = new Set(['gross', 'net', 'refunds'] as const);

/** What makes a figure up: its orders, and for each what happened to it. */
export const explainRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  on(explainStats, async ({ query, caller, language }) => {
    const { figure, plan_id, page, per_page } = query;
    const period = explainPeriod(query);
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    const offset = (page - 1) * per_page;
    const { rows, as_of } = await explainStat(
      deps.pool,
      figure,
      { creator_id: caller.user_id, plan_id, ...period },
      { limit: per_page, offset },
    );
    const [found] = rows;
    if (!found) throw new Error(`explaining ${figure} gave no row`);

    const worded = (amount: number): string => (MONEY.has(figure) ? wire(amount) : String(amount));
    const list = await explainedOrders(deps, found.list, { viewer: caller.user_id, language, worded });
    return {
      figure,
      value: worded(found.value),
      list,
      has_more: offset + list.length < found.total_count,
      total_count: found.total_count,
      as_of,
    };
  });
};
