import { plansNamed } from '#read-models/catalog/names.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { daysOf } from '#read-models/stats/daily-stats/queries.ts';
import { salesByHour, salesByPlan } from '#read-models/stats/daily-stats/sales.ts';
import { type SponsorMonth, sponsorMonths } from '#read-models/stats/sponsor-months/queries.ts';
import {
  getSales,
  getStatsFile,
  listSponsorMonths,
  type Sales,
  type SponsorMonths,
} from '#services/contract/stats/sales.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { isRefused, monthSoFar, type Period, periodOf } from '../http/periods.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import { statDayOf } from './stats.routes.ts';
import { statsFile } from './stats-file.ts';

const withMoney = <Row extends { gross: number }>(row: Row) => ({ ...row, gross: wire(row.gross) });

const withRecurring = (month: SponsorMonth) => ({ ...month, recurring: wire(month.recurring) });

/** Months, plans, SKUs and hours of a creator: sums of daily rows. */
export const salesRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  const { pool, calendar, clock } = deps;

  async function monthsOf(creator_id: string, months: number): Promise<SponsorMonths> {
    const to = calendar.dayOf(clock.now());
    const [year = 0, month = 0] = to.split('-').map(Number);
    const from = new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 7);
    const same = monthSoFar(to).before;
    const [found, earlier] = await Promise.all([
      sponsorMonths(pool, { creator_id, from, to }),
      sponsorMonths(pool, { creator_id, from: same.from.slice(0, 7), to: same.to }),
    ]);
    const [before] = earlier.months.map(withRecurring);
    if (!before) throw new Error(`${same.from} has no month`);
    const as_of = earliest(found.as_of, earlier.as_of);
    return { list: found.months.map(withRecurring), before, cohorts: found.cohorts, to, as_of };
  }

  /** The scope, or why not. */
  async function scopeOf(
    creator_id: string,
    { from, to, plan_id }: Period & { plan_id?: string | undefined },
  ): Promise<(Period & { creator_id: string; plan_id: string; plan: string }) | ApiRefusal> {
    const period = periodOf(from, to);
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    if (plan_id === undefined) return { creator_id, plan_id: '', plan: '', ...period };
    const [plan] = (await plansNamed(pool, { ids: [plan_id] })).rows;
    if (plan?.creator_id !== creator_id) return { code: 'not_found' };
    return { creator_id, plan_id, plan: plan.name, ...period };
  }

  async function salesOf(scope: Parameters<typeof salesByPlan>[1]): Promise<Sales> {
    const [plans, hours] = await Promise.all([salesByPlan(pool, scope), salesByHour(pool, scope)]);
    return {
      plans: plans.rows.map((plan) => ({
        ...withMoney(plan),
        refunds: wire(plan.refunds),
        net: wire(plan.net),
        skus: plan.skus.map(withMoney),
      })),
      hours: hours.rows.map(withMoney),
      as_of: earliest(plans.as_of, hours.as_of),
    };
  }

  on(listSponsorMonths, ({ query, caller }) => monthsOf(caller.user_id, query.months));

  on(getSales, async ({ query, caller }) => {
    const scope = await scopeOf(caller.user_id, query);
    return 'code' in scope ? scope : salesOf(scope);
  });

  on(getStatsFile, async ({ query, caller, language, reply }) => {
    const scope = await scopeOf(caller.user_id, query);
    if ('code' in scope) return scope;
    const [days, sales, months] = await Promise.all([
      daysOf(pool, scope),
      salesOf(scope),
      monthsOf(caller.user_id, query.months),
    ]);
    const figures = { ...scope, days: days.rows.map(statDayOf), sales, months };
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="stats-${scope.from}-${scope.to}.xlsx"`);
    return reply.send(await statsFile(figures, language));
  });
};
