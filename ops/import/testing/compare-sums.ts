import type { Pool } from 'pg';
import { explainStat } from '#read-models/orders/explain.ts';
import { daysOf, topPlansOf } from '#read-models/stats/daily-stats/queries.ts';
import type { FileSums } from './file-sums.ts';

const SUMMED = ['orders', 'gross', 'refunds'] as const;
const ORDERS_PER_PAGE = 1_000;
const NOTHING = { orders: 0, gross: 0, refunds: 0 };

/**
 * Compares a creator's daily rows, the totals of the plans and their explanations with the sums of a file; the
 * creator has no other sales.
 * @returns every difference as a line; none if all agree
 */
export async function differences(pool: Pool, creator_id: string, sums: FileSums): Promise<string[]> {
  const found: string[] = [];
  const compare = (what: string, shown: number | undefined, wanted: number): void => {
    if (shown !== wanted) found.push(`${what}: ${shown ?? 'nothing'}, by the file ${wanted}`);
  };
  const dates = [...sums.days.keys()].sort();
  const [from = '1970-01-01', to = from] = [dates[0], dates.at(-1)];
  const all = [...sums.days.values()];
  const total = (figure: (typeof SUMMED)[number]): number => all.reduce((sum, day) => sum + day[figure], 0);

  async function explain(what: string, figure: (typeof SUMMED)[number], wanted: number, scope: object) {
    const range = { creator_id, from, to, ...scope };
    const { value } = await explainStat(pool, figure, { ...range, limit: 1, offset: 0 });
    compare(`${what}: ${figure} explained`, value, wanted);
  }

  const days = await daysOf(pool, { creator_id, plan_id: '', from, to });
  compare('days', days.rows.filter(({ orders }) => orders > 0).length, sums.days.size);
  for (const day of days.rows) {
    const wanted = sums.days.get(day.date) ?? NOTHING;
    for (const figure of SUMMED) compare(`${day.date}: ${figure}`, day[figure], wanted[figure]);
    await explain(day.date, 'gross', wanted.gross, { from: day.date, to: day.date });
  }

  const plans = await topPlansOf(pool, { creator_id, from, to, most: sums.plans.size + 1 });
  compare('plans', plans.rows.length, sums.plans.size);
  for (const [name, gross] of sums.plans) {
    const plan = plans.rows.find((one) => one.name === name);
    compare(`plan ${name}: gross`, plan?.gross, gross);
    if (plan) await explain(`plan ${name}`, 'gross', gross, { plan_id: plan.plan_id });
  }

  for (const figure of SUMMED) await explain('all days', figure, total(figure), {});
  let [listed, gross] = [0, 0];
  for (let count = ORDERS_PER_PAGE; count === ORDERS_PER_PAGE; ) {
    const page = { limit: ORDERS_PER_PAGE, offset: listed };
    const { list } = await explainStat(pool, 'gross', { creator_id, from, to, ...page });
    count = list.length;
    listed += count;
    gross += list.reduce((sum, { contribution }) => sum + contribution, 0);
  }
  compare('orders listed', listed, total('orders'));
  compare('gross of the orders listed', gross, total('gross'));
  return found;
}
