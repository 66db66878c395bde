import { describe, expect, it } from 'vitest';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import { membershipKind } from '#services/commerce/memberships/membership.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { order, paid, payment, shop } from '#services/commerce/testing/orders.ts';
import {
  CREATOR,
  given,
  LI,
  NOON,
  ORDER,
  onSale,
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
    const { memory, accepts } = shop(2);
    accepts(order());
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
    const { memory, accepts } = shop(2);
    accepts(order());
    accepts(payment(2000));
    memory.now = expires - HOUR;
    const parts = { payments: nobody, committer: memory, onUnanswered: () => undefined };
    expect(await expiry(parts).fire({ key: ORDER, due_at: expires, attempts: 0, data: {} }, expires)).toBe(
      'done',
    );
  });

  it('puts the end of a membership off until it has come again', async () => {
    const scenario = given(onSale(sponsorship));
    const { memory } = scenario;
    paid(scenario, { lines: [], month: 1 });
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
