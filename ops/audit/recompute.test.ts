import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { newEventId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { ZERO } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { generatePast } from '#ops/bench/generated-log.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { installReadModels } from '#read-models/engine/generations.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';

const RECOMPUTE = fileURLToPath(new URL('recompute.mjs', import.meta.url));
const ORDERS = 60_000;
/** Node's memory limit; keeping each order, or each line of an open month, exceeds it. */
const HEAP_MB = 16;

const books = ledger(businessCalendar(DEFAULT_TIME_ZONE));
const database = fixture(() => createTestDatabase('whole'));

beforeAll(async () => {
  const past = { orders: ORDERS, creators: ['one', 'two'], fans: 100, days: 20, events: 'orders' as const };
  await generatePast(database.pool, { ...past, until: Date.UTC(2026, 9, 30) });
  const log = postgresLog(database.pool);
  await installReadModels(database.pool, [books]);
  await rebuild(database.pool, log, books);
  await log.close();
});

const recompute = () =>
  promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MB}`, RECOMPUTE], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });

test('needs no more memory for many orders', { timeout: 60_000 }, async () => {
  const { stdout } = await recompute();
  expect(stdout).toContain(`${2 * ORDERS} events, ${ORDERS} orders, 0 settlements`);
  expect(stdout).toContain('every account equals its events');
});

test('names a refund beyond the payment', { timeout: 60_000 }, async () => {
  await database.pool.query('ALTER TABLE log.events DISABLE TRIGGER refunds_within_payment');
  const log = postgresLog(database.pool);
  const { out_trade_no, creator_id, total_amount: amount } = newest.OrderPlaced;
  const metadata = { creator_id, actor: 'process:test' as const, at: Date.UTC(2026, 9, 31) };
  const event = <Event extends object>(data: Event) => ({ id: newEventId(), metadata, ...data });
  const refund = { ...newest.OrderRefunded, amount };
  const events = [
    event({ type: 'OrderPlaced' as const, data: newest.OrderPlaced }),
    event({ type: 'OrderPaid' as const, data: { ...newest.OrderPaid, amount } }),
    event({ type: 'OrderRefunded' as const, data: { ...refund, refund_id: 'first', refunded_before: ZERO } }),
    event({
      type: 'OrderRefunded' as const,
      data: { ...refund, refund_id: 'second', refunded_before: amount },
    }),
  ];
  await log.append([{ stream: orderStream(out_trade_no), expected: 'no_stream', events }]);
  await rebuild(database.pool, log, books);
  await log.close();
  await expect(recompute()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${2 * amount} refunded of ${amount}`),
  });
});
