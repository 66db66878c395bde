import { expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { sampleEvent } from '#events/testing/sample-event.ts';
import { readModelDatabase } from '../testing/database.ts';
import { orderEvents, refunded } from '../testing/order-events.ts';
import { refundDesk } from './projection.ts';
import { refundsForAttention } from './queries.ts';

const database = fixture(() => readModelDatabase([refundDesk]));
const orders = orderEvents(database, newest.OrderPlaced.creator_id, 1_780_000_000_000, 1000);

it('a refund that was sent and failed later does not wait for the provider in between, however read', async () => {
  const { log, pool } = database;
  const of = { refund_id: 'a' };
  const events = [
    sampleEvent('OrderPaid', { amount: fenOf(1000) }),
    refunded(500, {}, { ...of, by: 'creator' }),
    sampleEvent('RefundSent', of),
    sampleEvent('RefundFailed', { ...of, kind: 'refund' }),
  ];
  await orders.happened('back', [sampleEvent('OrderPlaced', { total_amount: fenOf(1000) })]);
  const heads: number[] = [];
  for (const event of events) {
    await orders.happened('back', [event]);
    heads.push(await log.head());
  }
  const waiting = async (until: number) => {
    const { rows } = await refundsForAttention(pool, {
      until,
      sent_before: Number.MAX_SAFE_INTEGER,
      most: 5,
    });
    return rows.map(({ reason }) => reason);
  };
  expect(await Promise.all(heads.map(waiting))).toEqual([[], ['refund_unsent'], [], ['refund_failed']]);
  // All in one batch.
  await database.rebuildsEqual();
});
