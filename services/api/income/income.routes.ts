import type { Millis } from '#events/time.ts';
import { countLines, type IncomeMonth, incomeMonthsOf, linesOf } from '#read-models/books/ledger/income.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { endOfMonth } from '#services/commerce/income/settle-month.ts';
import { getIncome, listIncomeLines } from '#services/contract/income/income.ts';
import { type Area, routesOf } from '../http/area.ts';
import { balanceSummaryAnswer } from './balance-summary.ts';
import { incomeLineAnswer, monthSumsAnswer } from './month-sums.ts';

/** A creator's months: income, state, and the time when they can be withdrawn. */
export const incomeRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'income');
  const { pool, calendar, clock } = deps;

  const monthAnswer = (one: IncomeMonth, now: Millis) => {
    const { month, settled_at } = one;
    const { available_at } = endOfMonth(calendar, month);
    const settled = available_at > now ? ('settled' as const) : ('available' as const);
    return {
      month,
      ...monthSumsAnswer(one),
      status: settled_at === null ? ('open' as const) : settled,
      settled_at,
      available_at: Math.floor(available_at / 1000),
    };
  };

  on(getIncome, async ({ query: { month }, caller: { user_id } }) => {
    const [months, { balance, as_of }] = await Promise.all([
      incomeMonthsOf(pool, { user_id, month }),
      balanceSummaryAnswer(deps, user_id),
    ]);
    const now = clock.now();
    const list = months.rows.map((one) => monthAnswer(one, now));
    return { list, ...balance, as_of: earliest(months.as_of, as_of) };
  });

  on(listIncomeLines, async ({ query: { month, page, per_page }, caller: { user_id } }) => {
    const offset = (page - 1) * per_page;
    const [{ rows, as_of }, { lines: total_count }] = await Promise.all([
      linesOf(pool, { month, user_id, limit: per_page, offset }),
      countLines(pool, { month, user_id }),
    ]);
    const list = rows.map((line) => ({ ...incomeLineAnswer(line), time: line.time }));
    return { list, has_more: offset + list.length < total_count, total_count, as_of };
  });
};
