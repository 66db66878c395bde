import { describe, expect, it } from 'vitest';
import { chargeIdOf, houseOrderNumber, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { accountStream, orderStream } from '#events/stream-names.ts';
import { MAX_COMMAND_BYTES } from '#services/runtime/quotas.ts';
import { payOrder } from '../payments/pay-order.ts';
import {
  BLUE,
  buying,
  CREATOR,
  given,
  goods,
  LI,
  NOON,
  ORDER,
  onSale,
  PLAN,
  RED,
  STRANGER,
  sku,
} from '../testing/scenario.ts';
import { type ImportOrder, importOrder } from './import-order.ts';
import { orderKind } from './order.ts';
import { placeOrder } from './place-order.ts';

/** Of an order, by ops/import/group-order.ts. */
const MAX_LINES = 1_500;
const THEN = Date.parse('2019-03-02T09:30:00Z');

const past = (change: Partial<ImportOrder> = {}): ImportOrder => ({
  out_trade_no: ORDER,
  creator_id: CREATOR,
  user_id: LI,
  plan_id: PLAN,
  plan_name: 'Old shop',
  product_type: 1,
  lines: [
    { sku_id: RED, name: 'Red', price: fenOf(39), count: 80_995, of_plan: null },
    { sku_id: BLUE, name: 'Blue', price: fenOf(0), count: 1, of_plan: null },
  ],
  month: 0,
  paid_at: THEN,
  outcome: 'paid',
  ...change,
});

describe('importing an order of the past', () => {
  it('gives no number of the house to an order: the import draws another', () => {
    const out_trade_no = houseOrderNumber('renewal', PLAN, ORDER, '1');
    expect(given().refuses(importOrder(past({ out_trade_no })))).toEqual({ code: 'state_does_not_allow' });
  });

  it.each([
    ['paid', ['EarningsBegun', 'OrderPlaced', 'OrderPaid'], 'paid'],
    ['refunded', ['EarningsBegun', 'OrderPlaced', 'OrderPaid', 'OrderRefunded'], 'paid'],
    ['cancelled', ['EarningsBegun', 'OrderPlaced', 'OrderCancelled'], 'cancelled'],
  ] as const)('%s writes its whole history at its own time, marked as imported', (outcome, types, phase) => {
    const { accepts, memory } = given();
    const { events, result } = accepts(importOrder(past({ outcome })));
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(result).toEqual({ imported: true });
    const streams = new Set([accountStream(CREATOR), orderStream(ORDER)]);
    expect(new Set(memory.log.map(({ stream }) => stream))).toEqual(streams);
    for (const { metadata } of memory.log) {
      expect(metadata).toMatchObject({ at: THEN, imported: true, creator_id: CREATOR });
    }
    expect(memory.stateOf(orderKind, orderStream(ORDER))).toMatchObject({
      phase,
      placed: { total_amount: 39 * 80_995, provider: 'import', plan_version: -1, request_hash: '' },
      placed_at: THEN,
    });
  });

  it.each(['paid', 'refunded', 'cancelled'] as const)(
    '%s, with all lines it may have, fits one append',
    (outcome) => {
      const lines = Array.from({ length: MAX_LINES }, (_, at) => {
        const sku_id = at.toString(16).padStart(32, '0') as SkuId;
        return { sku_id, name: '风'.repeat(60), price: fenOf(66_666), count: 1, of_plan: null };
      });
      const { events } = given().accepts(importOrder(past({ lines, outcome })));
      const bytes = events.reduce((all, { data }) => all + Buffer.byteLength(JSON.stringify(data)), 0);
      expect(bytes).toBeLessThan(MAX_COMMAND_BYTES);
    },
  );

  it.each([
    ['total_amount', past({ total_amount: fenOf(100_000_001) }), past({ total_amount: fenOf(100_000_000) })],
    [
      'month',
      past({ product_type: 0, lines: [], month: 121 }),
      past({ product_type: 0, lines: [], month: 120 }),
    ],
  ])('is refused beyond the bound of %s', (field, beyond, within) => {
    const { accepts, refuses } = given();
    expect(refuses(importOrder(beyond))).toMatchObject({ errors: [{ field }] });
    accepts(importOrder(within));
  });

  it('again writes nothing', () => {
    const { accepts } = given();
    accepts(importOrder(past()));
    expect(accepts(importOrder(past({ outcome: 'cancelled' })))).toEqual({
      events: [],
      result: { imported: false },
    });
  });

  it('derives each event’s id from its cause, the same on every run', () => {
    const ids = () => {
      const { accepts, memory } = given();
      accepts(importOrder(past({ outcome: 'refunded' })));
      return memory.log.map(({ id }) => id);
    };
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(4);
  });

  it('under a number that another order has is refused', () => {
    const taken = { code: 'state_does_not_allow' };
    const imported = given().after(importOrder(past({ creator_id: STRANGER })));
    expect(imported.refuses(importOrder(past()))).toEqual(taken);
    const real = given(onSale(goods, [[sku(RED), 10]])).after(placeOrder(buying()));
    expect(real.refuses(importOrder(past()))).toEqual(taken);
  });

  it('accepts no payment: money for it is returned', () => {
    const { accepts, memory } = given();
    accepts(importOrder(past()));
    memory.now = NOON;
    const notice = {
      out_trade_no: ORDER,
      charge_id: chargeIdOf(ORDER, 1),
      amount: fenOf(1),
      provider: 'sandbox',
    };
    expect(accepts(payOrder(notice)).result.outcome).toBe('to_return');
  });
});
