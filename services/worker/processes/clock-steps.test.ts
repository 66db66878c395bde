import { describe, expect, it } from 'vitest';
import { chargeIdOf } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import { membershipKind } from '#services/commerce/memberships/membership.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';
import {
  buying,
  CREATOR,
  given,
  goods,
  LI,
  NOON,
  ORDER,
  onSale,
  RED,
  sku,
  sponsorship,
  TTL,
} from '#services/commerce/testing/scenario.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import { expiry } from './expiry.ts';
import { membershipExpiry } from './membership-expiry.ts';

const HOUR = 3_600_000;
const nobody = { provider: () => undefined } as unknown as Payments; // never called: the timers have no charge
const expires = NOON + TTL * 1000;

describe('a clock that stepped back after a timer fired', () => {
  it('puts expiry off until the order’s time has come again, and the order expires', async () => {
    const { memory, accepts } = given(onSale(goods, [[sku(RED), 2]]));
    accepts(placeOrder(buying()));
    const failures: unknown[] = [];
    const parts = {
      payments: nobody,
      committer: memory,
      onUnanswered: (error: unknown) => failures.push(error),
    };
    const timer = { key: ORDER, due_at: expires, attempts: 0, data: {} };
    memory.now = expires - HOUR;
    expect(await expiry(parts).fire(timer, expires)).toEqual({ again_at: expires });
    memory.now = expires;
    expect(await expiry(parts).fire(timer, expires)).toBe('done');
    expect(memory.stateOf(orderKind, orderStream(ORDER)).phase).toBe('cancelled');
    expect(failures).toEqual([]);
  });

  it('does not bring back the timer of an order that was paid meanwhile', async () => {
    const { memory, accepts } = given(onSale(goods, [[sku(RED), 2]]));
    accepts(placeOrder(buying()));
    const amount = fenOf(2000);
    accepts(payOrder({ out_trade_no: ORDER, charge_id: chargeIdOf(ORDER, 1), amount, provider: 'sandbox' }));
    memory.now = expires - HOUR;
    const parts = { payments: nobody, committer: memory, onUnanswered: () => undefined };
    expect(await expiry(parts).fire({ key: ORDER, due_at: expires, attempts: 0, data: {} }, expires)).toBe(
      'done',
    );
  });

  it('puts the end of a membership off until it has come again', async () => {
    const { memory, accepts } = given(onSale(sponsorship));
    const { order } = accepts(placeOrder(buying({ lines: [], month: 1 }))).result;
    const amount = order.placed.total_amount;
    accepts(payOrder({ out_trade_no: ORDER, charge_id: chargeIdOf(ORDER, 1), amount, provider: 'sandbox' }));
    const stream = membershipStream(CREATOR, LI);
    const until = memory.stateOf(membershipKind, stream).runs[0]?.grants[0]?.until ?? 0;
    const timer = { key: 'main', due_at: until, attempts: 0, data: { creator_id: CREATOR, user_id: LI } };
    const process = membershipExpiry({ committer: memory });
    memory.now = until - HOUR;
    expect(await process.fire(timer, until)).toEqual({ again_at: until });
    memory.now = until;
    expect(await process.fire(timer, until)).toBe('done');
    expect(memory.stateOf(membershipKind, stream).runs).toMatchObject([{ ended: until }]);
    expect(await process.fire(timer, until)).toBe('done');
  });
});
