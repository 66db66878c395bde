import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo, type PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream, orderStream, planStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { Decided } from '../engine/command.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { payOrder } from '../payments/pay-order.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import type { MemoryCommitter } from '../testing/memory-committer.ts';
import { type PaidMonths, plainMemberships } from '../testing/plain-memberships.ts';
import { buying, CREATOR, given, LI, sponsorship } from '../testing/scenario.ts';
import { expireMembership } from './expire-membership.ts';
import { liveMemberships } from './membership.ts';

const PRICES: Readonly<Record<string, number>> = { bronze: 1000, silver: 2000, gold: 3000, aside: 1500 };
const PLANS = Object.keys(PRICES);
const isAside = (plan: string) => plan === 'aside';

const plan = (name: string): Decided => ({
  stream: planStream(name as PlanId),
  creator_id: CREATOR,
  event: {
    type: 'PlanCreated',
    data: {
      plan_id: name as PlanId,
      creator_id: CREATOR,
      offer: { ...sponsorship, name, price: fenOf(PRICES[name]!), independent: isAside(name) },
    },
  },
});

interface Paid extends PaidMonths {
  order: OutTradeNo;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      plan: fc.constantFrom(...PLANS),
      months: fc.integer({ min: 1, max: 4 }),
      pays: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), n: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 75 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
);

class Fan {
  readonly memory: MemoryCommitter = given(...PLANS.map(plan)).memory;
  paid: Paid[] = [];
  #orders = 0;

  buy(name: string, months: number, pays: number): void {
    this.#orders += 1;
    const order = `order-${this.#orders}` as OutTradeNo;
    const input = buying({ out_trade_no: order, plan_id: name as PlanId, lines: [], month: months });
    const placed = this.memory.decide(placeOrder(input));
    if (!placed.accepted) {
      expect(placed.refusal.code).toBe('downgrade_unsupported');
      return;
    }
    const { total_amount: amount, upgrade, month } = placed.result.order.placed;
    if (pays === 0) {
      const by = { kind: 'user' as const, user_id: LI };
      this.memory.decide(cancelOrder({ out_trade_no: order, by }));
      return;
    }
    // A payment a while later, told more than once.
    for (let n = 0; n < pays; n += 1) {
      const charge_id = chargeIdOf(order, 1);
      this.memory.decide(payOrder({ out_trade_no: order, charge_id, amount, provider: 'sandbox' }));
    }
    const at = this.memory.now;
    const independent = isAside(name);
    this.paid.push({ order, plan: name, independent, months: month, at, upgrade: upgrade !== null });
  }

  refund(n: number): void {
    const one = this.paid[n % Math.max(this.paid.length, 1)];
    if (!one) return;
    const by = { kind: 'creator' as const, user_id: CREATOR };
    const parts = { units: [], ticket_ids: [], reason: '' };
    const decided = this.memory.decide(
      refundOrder({ out_trade_no: one.order, by, refund_id: 'all', ...parts }),
    );
    if (decided.accepted) this.paid = this.paid.filter((other) => other !== one);
    else expect(decided.refusal.code).toBe('state_does_not_allow');
  }

  /** Its memberships as the stream folds them. */
  live(): Map<string, Millis | null> {
    const state = this.memory.stateOf('membership', membershipStream(CREATOR, LI));
    return new Map(liveMemberships(state, this.memory.now).map(({ plan_id, until }) => [plan_id, until]));
  }

  /** All paid orders in the log; the model must have received all of them. */
  loggedOrders(): string[] {
    return this.memory.log
      .filter(({ event }) => event.type === 'OrderPaid')
      .map(({ stream }) => stream)
      .filter((stream) => {
        const order = this.memory.stateOf('order', stream);
        return order.phase === 'paid' && order.refunded < order.placed.total_amount;
      });
  }
}

it('a fan’s memberships follow from the paid orders, in any history', () => {
  let upgrades = 0;
  let refunds = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const fan = new Fan();
      for (const one of steps) {
        const before = fan.paid.length;
        if (one.do === 'buy') fan.buy(one.plan, one.months, one.pays);
        else if (one.do === 'refund') fan.refund(one.n);
        else if (one.do === 'wait') fan.memory.now += one.days * DAY_MS;
        else fan.memory.decide(expireMembership({ creator_id: CREATOR, user_id: LI }));
        upgrades += one.do === 'buy' && fan.paid.at(-1)?.upgrade && fan.paid.length > before ? 1 : 0;
        refunds += fan.paid.length < before ? 1 : 0;
        expect(fan.live()).toEqual(plainMemberships(fan.paid, fan.memory.now));
      }
      expect(fan.loggedOrders()).toEqual(fan.paid.map(({ order }) => orderStream(order)));
    }),
    { numRuns: 1_000 },
  );
  // The histories went where it is difficult.
  expect(upgrades).toBeGreaterThan(20);
  expect(refunds).toBeGreaterThan(20);
});
