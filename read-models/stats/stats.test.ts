import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addDays, type BusinessCalendar, type BusinessDay, businessCalendar } from '#events/time.ts';
import { allProjections } from '../all.ts';
import type { PageRange } from '../engine/query.ts';
import { sponsorsOf } from '../memberships/sponsors/queries.ts';
import { creatorOrders } from '../orders/creator-orders.ts';
import { type ExplainedStat, type ExplainScope, explainStat } from '../orders/explain.ts';
import { explainGoal } from '../orders/explain-goal.ts';
import type { Explanation } from '../orders/explained-list.ts';
import { fanOrders } from '../orders/fan-orders.ts';
import { anyHistories, readModelDatabase } from '../testing/database.ts';
import { fates, stepsOf } from '../testing/history.ts';
import { plainDay, plainGoal, plainHours, plainOrders, plainSkus } from '../testing/plain-stats.ts';
import { daysOf } from './daily-stats/queries.ts';
import { salesByHour, salesByPlan } from './daily-stats/sales.ts';

const FROM = '2025-12-31';
const DAYS = 221;
const TO = addDays(FROM, DAYS - 1);

/** The second has another day than UTC most of the time, and daylight saving time. */
describe.each(['Asia/Shanghai', 'America/New_York'])('in %s', (zone) => {
  const calendar = businessCalendar(zone);
  const database = fixture(() => readModelDatabase(allProjections(calendar)));

  test(
    'the fold of the read models equals the fold of the log, for any order of days, also after a rebuild',
    { timeout: 120_000 },
    () =>
      anyHistories(
        database,
        15,
        fates(40),
        (orders, run) => orders.map((fate, number) => stepsOf(fate, run, number)),
        async (run, _, from) => {
          const { pool, log } = database;
          const orders = plainOrders((await log.readAll(from, { limit: 10_000 })).events, zone);
          for (const creator_id of [`${run}c0`, `${run}c1`]) {
            for (const plan_id of [undefined, `${creator_id}p0`, `${creator_id}p1`]) {
              const scope = { creator_id, plan_id: plan_id ?? '', from: FROM, to: TO };
              const answer = await daysOf(pool, scope);
              const expected = Array.from({ length: DAYS }, (_, day) =>
                plainDay(orders, creator_id, plan_id, addDays(FROM, day)),
              );
              expect(
                answer.rows.map(({ gross_sponsorship, gross_goods, ...day }) => {
                  expect(gross_sponsorship + gross_goods).toBe(day.gross);
                  return day;
                }),
              ).toEqual(expected);
              await explainAgrees(pool, creator_id, plan_id, expected);
            }
            await salesAgree(pool, creator_id, orders, zone);
            await goalsAgree(pool, creator_id, orders, calendar);
            await listsAgree(pool, creator_id, orders);
          }
        },
      ),
  );
});

async function salesAgree(
  pool: Pool,
  creator_id: string,
  orders: PlainOrders,
  timeZone: string,
): Promise<void> {
  const scope = { creator_id, plan_id: '', from: FROM, to: TO };
  const plans = (await salesByPlan(pool, scope)).rows;
  const skus = plans.flatMap(({ plan_id, skus }) =>
    skus.map(({ sku_id, orders, units, gross }) => [`${plan_id} ${sku_id}`, [orders, units, gross]]),
  );
  expect(Object.fromEntries(skus)).toEqual(plainSkus(orders, creator_id));
  for (const { plan_id, skus } of plans) {
    for (const { sku_id, ...sums } of skus) {
      for (const figure of ['orders', 'units', 'gross'] as const) {
        const ofSku = { creator_id, plan_id, from: FROM, to: TO, part: { sku_id } };
        await pagesAgree(pool, figure, ofSku, sums[figure]);
      }
    }
  }
  const hours = (await salesByHour(pool, scope)).rows;
  expect(
    Object.fromEntries(
      hours.map(({ weekday, hour, orders, gross }) => [`${weekday} ${hour}`, [orders, gross]]),
    ),
  ).toEqual(plainHours(orders, creator_id));
  for (const { weekday, hour, ...sums } of hours.slice(0, 5)) {
    const part = { weekday, hour, timeZone };
    for (const figure of ['orders', 'gross'] as const)
      await pagesAgree(pool, figure, { creator_id, from: FROM, to: TO, part }, sums[figure]);
  }
}

type PlainDays = ReturnType<typeof plainDay>[];
type PlainOrders = ReturnType<typeof plainOrders>;

async function explainAgrees(
  pool: Pool,
  creator_id: string,
  plan_id: string | undefined,
  days: PlainDays,
): Promise<void> {
  const busiest = days.toSorted((one, other) => other.orders - one.orders).slice(0, 2);
  const refunding = days.filter((day) => day.refunds > 0).slice(0, 2);
  for (const day of [...busiest, ...refunding]) {
    for (const figure of ['orders', 'gross', 'net', 'refunds', 'new_sponsors', 'sponsors'] as const) {
      const scope = { creator_id, plan_id, from: day.date, to: day.date };
      const page = { limit: 100, offset: 0 };
      const explained = await explainStat(pool, figure satisfies ExplainedStat, {
        ...scope,
        ...page,
      });
      expect([day.date, figure, explained.value]).toEqual([day.date, figure, day[figure]]);
      const shown = explained.list.reduce((sum, order) => sum + order.contribution, 0);
      expect(shown).toBe(explained.value);
      expect(explained.list).toHaveLength(explained.total_count);
    }
  }
  // With days before and after: their orders are refunded in the period, too, and some orders more than once.
  for (const [figure, first, last] of [
    ['gross', 0, DAYS - 1],
    ['net', 0, DAYS - 1],
    ['net', 20, 60],
    ['refunds', 0, DAYS - 1],
    ['refunds', 20, 60],
    ['new_sponsors', 0, DAYS - 1],
    ['new_sponsors', 20, 60],
    ['sponsors', 60, 60],
    ['sponsors', 100, 100],
  ] as const) {
    const expected = days.slice(first, last + 1).reduce((sum, day) => sum + day[figure], 0);
    const scope = { creator_id, plan_id, from: addDays(FROM, first), to: addDays(FROM, last) };
    await pagesAgree(pool, figure, scope, expected);
  }
}

async function goalsAgree(
  pool: Pool,
  creator_id: string,
  orders: PlainOrders,
  calendar: BusinessCalendar,
): Promise<void> {
  const { startOf } = calendar;
  const minute = (day: number, minutes: number): number => startOf(addDays(FROM, day)) + minutes * 60_000;
  const month = [startOf('2026-03-01' as BusinessDay), startOf('2026-04-01' as BusinessDay)] as const;
  // Fans of a past day are counted only if days come in order, as in any log without imports; these do not.
  for (const [of, from, to, last] of [
    ['fans', ...month, '2026-12-31'],
    ['money', ...month, '2026-03-17'],
    ['money', ...month, '2026-12-31'],
    ['money', minute(10, 733), minute(70, 1065), '2026-12-31'],
    ['money', minute(60, 300), minute(60, 1200), '2026-12-31'],
  ] as const) {
    for (const products of [false, true]) {
      const scope = { creator_id, from, to, through: last as BusinessDay, products };
      const expected = plainGoal(orders, scope)[of];
      for (const late of of === 'fans' ? [false, true] : [false])
        await allPagesAgree(
          (range) => explainGoal(pool, calendar, of, { ...scope, ...range }, late),
          expected,
        );
    }
  }
}

const pagesAgree = (
  pool: Pool,
  figure: ExplainedStat,
  scope: Omit<ExplainScope, 'limit' | 'offset'>,
  expected: number,
) => allPagesAgree((range) => explainStat(pool, figure, { ...scope, ...range }), expected);

/** The lines of all pages, latest first, add up to the value. */
async function allPagesAgree(
  read: (range: PageRange) => Promise<Explanation>,
  expected: number,
): Promise<void> {
  const { list } = await read({ limit: 100, offset: 0 });
  const pages: [string, number][] = [];
  for (let offset = 0; offset <= list.length; offset += 7) {
    const page = await read({ limit: 7, offset });
    pages.push(...page.list.map((order): [string, number] => [order.out_trade_no, order.contribution]));
    expect(page.total_count).toBe(list.length);
    expect(page.value).toBe(expected);
  }
  expect(pages).toEqual(list.map((order) => [order.out_trade_no, order.contribution]));
  expect(pages.reduce((sum, [, contribution]) => sum + contribution, 0)).toBe(expected);
  const times = list.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
}

async function listsAgree(pool: Pool, creator_id: string, orders: PlainOrders): Promise<void> {
  const mine = orders.filter((order) => order.creator_id === creator_id);
  const numbers: string[] = [];
  for (let offset = 0; offset <= mine.length; offset += 7) {
    const page = await creatorOrders(pool, { creator_id, limit: 7, offset });
    expect(page.total_count).toBe(mine.length);
    numbers.push(...page.list.map((order) => order.out_trade_no));
  }
  expect(new Set(numbers)).toEqual(new Set(mine.map((order) => order.out_trade_no)));
  expect(numbers).toHaveLength(mine.length);
  for (const status of [1, 2, 3] as const) {
    const page = await creatorOrders(pool, { creator_id, status, limit: 100, offset: 0 });
    expect(page.list).toHaveLength(page.total_count);
    expect(page.list.every((order) => order.status === status)).toBe(true);
  }
  const fan = mine[0]?.user_id ?? '';
  const own = await fanOrders(pool, { user_id: fan, limit: 100, offset: 0 });
  expect(own.total_count).toBe(orders.filter((order) => order.user_id === fan).length);
  expect(own.list).toHaveLength(own.total_count);

  const payers = new Map<string, number>();
  for (const order of mine.filter(({ paid_day }) => paid_day !== null)) {
    const paid = order.total_amount - order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    payers.set(order.user_id, (payers.get(order.user_id) ?? 0) + paid);
  }
  const sponsors = await sponsorsOf(pool, { creator_id, limit: 100, offset: 0 });
  expect(sponsors.total_count).toBe(payers.size);
  expect(new Map(sponsors.list.map((sponsor) => [sponsor.user_id, sponsor.sum]))).toEqual(payers);
}
