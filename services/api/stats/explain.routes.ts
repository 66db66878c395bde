import {
  canExplain,
  type ExplainedPart,
  type ExplainedStat,
  explainStat,
  isMonthStat,
} from '#read-models/orders/explain.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { explainStats } from '#services/contract/stats/calls.ts';
import { rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { earlierOf, explainPeriod, isRefused, monthOf } from '../http/periods.ts';
import type { InputError } from '../http/refusals.ts';
import { explainedForMember, explainedPage } from './explained-orders.ts';

const MONEY = new Set<ExplainedStat>(['gross', 'net', 'refunds', 'recurring']);

const wrong = (field: string): InputError => ({ field, message: { key: 'malformed' } });

/** One SKU, or one hour of the week, of a figure. */
function partOf(query: InputOf<typeof explainStats>, timeZone: string): ExplainedPart | undefined {
  const { sku_id, weekday, hour } = query;
  if (sku_id !== undefined) return { sku_id };
  return weekday === undefined || hour === undefined
    ? undefined
    : { weekday: Number(weekday), hour: Number(hour), timeZone };
}

/** Explains a figure: its orders, each with its events. */
export const explainRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  const { pool, calendar, clock } = deps;
  on(explainStats, async ({ query, caller, language }) => {
    const { figure, plan_id, cohort } = query;
    const period = explainPeriod(query);
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    const part = partOf(query, calendar.timeZone);
    if (query.sku_id !== undefined && plan_id === undefined)
      return { code: 'bad_input', errors: [wrong('plan_id')] };
    if (!canExplain(figure, part)) return { code: 'bad_input', errors: [wrong('figure')] };
    const ofMonth = isMonthStat(figure);
    if (cohort !== undefined && figure !== 'month_sponsors') {
      return { code: 'bad_input', errors: [wrong('cohort')] };
    }
    const today = calendar.dayOf(clock.now());
    const covered = ofMonth
      ? { from: monthOf(period.to.slice(0, 7)).from, to: earlierOf(period.to, today), plan_id: cohort }
      : { ...period, plan_id };
    // Memberships of a month are listed by day and fan: a new one may be anywhere.
    const range = rangeOf(ofMonth ? { ...query, arrived: 0 } : query);
    const scope = { creator_id: caller.user_id, part, ...covered, ...range };
    const worded = (amount: number): string => (MONEY.has(figure) ? wire(amount) : String(amount));
    const reading = { viewer: caller.user_id, language, worded, memberships: ofMonth };
    const found = await explainStat(pool, figure, scope);
    const answer = await explainedPage(deps, found, reading, range);
    const list = caller.member_id === undefined ? answer.list : answer.list.map(explainedForMember);
    return { figure, ...answer, list };
  });
};
