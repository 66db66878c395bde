import { addDays, type BusinessDay, STATISTICS_WINDOW_DAYS } from '#events/time.ts';
import { plansNamed } from '#read-models/catalog/names.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { type DayStats, daysOf, topPlansOf } from '#read-models/stats/daily-stats/queries.ts';
import { getDashboard, getStats, listTopPlans, type StatDay } from '#services/contract/stats/calls.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import {
  earlierOf,
  isRefused,
  lastDays,
  monthSoFar,
  type Period,
  periodBefore,
  periodOf,
  statPeriod,
} from '../http/periods.ts';
import { balanceSummaryAnswer } from '../income/balance-summary.ts';

const MAX_TOP_PLANS = 20;

export const statDayOf = (day: DayStats): StatDay => ({
  date: day.date,
  orders: day.orders,
  gross: wire(day.gross),
  net: wire(day.net),
  refunds: wire(day.refunds),
  new_sponsors: day.new_sponsors,
  sponsors: day.sponsors,
  gross_sponsorship: wire(day.gross_sponsorship),
  gross_goods: wire(day.gross_goods),
});

type Summed = 'gross' | 'net' | 'orders';

/** Sums over any periods within the days that were read. */
function summing(days: readonly DayStats[]): (figure: Summed, period: Period) => number {
  return (figure, { from, to }) =>
    days.reduce((sum, day) => (day.date >= from && day.date <= to ? sum + day[figure] : sum), 0);
}

function dashboardOf(days: readonly DayStats[], today: BusinessDay) {
  const sum = summing(days);
  const income = (now: Period, before: Period) => ({
    gross: { value: wire(sum('gross', now)), before: wire(sum('gross', before)) },
    net: { value: wire(sum('net', now)), before: wire(sum('net', before)) },
    from: now.from,
    to: now.to,
    from_before: before.from,
    to_before: before.to,
  });
  const sponsorsOn = (date: BusinessDay): number => days.find((day) => day.date === date)?.sponsors ?? 0;
  const window = lastDays(today, STATISTICS_WINDOW_DAYS);
  const windowBefore = periodBefore(window);
  const month = monthSoFar(today);
  return {
    today: income(lastDays(today, 1), periodBefore(lastDays(today, 1))),
    last_31_days: income(window, windowBefore),
    this_month: income(month.now, month.before),
    sponsors: { value: sponsorsOn(today), before: sponsorsOn(windowBefore.to) },
    orders: { value: sum('orders', window), before: sum('orders', windowBefore) },
  };
}

/** A creator's own figures, read from daily rows. */
export const statsRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'stats');
  const { pool, calendar, clock } = deps;
  const today = (): BusinessDay => calendar.dayOf(clock.now());

  on(getDashboard, async ({ caller: { user_id: creator_id } }) => {
    const day = today();
    const from = earlierOf(addDays(day, 1 - 2 * STATISTICS_WINDOW_DAYS), monthSoFar(day).before.from);
    const [days, { balance, as_of }] = await Promise.all([
      daysOf(pool, { creator_id, plan_id: '', from, to: day }),
      balanceSummaryAnswer(deps, creator_id),
    ]);
    return { ...dashboardOf(days.rows, day), ...balance, as_of: earliest(days.as_of, as_of) };
  });

  on(getStats, async ({ query, caller: { user_id: creator_id } }) => {
    const { plan_id } = query;
    const period = statPeriod(query, today());
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    if (plan_id !== undefined) {
      const [plan] = (await plansNamed(pool, { ids: [plan_id] })).rows;
      if (plan?.creator_id !== creator_id) return { code: 'not_found' };
    }
    const answer = await daysOf(pool, { creator_id, plan_id: plan_id ?? '', ...period });
    return { list: answer.rows.map(statDayOf), as_of: answer.as_of };
  });

  on(listTopPlans, async ({ query: { from, to }, caller: { user_id: creator_id } }) => {
    const period = periodOf(from, to);
    if (isRefused(period)) return { code: 'bad_input', errors: [period] };
    const answer = await topPlansOf(pool, { creator_id, ...period, most: MAX_TOP_PLANS });
    const list = answer.rows.map(({ gross, net, ...plan }) => ({
      ...plan,
      gross: wire(gross),
      net: wire(net),
    }));
    return { list, as_of: answer.as_of };
  });
};
