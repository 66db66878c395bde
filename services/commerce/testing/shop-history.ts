import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { chargeIdOf, type OutTradeNo, type PlanId, type SkuId, type UserId } from '#events/ids.ts';
import { stockStream } from '#events/stream-names.ts';
import { DAY_MS, HOUR_MS } from '#events/time.ts';
import type { Decision } from '../engine/command.ts';
import { editSkuStock } from '../stock/edit-sku-stock.ts';
import { type Conditions, type History, pick, step, World } from './history.ts';
import { Moments } from './moments.ts';
import { cancellation, expiry, order, payment, refund } from './orders.ts';
import { CREATOR, given, goods, offered, sku, TTL } from './scenario.ts';

const PRICE = 1000;
const FANS = ['fan-a', 'fan-b', 'fan-c'] as UserId[];
const PLANS = ['plan-a', 'plan-b'] as PlanId[];

interface PlainSku {
  sku: SkuId;
  plan: PlanId;
  /** null: unlimited */
  stock: number | null;
  limit: { count: number; days: number } | null;
}

const SKUS = [
  { sku: 'a1', plan: 'plan-a', stock: 4, limit: { count: 3, days: 2 } },
  { sku: 'a2', plan: 'plan-a', stock: null, limit: { count: 5, days: -1 } },
  { sku: 'b1', plan: 'plan-b', stock: 2, limit: null },
  { sku: 'b2', plan: 'plan-b', stock: 6, limit: null },
] as PlainSku[];

interface PlainOrder {
  number: OutTradeNo;
  fan: UserId;
  units: ReadonlyMap<string, number>;
  state: 'pending' | 'paid' | 'cancelled' | 'refunded';
  /** When stock and allowance were last taken. */
  taken: number;
  due: number;
  /** Charges with recorded money, used or returned. */
  charges: Set<string>;
  /** Of these, charges with only a wrong amount. */
  wrong: Set<string>;
  late: number;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/** A shop with stock and limits in the plainest form: a list of orders and sums over it, without the deciders. */
class PlainShop {
  readonly skus: ReadonlyMap<string, PlainSku> = new Map(SKUS.map((one) => [one.sku, { ...one }]));
  readonly orders: PlainOrder[] = [];

  /** Units of a SKU in orders of these states. */
  #unitsIn(sku: string, ...states: PlainOrder['state'][]): number {
    const orders = this.orders.filter(({ state }) => states.includes(state));
    return sum(orders.map(({ units }) => units.get(sku) ?? 0));
  }

  promised(sku: string): number {
    return this.#unitsIn(sku, 'pending', 'paid');
  }

  paid(sku: string): number {
    return this.#unitsIn(sku, 'paid');
  }

  #usedBy(fan: string, sku: string, days: number, now: number): number {
    const orders = this.orders.filter(({ state, taken, fan: of }) => {
      const inWindow = days === -1 || now - taken < days * DAY_MS;
      return of === fan && (state === 'pending' || state === 'paid') && inWindow;
    });
    return sum(orders.map(({ units }) => units.get(sku) ?? 0));
  }

  /** Whether the fan has 20 unpaid orders, or would have more unpaid units than 10 and a tenth of the stock. */
  unpaid(fan: string, units: ReadonlyMap<string, number>): 'orders' | 'units' | null {
    const open = this.orders.filter((one) => one.fan === fan && one.state === 'pending');
    if (open.length >= 20) return 'orders';
    for (const [name, count] of units) {
      const stock = this.skus.get(name)?.stock ?? null;
      const waiting = sum(open.map((one) => one.units.get(name) ?? 0));
      if (stock !== null && waiting + count > Math.max(10, Math.floor(stock / 10))) return 'units';
    }
    return null;
  }

  /** The reason why these units are unavailable, if any. */
  obstacle(fan: string, units: ReadonlyMap<string, number>, now: number): 'stock' | 'limit' | null {
    for (const [name, count] of units) {
      const stock = this.skus.get(name)?.stock ?? null;
      if (stock !== null && this.promised(name) + count > stock) return 'stock';
    }
    for (const [name, count] of units) {
      const limit = this.skus.get(name)?.limit ?? null;
      if (limit !== null && this.#usedBy(fan, name, limit.days, now) + count > limit.count) return 'limit';
    }
    return null;
  }
}

class Shop extends World<PlainShop> {
  readonly moments = new Moments();
  /** Numbers of placed orders. */
  readonly placed = new Set<string>();
  #read = 0;

  constructor(conditions: Conditions) {
    const past = PLANS.map((plan_id) => {
      const own = SKUS.filter(({ plan }) => plan === plan_id);
      const skus = own.map(
        ({ sku: id, stock, limit }) => [sku(id, { purchase_limit: limit }), stock] as const,
      );
      return offered(plan_id, { ...goods, purchase_limit_type: 1 }, skus);
    });
    super(conditions, given(...past), new PlainShop());
  }

  /** One of the orders so far; before the first there is none. */
  some(n: number): PlainOrder | undefined {
    return this.model.orders.length === 0 ? undefined : pick(this.model.orders, n);
  }

  /** The remains of a refused order: a hold or an allowance without an order. */
  checkRemains(): void {
    const fresh = this.memory.log.slice(this.#read);
    this.#read = this.memory.log.length;
    for (const { event } of fresh) if (event.type === 'OrderPlaced') this.placed.add(event.data.out_trade_no);
    for (const { event } of fresh)
      if ('out_trade_no' in event.data) ok(this.placed.has(event.data.out_trade_no), event.type);
  }
}

const codeOf = (decision: Decision<unknown>): string => (decision.accepted ? 'ok' : decision.refusal.code);
const EXPECTED = {
  stock: 'out_of_stock',
  limit: 'purchase_limit_reached',
  orders: 'too_many_unpaid_orders',
  units: 'too_many_unpaid_units',
  none: 'ok',
};

const wish = fc.record({
  fan: fc.constantFrom(...FANS),
  plan_id: fc.constantFrom(...PLANS),
  wants: fc.array(fc.record({ second: fc.boolean(), count: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const place = step(6, wish, (shop: Shop, { fan, plan_id, wants }) => {
  const { memory, model } = shop;
  const units = new Map<string, number>();
  const lines = wants.map(({ second, count }) => {
    const sku_id = `${plan_id.at(-1)}${second ? 2 : 1}` as SkuId;
    units.set(sku_id, (units.get(sku_id) ?? 0) + count);
    return { sku_id, count };
  });
  const number = `order-${model.orders.length + 1}-${memory.now}` as OutTradeNo;
  const obstacle = model.obstacle(fan, units, memory.now) ?? model.unpaid(fan, units);
  const command = order({ out_trade_no: number, user_id: fan, plan_id, lines });
  equal(codeOf(shop.decide(command)), EXPECTED[obstacle ?? 'none']);
  if (obstacle !== null) return;
  const [taken, due] = [memory.now, memory.now + TTL * 1000];
  const blank = { charges: new Set<string>(), late: 0, wrong: new Set<string>() };
  model.orders.push({ number, fan, units, state: 'pending', taken, due, ...blank });
  const again = shop.decide(command);
  ok(again.accepted && again.result.repeated && again.events.length === 0);
});

const money = fc.record({ n: fc.nat(), attempt: fc.integer({ min: 1, max: 2 }), short: fc.boolean() });

const pay = step(5, money, (shop: Shop, { n, attempt, short }) => {
  const { memory, model } = shop;
  const one = shop.some(n);
  if (!one) return;
  const charge_id = chargeIdOf(one.number, attempt);
  const amount = sum(one.units.values()) * PRICE - (short ? 1 : 0);
  const decision = shop.decide(payment(amount, one.number, attempt));
  const outcome = decision.accepted ? decision.result.outcome : 'refused';
  const before = one.charges.has(charge_id);
  const waits = one.state === 'pending' || one.state === 'cancelled';
  const usable = !short && waits;
  if (before && !(usable && one.wrong.has(charge_id))) return equal(outcome, 'known');
  one.charges.add(charge_id);
  if (short && waits) one.wrong.add(charge_id);
  if (usable && one.state === 'pending') {
    one.state = 'paid';
    return equal(outcome, 'paid');
  }
  if (usable && model.obstacle(one.fan, one.units, memory.now) === null) {
    one.state = 'paid';
    one.taken = memory.now;
    return equal(outcome, 'revived');
  }
  one.late += 1;
  // The right amount is returned in the place of the wrong one.
  if (before) one.wrong.delete(charge_id);
  equal(outcome, 'to_return');
});

const cancel = step(3, fc.record({ n: fc.nat(), expired: fc.boolean() }), (shop: Shop, { n, expired }) => {
  const one = shop.some(n);
  if (!one) return;
  const decision = shop.decide(expired ? expiry(one.number) : cancellation(one.number, one.fan));
  const early = expired && one.state === 'pending' && shop.memory.now < one.due;
  const closed = one.state === 'paid' || one.state === 'refunded';
  equal(codeOf(decision), closed || early ? 'state_does_not_allow' : 'ok');
  if (one.state === 'pending' && !early) one.state = 'cancelled';
});

const giveBack = step(1, fc.nat(), (shop: Shop, n) => {
  const one = shop.some(n);
  if (one?.state !== 'paid') return;
  const amount = sum(one.units.values()) * PRICE;
  equal(codeOf(shop.decide(refund({ out_trade_no: one.number, amount }))), 'ok');
  one.state = 'refunded';
});

const stocks = fc.record({
  which: fc.constantFrom(...SKUS.map(({ sku: id }) => id)),
  to: fc.option(fc.integer({ min: 0, max: 8 })),
  by: fc.boolean(),
});

const restock = step(2, stocks, (shop: Shop, { which, to, by }) => {
  const target = shop.model.skus.get(which);
  if (!target) return;
  const difference = by && to !== null;
  const change = difference ? { by: to - 4 } : { set: to };
  const promised = shop.model.promised(which);
  const all = difference ? target.stock : promised;
  const wanted = to === null || all === null ? null : all + (difference ? to - 4 : to);
  const impossible = difference && target.stock === null;
  const tooLow = wanted !== null && wanted < promised;
  const decision = shop.decide(editSkuStock({ creator_id: CREATOR, sku_id: which, change }));
  equal(codeOf(decision), impossible || tooLow ? 'bad_input' : 'ok');
  if (!impossible && !tooLow) target.stock = wanted;
});

const times = fc.constantFrom(1, 60_000, TTL * 1000, HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS);
const wait = step(3, times, ({ memory }: Shop, by) => {
  memory.now += by;
});

/** A shop with stock and limits: fans order, pay in many ways, cancel and are refunded; the seller restocks. */
export const shopHistory: History<Shop> = {
  begin: (conditions) => new Shop(conditions),
  steps: { place, pay, cancel, refund: giveBack, restock, wait },
  length: { minLength: 1, maxLength: 80, size: 'max' },
  holds(shop) {
    const { memory, model, moments, placed } = shop;
    moments.readOn(memory);
    for (const [name, { sku: sku_id, stock: expected }] of model.skus) {
      const { held = 0, sold = 0, stock } = moments.units.get(stockStream(sku_id)) ?? {};
      equal(stock, expected);
      equal(held + sold, model.promised(name));
      equal(sold, model.paid(name));
    }
    shop.checkRemains();
    equal(placed.size, model.orders.length);
  },
  end({ memory, model }) {
    const late = memory.log.filter(({ event }) => event.type === 'LatePaymentReceived').length;
    equal(late, sum(model.orders.map((one) => one.late)));
  },
};
