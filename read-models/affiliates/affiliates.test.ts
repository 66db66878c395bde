import { expect, test } from 'vitest';
import type { AffiliateEvent, AffiliateTerms } from '#events/affiliates.ts';
import { asPlanId, asUserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { affiliateStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { leftOf } from '#ops/audit/plain-books.mjs';
import { anyHistories, readModelDatabase } from '../testing/database.ts';
import { fates, plainFate, type Step, stepOf, stepsOf } from '../testing/history.ts';
import { affiliates } from './projection.ts';
import { affiliateOf, affiliatesFor, affiliatesOf, ordersOfAffiliate } from './queries.ts';

const database = fixture(() => readModelDatabase([affiliates]));
const all = { limit: 100, offset: 0 };
const mine = (creator_id: string) => affiliatesOf(database.pool, { creator_id, ...all });
const codesOfPartner = (partner_id: string) => affiliatesFor(database.pool, { partner_id, ...all });

const step = (affiliate_id: string, creator: string, event: AffiliateEvent): Step =>
  stepOf(affiliateStream(affiliate_id), creator, event, 1_780_000_000_500);
const terms: AffiliateTerms = { rate_percent: 10, plan_ids: [], active: true, note: 'n' };
const opened = (id: string, creator: string, partner: string): Step =>
  step(id, creator, {
    type: 'AffiliateOpened',
    data: {
      affiliate_id: id,
      creator_id: asUserId(creator),
      partner_id: asUserId(partner),
      code: `Code-${id}`,
      ...terms,
    },
  });

test('a creator’s codes are listed newest first with their present terms; closed ones are gone, also for the partner', async () => {
  const run = database.prefix();
  const [creator, partner] = [`${run}c0`, `${run}c1`];
  const creator_id = asUserId(creator);
  const changed = { rate_percent: 50, plan_ids: [asPlanId('p1')], active: false, note: '' };
  await database.happened([
    ...['x', 'y', 'z'].map((name) => opened(`${run}${name}`, creator, partner)),
    step(`${run}x`, creator, {
      type: 'AffiliateChanged',
      data: { affiliate_id: `${run}x`, creator_id, ...changed },
    }),
    step(`${run}y`, creator, { type: 'AffiliateClosed', data: { affiliate_id: `${run}y`, creator_id } }),
  ]);
  const zero = { orders: 0, gross: 0, commission: 0, create_time: 1_780_000_000 };
  const listed = [
    { affiliate_id: `${run}z`, code: `Code-${run}z`, ...terms, ...zero },
    { affiliate_id: `${run}x`, code: `Code-${run}x`, ...changed, ...zero },
  ];
  expect(await mine(creator)).toMatchObject({ total_count: 2, list: listed });
  expect(await codesOfPartner(partner)).toMatchObject({ total_count: 2, list: listed });
  expect(await mine(partner)).toMatchObject({ total_count: 0, list: [] });
  const one = (affiliate_id: string, creator: string) =>
    affiliateOf(database.pool, { affiliate_id, creator_id: creator });
  expect((await one(`${run}x`, creator)).rows).toMatchObject([{ affiliate_id: `${run}x` }]);
  expect((await one(`${run}y`, creator)).rows).toEqual([]);
  expect((await one(`${run}x`, partner)).rows).toEqual([]);
});

test('paid orders that carry a code count, with what refunds left of them', async () => {
  const run = database.prefix();
  const fate = { total: 10_000, affiliate: 10, hours: 1 } as const;
  await database.happened([
    ...stepsOf(plainFate({ ...fate, ending: 'refunded', refundTenths: [3, 3] }), run, 1),
    ...stepsOf(plainFate({ ...fate, ending: 'pending' }), run, 2),
    ...stepsOf(plainFate({ ...fate, affiliate: 0 }), run, 3),
  ]);
  expect(await mine(`${run}c0`)).toMatchObject({
    total_count: 2,
    list: [
      { affiliate_id: `${run}a2`, orders: 0, gross: 0, commission: 0 },
      { affiliate_id: `${run}a1`, orders: 1, gross: 10_000, commission: 400 },
    ],
  });
  const { rows } = await ordersOfAffiliate(database.pool, { affiliate_id: `${run}a1`, ...all });
  expect(rows).toMatchObject([
    { out_trade_no: `${run}o1`, total_amount: 10_000, refunded: 6_000, commission: 400 },
  ]);
  expect((await ordersOfAffiliate(database.pool, { affiliate_id: `${run}a2`, ...all })).rows).toEqual([]);
});

/** The totals of each code, recomputed from raw events without the code of the fees. */
function plainCodes(events: readonly RecordedEvent[]): Map<string, [number, number, number]> {
  const orders = new Map<string, OrderPlacedData & { paid: boolean; back: number }>();
  for (const { type, data } of events) {
    const fields = data as OrderPlacedData & { amount: number };
    const order = orders.get(fields.out_trade_no);
    if (type === 'OrderPlaced') orders.set(fields.out_trade_no, { ...fields, paid: false, back: 0 });
    else if (order && type === 'OrderPaid') order.paid = true;
    else if (order && type === 'OrderRefunded') order.back += fields.amount;
  }
  const codes = new Map<string, [number, number, number]>();
  for (const { affiliate, total_amount: total, paid, back } of orders.values()) {
    if (affiliate === null) continue;
    const commission = leftOf(total, affiliate.rate_percent, back);
    codes.set(affiliate.affiliate_id, paid ? [1, total, commission] : [0, 0, 0]);
  }
  return codes;
}

test('for any history, each equals a plain count of the events, and a rebuild is equal', () =>
  anyHistories(
    database,
    25,
    fates(12),
    (orders, run) => orders.map((fate, nth) => stepsOf(fate, run, nth)),
    async (run, _, from) => {
      const { events } = await database.log.readAll(from, { limit: 10_000 });
      const lists = await Promise.all([mine(`${run}c0`), mine(`${run}c1`)]);
      const codes = lists.flatMap((page) =>
        (page?.list ?? []).map(({ affiliate_id, orders: paid, gross, commission }) => [
          affiliate_id,
          [paid, gross, commission],
        ]),
      );
      expect(new Map(codes as never)).toEqual(plainCodes(events));
    },
  ));
