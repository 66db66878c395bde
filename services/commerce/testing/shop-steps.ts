import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type ChargeId,
  chargeIdOf,
  type OutTradeNo,
  type PlanId,
  type SkuId,
  type UserId,
} from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { Decided, Decision } from '../engine/command.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { payOrder } from '../payments/pay-order.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { editSkuStock } from '../stock/edit-sku-stock.ts';
import type { Decide } from './histories.ts';
import type { MemoryCommitter } from './memory-committer.ts';
import { buying, CREATOR, goods, offered, sku, TTL } from './scenario.ts';
import type { ModelSku, ShopModel } from './shop-model.ts';

const PRICE = 1000;
const FANS = ['fan-a', 'fan-b', 'fan-c'] as UserId[];
/** The offers of the shop in the histories. */
export const SKUS: readonly ModelSku[] = [
  { sku: 'a1', plan: 'plan-a', stock: 4, limit: { count: 3, days: 2 } },
  { sku: 'a2', plan: 'plan-a', stock: null, limit: { count: 5, days: -1 } },
  { sku: 'b1', plan: 'plan-b', stock: 2, limit: null },
  { sku: 'b2', plan: 'plan-b', stock: 6, limit: null },
];
const PLANS = ['plan-a', 'plan-b'] as PlanId[];

export const openShop = (): Decided[] =>
  PLANS.flatMap((plan_id) => {
    const skus = SKUS.filter(({ plan }) => plan === plan_id).map(
      ({ sku: name, stock, limit }) => [sku(name as SkuId, { purchase_limit: limit }), stock] as const,
    );
    return offered(plan_id, { ...goods, purchase_limit_type: 1 }, skus);
  });

/** A shop in the middle of a history, and its expected state. */
export interface Run {
  memory: MemoryCommitter;
  model: ShopModel;
  decide: Decide;
}

/** One step; it fails when shop and model differ. */
export interface Step {
  describe: string;
  run(shop: Run): void;
}

/** Which of the orders placed so far a step means; steps before the first order do nothing. */
const some = (model: ShopModel, n: number) => model.orders[n % Math.max(model.orders.length, 1)];
const codeOf = (decision: Decision<unknown>): string => (decision.accepted ? 'ok' : decision.refusal.code);

const place = fc
  .record({
    fan: fc.constantFrom(...FANS),
    plan: fc.constantFrom(...PLANS),
    wants: fc.array(fc.record({ second: fc.boolean(), count: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ fan, plan, wants }): Step => {
    const lines = wants.map(({ second, count }) => ({
      sku_id: `${plan.at(-1)}${second ? 2 : 1}` as SkuId,
      count,
    }));
    return {
      describe: `${fan} places ${JSON.stringify(lines)}`,
      run({ memory, model, decide }) {
        const units = new Map<string, number>();
        for (const { sku_id, count } of lines) units.set(sku_id, (units.get(sku_id) ?? 0) + count);
        const order = `order-${model.orders.length + 1}-${memory.now}` as OutTradeNo;
        const obstacle = model.obstacle(fan, units, memory.now) ?? model.unpaid(fan, units);
        const expected = {
          stock: 'out_of_stock',
          limit: 'purchase_limit_reached',
          orders: 'too_many_unpaid_orders',
          units: 'too_many_unpaid_units',
          none: 'ok',
        }[obstacle ?? 'none'];
        const input = buying({ out_trade_no: order, user_id: fan, plan_id: plan, lines });
        expect(codeOf(decide(memory, placeOrder(input)))).toBe(expected);
        if (obstacle !== null) return;
        const due = memory.now + TTL * 1000;
        const fresh = {
          state: 'pending' as const,
          taken: memory.now,
          due,
          charges: new Set<string>(),
          late: 0,
          wrong: new Set<string>(),
        };
        model.orders.push({ order, fan, plan, units, ...fresh });
        expect(decide(memory, placeOrder(input))).toMatchObject({ events: [], result: { repeated: true } });
      },
    };
  });

const pay = fc.record({ n: fc.nat(), attempt: fc.integer({ min: 1, max: 2 }), short: fc.boolean() }).map(
  ({ n, attempt, short }): Step => ({
    describe: `pays order ${n} by charge ${attempt}${short ? ', one fen short' : ''}`,
    run({ memory, model, decide }) {
      const order = some(model, n);
      if (!order) return;
      const out_trade_no = order.order as OutTradeNo;
      const charge_id: ChargeId = chargeIdOf(out_trade_no, attempt);
      const units = [...order.units.values()].reduce((all, one) => all + one, 0);
      const amount = fenOf(units * PRICE - (short ? 1 : 0));
      const decision = decide(memory, payOrder({ out_trade_no, charge_id, amount, provider: 'sandbox' }));
      const outcome = decision.accepted ? decision.result.outcome : 'refused';
      const before = order.charges.has(charge_id);
      const waits = order.state === 'pending' || order.state === 'cancelled';
      const usable = !short && waits;
      if (before && !(usable && order.wrong.has(charge_id))) return expect(outcome).toBe('known');
      order.charges.add(charge_id);
      if (short && waits) order.wrong.add(charge_id);
      if (usable && order.state === 'pending') {
        order.state = 'paid';
        return expect(outcome).toBe('paid');
      }
      if (usable && model.obstacle(order.fan, order.units, memory.now) === null) {
        order.state = 'paid';
        order.taken = memory.now;
        return expect(outcome).toBe('revived');
      }
      order.late += 1;
      // The right amount is returned in the place of the wrong one.
      if (before) order.wrong.delete(charge_id);
      expect(outcome).toBe('to_return');
    },
  }),
);

const cancel = fc.record({ n: fc.nat(), expiry: fc.boolean() }).map(
  ({ n, expiry }): Step => ({
    describe: `${expiry ? 'time' : 'the fan'} cancels order ${n}`,
    run({ memory, model, decide }) {
      const order = some(model, n);
      if (!order) return;
      const by = expiry
        ? { kind: 'expiry' as const }
        : { kind: 'user' as const, user_id: order.fan as UserId };
      const decision = decide(memory, cancelOrder({ out_trade_no: order.order as OutTradeNo, by }));
      const early = expiry && order.state === 'pending' && memory.now < order.due;
      const closed = order.state === 'paid' || order.state === 'refunded';
      expect(codeOf(decision)).toBe(closed || early ? 'state_does_not_allow' : 'ok');
      if (order.state === 'pending' && !early) order.state = 'cancelled';
    },
  }),
);

const refund = fc.nat().map(
  (n): Step => ({
    describe: `refunds order ${n}`,
    run({ memory, model, decide }) {
      const order = some(model, n);
      if (order?.state !== 'paid') return;
      const units = [...order.units.values()].reduce((all, one) => all + one, 0);
      const out_trade_no = order.order as OutTradeNo;
      const all = {
        out_trade_no,
        by: { kind: 'creator' as const, user_id: CREATOR },
        units: [],
        ticket_ids: [],
        refund_id: 'all',
        amount: fenOf(units * PRICE),
        reason: '',
      };
      expect(codeOf(decide(memory, refundOrder(all)))).toBe('ok');
      order.state = 'refunded';
    },
  }),
);

const restock = fc
  .record({
    which: fc.constantFrom(...SKUS),
    to: fc.option(fc.integer({ min: 0, max: 8 })),
    by: fc.boolean(),
  })
  .map(
    ({ which, to, by }): Step => ({
      describe: `stock of ${which.sku} ${by ? 'changes by' : 'is set to'} ${to}`,
      run({ memory, model, decide }) {
        const target = model.skus.get(which.sku);
        if (!target) return;
        const difference = by && to !== null;
        const change = difference ? { by: to - 4 } : { set: to };
        const wanted = difference ? (target.stock === null ? null : target.stock + to - 4) : to;
        const command = editSkuStock({ creator_id: CREATOR, sku_id: which.sku as SkuId, change });
        const impossible = difference && target.stock === null;
        const tooLow = wanted !== null && wanted < model.promised(which.sku);
        expect(codeOf(decide(memory, command))).toBe(impossible || tooLow ? 'bad_input' : 'ok');
        if (!impossible && !tooLow) target.stock = wanted;
      },
    }),
  );

const HOUR = 3_600_000;
const wait = fc.constantFrom(1, 60_000, TTL * 1000, HOUR, 24 * HOUR, 48 * HOUR).map(
  (by): Step => ({
    describe: `${by} ms pass`,
    run({ memory }) {
      memory.now += by;
    },
  }),
);

/** Anything that can happen to a shop. */
export const step = fc.oneof(
  { weight: 6, arbitrary: place },
  { weight: 5, arbitrary: pay },
  { weight: 3, arbitrary: cancel },
  { weight: 1, arbitrary: refund },
  { weight: 2, arbitrary: restock },
  { weight: 3, arbitrary: wait },
);
