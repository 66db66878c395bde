import { describe, expect, test } from 'vitest';
import type { NewEvent } from '#events/envelope.ts';
import { asOutTradeNo, asPlanId, asUserId, newEventId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { balanceStream, bundleStream } from '#events/stream-names.ts';
import { countingReads, testCommitters } from '#services/commerce/testing/test-committers.ts';
import { kindOf } from './stream-kinds.ts';

const LONG = 5_000;
const EVERY = 500;
const creator = asUserId('creator');

const recordable = ({ type, data }: DomainEvent): NewEvent => ({
  id: newEventId(),
  type,
  data,
  metadata: { creator_id: creator, actor: 'process:test', at: 1_750_000_000_000 },
});

const order = asOutTradeNo('o');
const plan_id = asPlanId('plan');
const long: Record<string, { stream: string; event: DomainEvent; state: object }> = {
  bundle: {
    stream: bundleStream(plan_id),
    event: { type: 'BundleHeld', data: { plan_id, out_trade_no: order, count: 1, expires_at: 0 } },
    state: { stock: null, held: LONG, sold: 0 },
  },
  balance: {
    stream: balanceStream(creator),
    event: {
      type: 'RefundCharged',
      data: { user_id: creator, out_trade_no: order, refund_id: 'r', net: fenOf(2) },
    },
    state: { months: [], refunds_charged: LONG * 2, withdrawals: [] },
  },
};

describe.each(Object.entries(long))('a long stream of kind %s', (_kind, { stream, event, state }) => {
  const on = testCommitters();

  test('is read page by page once, and from its snapshot on by every process after', async () => {
    const events = Array.from({ length: LONG }, () => recordable(event));
    expect(await on.log.append([{ stream, expected: 'no_stream', events }])).toMatchObject({ ok: true });
    const eventsRead = async (): Promise<number> => {
      const { log, read } = countingReads(on.log);
      const committer = on.start({ log, snapshotEvery: EVERY });
      expect(await committer.read([stream], (states) => states.get(kindOf(stream), stream))).toEqual(state);
      await committer.close();
      return read();
    };
    expect(await eventsRead()).toBe(LONG);
    expect(await eventsRead()).toBeLessThanOrEqual(EVERY);
    const { rows } = await on.database.pool.query(
      'SELECT octet_length(state::text) AS bytes FROM commerce.snapshots WHERE stream = $1',
      [stream],
    );
    // For any number of events: sold and refunded units are sums.
    expect(rows[0].bytes).toBeLessThan(200);
  });
});
