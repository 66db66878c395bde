import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '#events/envelope.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays } from '#events/time.ts';
import { checkEquality } from '../engine/equality.ts';
import { sponsorsOf } from '../memberships/sponsors/queries.ts';
import { creatorOrders } from '../orders/creator-orders.ts';
import { type ExplainedStat, explainStat } from '../orders/explain.ts';
import { fanOrders } from '../orders/fan-orders.ts';
import { readModelDatabase } from '../testing/database.ts';
import { fates, interleave, stepsOf, write } from '../testing/history.ts';
import { plainDay, plainOrders } from '../testing/plain-stats.ts';
import { daysOf } from './daily-stats/queries.ts';

let run = 0;
const database = fixture(readModelDatabase);

const FROM = '2026-01-01';
const DAYS = 220;
const TO = addDays(FROM, DAYS - 1);

async function newEvents(after: number): Promise<readonly RecordedEvent[]> {
  return (await database.log.readAll(after, { limit: 10_000 })).events;
}

test('the fold of the read models equals the fold of the log, for any order of days', async () => {
  const property = fc.asyncProperty(
    fates(40),
    fc.infiniteStream(fc.nat({ max: 1_000 })),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 60 }),
    async (histories, picks, firstBatch, secondBatch) => {
      run += 1;
      const prefix = `r${run}`;
      const steps = interleave(
        histories.map((fate, number) => stepsOf(fate, prefix, number)),
        () => picks.next().value ?? 0,
      );
      const before = await database.log.head();
      const half = Math.floor(steps.length / 2);
      await write(database.log, steps.slice(0, half));
      await database.project(firstBatch);
      await write(database.log, steps.slice(half));
      await database.project(secondBatch);
      const orders = plainOrders(await newEvents(before));
      const { pool } = database;

      for (const creator_id of [`${prefix}c0`, `${prefix}c1`]) {
        for (const plan_id of [undefined, `${creator_id}p0`, `${creator_id}p1`]) {
          const answer = await daysOf(pool, { creator_id, plan_id: plan_id ?? '', from: FROM, to: TO });
          const expected = Array.from({ length: DAYS }, (_, day) =>
            plainDay(orders, creator_id, plan_id, addDays(FROM, day)),
          );
          expect(
            answer.rows.map(({ gross_sponsorship, gross_goods, ...figures }) => {
              expect(gross_sponsorship + gross_goods).toBe(figures.gross);
              return figures;
            }),
          ).toEqual(expected);
          await explainAgrees(creator_id, plan_id, expected);
        }
        await listsAgree(creator_id, orders);
      }
    },
  );
  await fc.assert(property, { numRuns: 30, endOnFailure: true });
});

type PlainDays = ReturnType<typeof plainDay>[];

async function explainAgrees(
  creator_id: string,
  plan_id: string | undefined,
  days: PlainDays,
): Promise<void> {
  const busiest = days.toSorted((one, other) => other.orders - one.orders).slice(0, 2);
  const refunding = days.filter((day) => day.refunds > 0).slice(0, 2);
  for (const day of [...busiest, ...refunding]) {
    for (const figure of ['orders', 'gross', 'net', 'refunds', 'new_sponsors', 'sponsors'] as const) {
      const scope = { creator_id, plan_id, from: day.date, to: day.date };
      const [explained] = (
        await explainStat(database.pool, figure satisfies ExplainedStat, scope, { limit: 100, offset: 0 })
      ).rows;
      expect([day.date, figure, explained?.value]).toEqual([day.date, figure, day[figure]]);
      const shown = explained?.list.reduce((sum, order) => sum + order.contribution, 0);
      expect(shown).toBe(explained?.value);
      expect(explained?.list).toHaveLength(explained?.total_count ?? -1);
    }
  }
}

async function listsAgree(creator_id: string, orders: ReturnType<typeof plainOrders>): Promise<void> {
  const { pool } = database;
  const mine = orders.filter((order) => order.creator_id === creator_id);
  const numbers: string[] = [];
  for (let offset = 0; offset <= mine.length; offset += 7) {
    const [page] = (await creatorOrders(pool, { creator_id }, { limit: 7, offset })).rows;
    expect(page?.total_count).toBe(mine.length);
    numbers.push(...(page?.list.map((order) => order.out_trade_no) ?? []));
  }
  expect(new Set(numbers)).toEqual(new Set(mine.map((order) => order.out_trade_no)));
  expect(numbers).toHaveLength(mine.length);
  for (const status of [1, 2, 3] as const) {
    const [page] = (await creatorOrders(pool, { creator_id, status }, { limit: 100, offset: 0 })).rows;
    expect(page?.list).toHaveLength(page?.total_count ?? -1);
    expect(page?.list.every((order) => order.status === status)).toBe(true);
  }
  const fan = mine[0]?.user_id ?? '';
  const [own] = (await fanOrders(pool, fan, {}, { limit: 100, offset: 0 })).rows;
  expect(own?.total_count).toBe(orders.filter((order) => order.user_id === fan).length);
  expect(own?.list).toHaveLength(own?.total_count ?? -1);

  const payers = new Map<string, number>();
  for (const order of mine.filter(({ paid_day }) => paid_day !== null)) {
    const given = order.total_amount - order.refunds.reduce((sum, refund) => sum + refund.amount, 0);
    payers.set(order.user_id, (payers.get(order.user_id) ?? 0) + given);
  }
  const [sponsors] = (await sponsorsOf(pool, creator_id, { limit: 100, offset: 0 })).rows;
  expect(sponsors?.total_count).toBe(payers.size);
  expect(new Map(sponsors?.list.map((sponsor) => [sponsor.user_id, sponsor.sum]))).toEqual(payers);
}

test('every rebuilt read model has exactly the live rows', async () => {
  for (const projection of database.projections) {
    const equality = await checkEquality(database.pool, database.log, projection, { batch: 37 });
    expect(equality).toMatchObject({ equal: true, position: await database.log.head() });
    expect(equality.live).toEqual(equality.rebuilt);
  }
});
