import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { checkEquality } from '../../engine/equality.ts';
import { explainStat, type MonthStat } from '../../orders/explain.ts';
import { orders } from '../../orders/projection.ts';
import { readModelDatabase, shanghai } from '../../testing/database.ts';
import { interleave, plainFate, stepsOf, write } from '../../testing/history.ts';
import { type Act, acts, membershipSteps } from '../../testing/membership-history.ts';
import { plainHours, plainMonths, plainPayments } from '../../testing/plain-months.ts';
import { dailyStats } from '../daily-stats/projection.ts';
import { salesByHour } from '../daily-stats/sales.ts';
import { type SponsorMonth, sponsorMonths } from './queries.ts';

const projection = dailyStats(shanghai);
const database = fixture(() => readModelDatabase([projection, orders(shanghai)]));
const FROM = '2025-12';
const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2025, 11 + at, 1)).toISOString().slice(0, 7),
);
let run = 0;

const bought: Act = {
  creator: 0,
  user: 0,
  plan: 1,
  months: 4,
  hours: 24,
  edge: null,
  refund: null,
  later: false,
};
/** Two orders of one membership, refunded one after the other: no day after the second refund counts. */
const BOTH_REFUNDED: Act[] = [bought, bought, { ...bought, refund: 1 }, { ...bought, refund: 0 }];

test('months, cohorts and hours equal a recomputation from the raw events, on any last day', async () => {
  const property = fc.asyncProperty(
    acts,
    fc.infiniteStream(fc.nat({ max: 1_000 })),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom('2026-11-30', '2026-11-01', '2026-06-15', '2026-02-28'),
    async (all, picks, batch, to) => {
      run += 1;
      const prefix = `m${run}`;
      const { pool, log } = database;
      const before = await log.head();
      const steps = interleave(membershipSteps(all, prefix), () => picks.next().value ?? 0);
      await write(log, steps.slice(0, steps.length / 2));
      await database.project(batch);
      await write(log, steps.slice(steps.length / 2));
      await database.project(batch);
      const { events } = await log.readAll(before, { limit: 10_000 });
      const months = MONTHS.filter((month) => month <= to.slice(0, 7));
      for (const creator_id of [`${prefix}c0`, `${prefix}c1`]) {
        const { as_of, ...answer } = await sponsorMonths(pool, { creator_id, from: FROM, to });
        expect(answer).toEqual(plainMonths(events, creator_id, months, to));
        for (const month of answer.months.filter((_, at) => at % 3 === run % 3)) {
          await explanationsEqual(creator_id, month, to);
        }
        const range = { creator_id, plan_id: '', from: '2025-01-01', to: '2030-01-01' };
        const hours = (await salesByHour(pool, range)).rows;
        expect(hours).toEqual(plainHours(plainPayments(events, creator_id)));
      }
    },
  );
  const examples: [Act[], fc.Stream<number>, number, string][] = [
    [BOTH_REFUNDED, fc.stream([0].values()), 1, '2026-11-30'],
  ];
  await fc.assert(property, { numRuns: 25, endOnFailure: true, examples });
});

/** The orders behind each figure of a month add up to it; those of a cohort are its fans. */
async function explanationsEqual(creator_id: string, month: SponsorMonth, today: string): Promise<void> {
  const [year = 0, number = 0] = month.month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const scope = { creator_id, from: `${month.month}-01`, to: last < today ? last : today };
  const sum = async (figure: MonthStat, cohort?: string) => {
    const ofCohort = { ...scope, plan_id: cohort };
    const all = await explainStat(database.pool, figure, { ...ofCohort, limit: 100, offset: 0 });
    expect(all.list.reduce((total, order) => total + order.contribution, 0)).toBe(all.value);
    expect(all.list).toHaveLength(all.total_count);
    const paged: string[] = [];
    for (let offset = 0; offset < all.total_count; offset += 2) {
      const page = await explainStat(database.pool, figure, { ...ofCohort, limit: 2, offset });
      expect([page.value, page.total_count]).toEqual([all.value, all.total_count]);
      paged.push(...page.list.map(({ out_trade_no }) => out_trade_no));
    }
    expect(paged.toSorted()).toEqual(all.list.map(({ out_trade_no }) => out_trade_no).toSorted());
    return all.value;
  };
  const { sponsors, kept, returned, lost, recurring } = month;
  expect({
    month: month.month,
    sponsors: await sum('month_sponsors'),
    new: await sum('month_new'),
    kept: await sum('month_kept'),
    returned: await sum('month_returned'),
    lost: await sum('month_lost'),
    recurring: await sum('recurring'),
    cohort: await sum('month_sponsors', month.month),
  }).toEqual({
    month: month.month,
    sponsors,
    new: month.new,
    kept,
    returned,
    lost,
    recurring,
    cohort: month.new,
  });
}

test('who bought elsewhere is no sponsor of a month, and nobody who was lost', async () => {
  const bought = { ending: 'paid', total: 10_000, placedHour: 0, hours: 0 } as const;
  const prefix = 'imported';
  const steps = [true, false].flatMap((imported, n) =>
    stepsOf(plainFate({ ...bought, user: n, imported }), prefix, n),
  );
  await write(database.log, steps);
  await database.project(100);
  const creator_id = `${prefix}c0`;
  const to = '2026-11-30';
  const { months } = await sponsorMonths(database.pool, { creator_id, from: FROM, to });
  const sum = (figure: 'new' | 'lost') => months.reduce((total, month) => total + month[figure], 0);
  expect([sum('new'), sum('lost')]).toEqual([1, 1]);
  for (const month of months) await explanationsEqual(creator_id, month, to);
});

test('rebuilt tables have exactly the live rows', async () => {
  const { equal, live, rebuilt } = await checkEquality(database.pool, database.log, projection, {
    batch: 37,
  });
  expect(live).toEqual(rebuilt);
  expect(equal).toBe(true);
});
