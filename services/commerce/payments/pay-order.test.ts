import { describe, expect, it } from 'vitest';
import { chargeIdOf, type PlanId } from '#events/ids.ts';
import { allowanceStream, orderStream, standingStream, stockStream } from '#events/stream-names.ts';
import type { Command } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';
import { returnLatePayment } from '../refunds/return-late-payment.ts';
import { allowanceKind } from '../stock/allowance.ts';
import { editSkuStock } from '../stock/edit-sku-stock.ts';
import { stockKind } from '../stock/stock.ts';
import { cancellation, expiry, numbered, order, payment, refund, shop } from '../testing/orders.ts';
import {
  CREATOR,
  decided,
  given,
  goods,
  LI,
  NOON,
  ORDER,
  offered,
  onSale,
  PLAN,
  planStatus,
  RED,
  type Scenario,
  STRANGER,
  sku,
  sponsorship,
  TTL,
  WANG,
} from '../testing/scenario.ts';

const OTHER = numbered(2);
const CHARGE = chargeIdOf(ORDER, 1);
const pay = (amount = 2000, attempt = 1) => payment(amount, ORDER, attempt);
const byFan = cancellation();
const byTime = expiry();
const stock = ({ memory }: Scenario) => memory.stateOf(stockKind, stockStream(RED));
const stateOf = ({ memory }: Scenario) => memory.stateOf(orderKind, orderStream(ORDER));

/** A shop in which the order has been placed, and then all of these happened. */
function placed(units: number | null, ...then: Command<unknown>[]): Scenario {
  const scenario = shop(units).after(order());
  for (const command of then) scenario.accepts(command);
  return scenario;
}

describe('payment of a pending order', () => {
  it('sells the held units in the same append', () => {
    const scenario = placed(2);
    const { events, result } = scenario.accepts(pay());
    expect(events).toEqual([
      { type: 'StockSold', data: { sku_id: RED, out_trade_no: ORDER, count: 2 } },
      { type: 'OrderPaid', data: { out_trade_no: ORDER, charge_id: CHARGE, amount: 2000, revived: false } },
    ]);
    expect(result).toEqual({ out_trade_no: ORDER, outcome: 'paid', status: 2 });
    expect(stock(scenario)).toMatchObject({ held: 0, sold: 2 });
  });

  it('counts when it comes after the deadline but before the expiry', () => {
    const scenario = placed(2);
    scenario.memory.now = NOON + TTL * 1000 + 1;
    expect(scenario.accepts(pay()).result.outcome).toBe('paid');
    expect(scenario.refuses(byTime)).toEqual({ code: 'state_does_not_allow' });
  });

  it('of a sponsorship begins the membership', () => {
    const scenario = given(onSale(sponsorship)).after(order({ lines: [], month: 1 }));
    const { types } = scenario.accepts(pay(3000));
    expect(types).toEqual(['MembershipStarted', 'OrderPaid']);
  });

  it('repeated ten times changes nothing more', () => {
    const scenario = placed(2, pay());
    for (let n = 0; n < 10; n += 1) {
      expect(scenario.accepts(pay())).toEqual({
        events: [],
        result: { out_trade_no: ORDER, outcome: 'known', status: 2 },
      });
    }
  });

  it('of another amount does not pay it: the money is returned', () => {
    const scenario = placed(2);
    const { events, result } = scenario.accepts(pay(1999));
    expect(events).toMatchObject([{ type: 'LatePaymentReceived', data: { reason: 'amount', amount: 1999 } }]);
    expect(result).toMatchObject({ outcome: 'to_return', status: 1 });
    expect(scenario.accepts(pay(1999)).result.outcome).toBe('known');
    expect(scenario.accepts(pay(2000, 2)).result.outcome).toBe('paid');
  });

  it('of an unknown order is not found', () => {
    expect(given().refuses(pay())).toEqual({ code: 'not_found' });
  });
});

describe('a second charge for a paid order', () => {
  it('is returned once', () => {
    const scenario = placed(2, pay());
    const second = scenario.accepts(pay(2000, 2));
    expect(second.events).toMatchObject([{ type: 'LatePaymentReceived', data: { reason: 'paid_already' } }]);
    expect(scenario.accepts(pay(2000, 2)).events).toEqual([]);
    const back = { out_trade_no: ORDER, charge_id: chargeIdOf(ORDER, 2), provider_refund_id: 're_1' };
    expect(scenario.accepts(returnLatePayment(back)).events).toMatchObject([
      { type: 'LatePaymentReturned', data: { amount: 2000, provider_refund_id: 're_1' } },
    ]);
    expect(scenario.accepts(returnLatePayment(back)).events).toEqual([]);
    expect(stateOf(scenario)).toMatchObject({ phase: 'paid', late: [{ returned: true }] });
  });

  it('that was never recorded cannot be returned', () => {
    const back = { out_trade_no: ORDER, charge_id: chargeIdOf(ORDER, 9), provider_refund_id: 're_1' };
    expect(placed(2).refuses(returnLatePayment(back))).toEqual({ code: 'not_found' });
    expect(given().refuses(returnLatePayment(back))).toEqual({ code: 'not_found' });
  });
});

describe('payment of a cancelled order', () => {
  const rival = order({ out_trade_no: OTHER, user_id: WANG });

  it('revives it when all it needs can still be held', () => {
    const scenario = placed(2, byFan);
    const { events, result, types } = scenario.accepts(pay());
    expect(types).toEqual(['StockHeld', 'AllowanceTaken', 'StockSold', 'OrderPaid']);
    expect(events.at(-1)).toMatchObject({ data: { revived: true } });
    expect(result).toMatchObject({ outcome: 'revived', status: 2 });
    expect(stock(scenario)).toMatchObject({ held: 0, sold: 2 });
  });

  it('is returned if the units are sold out, and never affects the other order', () => {
    const scenario = placed(2, byFan, rival);
    const { events, result } = scenario.accepts(pay());
    expect(events).toMatchObject([{ type: 'LatePaymentReceived', data: { reason: 'stock' } }]);
    expect(result).toMatchObject({ outcome: 'to_return', status: 3 });
    expect(stock(scenario)).toMatchObject({ held: 2, sold: 0 });
    expect(scenario.accepts(pay()).result.outcome).toBe('known');
  });

  it('is returned if the limit is used up by others', () => {
    const limited = { ...goods, purchase_limit_type: 2 as const, purchase_limit: { count: 2, days: -1 } };
    const scenario = given(onSale(limited, [[sku(RED), 10]]));
    for (const command of [order(), byFan, order({ out_trade_no: OTHER })]) {
      scenario.accepts<unknown>(command);
    }
    expect(scenario.accepts(pay()).events).toMatchObject([{ data: { reason: 'limit' } }]);
  });

  it('is returned if the plan or the SKU no longer exists', () => {
    const deleted = placed(2, byFan);
    deleted.memory.given([planStatus(2)]);
    expect(deleted.accepts(pay()).events).toMatchObject([{ data: { reason: 'stock' } }]);
    const withdrawn = placed(2, byFan);
    withdrawn.memory.given([
      {
        stream: `plan-${PLAN}`,
        creator_id: CREATOR,
        event: { type: 'SkuWithdrawn', data: { plan_id: PLAN, sku_id: RED } },
      },
    ]);
    expect(withdrawn.accepts(pay()).events).toMatchObject([{ data: { reason: 'stock' } }]);
  });

  it('is returned if the goods of a bundle’s part no longer exist', () => {
    const bundle = 'plan-bundle' as PlanId;
    const offer = { ...goods, product_type: 2, bundle: { select_count: null, repeats: false } } as const;
    const scenario = given(
      onSale(goods, [[sku(RED), 10]]),
      offered(bundle, offer, [[{ ...sku(RED), of_plan: PLAN }, null]], { bundle_stock: 5 }),
    ).after(order({ plan_id: bundle, lines: [] }), byFan);
    scenario.memory.given([planStatus(2)]);
    const { events } = scenario.accepts(pay(1000));
    expect(events).toMatchObject([{ data: { reason: 'stock' } }]);
  });
});

describe('payment of a creator who was hidden or banned since the order', () => {
  const becomes = (scenario: Scenario, type: 'UserHidden' | 'UserBanned' | 'UserShown') => {
    const data = { user_id: CREATOR, by: WANG, reason: 'seen' };
    scenario.memory.given([decided(standingStream(CREATOR), { type, data })]);
    return scenario;
  };

  it('is returned, and closes the order', () => {
    for (const type of ['UserHidden', 'UserBanned'] as const) {
      const scenario = becomes(placed(2), type);
      const { events, result, types } = scenario.accepts(pay());
      expect(types).toEqual(['StockReleased', 'AllowanceReturned', 'OrderCancelled', 'LatePaymentReceived']);
      expect(events.at(-1)).toMatchObject({ data: { amount: 2000, reason: 'closed' } });
      expect(result).toMatchObject({ outcome: 'to_return', status: 3 });
      expect(stock(scenario)).toMatchObject({ held: 0, sold: 0 });
      expect(scenario.accepts(pay()).result.outcome).toBe('known');
    }
  });

  it('does not revive a cancelled order, and counts when the creator is shown again', () => {
    const { events } = becomes(placed(2, byFan), 'UserBanned').accepts(pay());
    expect(events).toMatchObject([{ type: 'LatePaymentReceived', data: { reason: 'closed' } }]);
    const shown = becomes(becomes(placed(2), 'UserHidden'), 'UserShown');
    expect(shown.accepts(pay()).result.outcome).toBe('paid');
  });
});

describe('cancelling', () => {
  it('gives stock and allowance back in the same append', () => {
    const scenario = placed(2);
    expect(scenario.accepts(byFan).events).toEqual([
      { type: 'StockReleased', data: { sku_id: RED, out_trade_no: ORDER, count: 2 } },
      { type: 'AllowanceReturned', data: { plan_id: PLAN, user_id: LI, out_trade_no: ORDER } },
      { type: 'OrderCancelled', data: { out_trade_no: ORDER, reason: 'fan' } },
    ]);
    expect(stock(scenario)).toMatchObject({ held: 0, sold: 0 });
    expect(scenario.memory.stateOf(allowanceKind, allowanceStream(PLAN, LI)).taken).toEqual([]);
  });

  it('again changes nothing', () => {
    const scenario = placed(2, byFan);
    expect(scenario.accepts(byFan)).toEqual({ events: [], result: { out_trade_no: ORDER, status: 3 } });
    scenario.memory.now = NOON + TTL * 1000;
    expect(scenario.accepts(byTime).events).toEqual([]);
  });

  it('by the creator is recorded as such; by time only when it is due', () => {
    const byCreator = cancellation(ORDER, CREATOR);
    expect(placed(2).accepts(byCreator).events.at(-1)).toMatchObject({ data: { reason: 'creator' } });
    const scenario = placed(2);
    scenario.memory.now = NOON + TTL * 1000 - 1;
    expect(scenario.refuses(byTime)).toEqual({ code: 'state_does_not_allow' });
    scenario.memory.now += 1;
    expect(scenario.accepts(byTime).events.at(-1)).toMatchObject({ data: { reason: 'expired' } });
  });

  it('a paid order is refused; another’s, and an unknown one, is not found', () => {
    expect(placed(2, pay()).refuses(byFan)).toEqual({ code: 'state_does_not_allow' });
    for (const user_id of [WANG, STRANGER]) {
      const command = cancellation(ORDER, user_id);
      expect(placed(2).refuses(command)).toEqual({ code: 'not_found' });
    }
    expect(given().refuses(byFan)).toEqual({ code: 'not_found' });
  });
});

describe('refunds', () => {
  const part = (refund_id: string, amount: number) => refund({ refund_id, amount });

  it('in parts add up; the last gives the units back', () => {
    const scenario = placed(2, pay(), part('a', 500));
    expect(stock(scenario)).toMatchObject({ sold: 2 });
    const { events, types } = scenario.accepts(part('b', 1500));
    expect(types).toEqual(['StockReturned', 'AllowanceReturned', 'RefundCharged', 'OrderRefunded']);
    expect(events.at(-1)).toMatchObject({ data: { refunded_before: 500 } });
    expect(stock(scenario)).toMatchObject({ held: 0, sold: 0 });
  });

  it('of one id happen once', () => {
    const scenario = placed(2, pay(), part('a', 500));
    expect(scenario.accepts(part('a', 500))).toEqual({
      events: [],
      result: { refunded: 500, amount: 500, waits: false },
    });
  });

  it('never exceed the payment', () => {
    const scenario = placed(2, pay(), part('a', 1500));
    for (const amount of [501, 0, -1]) {
      expect(scenario.refuses(part('b', amount))).toMatchObject({ errors: [{ field: 'amount' }] });
    }
  });

  it('need a paid order of one’s own', () => {
    expect(placed(2).refuses(part('a', 1))).toEqual({ code: 'state_does_not_allow' });
    const foreign = refund({ by: { kind: 'creator', user_id: STRANGER }, amount: 1 });
    expect(placed(2, pay()).refuses(foreign)).toEqual({ code: 'not_found' });
  });
});

describe('stock edited while it sells', () => {
  const edit = (change: { set: number | null } | { by: number }) =>
    editSkuStock({ creator_id: CREATOR, sku_id: RED, change });

  it('is set, changed by a difference, made unlimited and limited again', () => {
    const scenario = placed(10);
    expect(scenario.accepts(edit({ set: 3 })).result).toMatchObject({ stock: 5, left: 3 });
    expect(scenario.accepts(edit({ by: -3 })).result).toMatchObject({ stock: 2, left: 0 });
    expect(scenario.accepts(edit({ by: 4 })).result).toMatchObject({ stock: 6, left: 4 });
    expect(scenario.accepts(edit({ set: null })).result).toMatchObject({ stock: null, left: null });
    expect(scenario.accepts(edit({ set: 0 })).result).toMatchObject({ stock: 2, left: 0 });
    expect(scenario.accepts(edit({ set: 0 })).events).toEqual([]);
  });

  it('is never below held and sold units', () => {
    const scenario = placed(10, pay()).after(order({ out_trade_no: OTHER }));
    expect(scenario.accepts(edit({ set: 6 })).events).toEqual([]);
    expect(scenario.refuses(edit({ set: -1 }))).toMatchObject({
      errors: [{ field: 'stock', message: { key: 'out_of_range', min: '0' } }],
    });
    expect(scenario.refuses(edit({ by: -7 }))).toMatchObject({
      errors: [{ field: 'delta', message: { key: 'out_of_range', min: '-6' } }],
    });
    scenario.accepts(edit({ by: -6 }));
  });

  it('of unlimited units has no difference, of another’s SKU is not found', () => {
    expect(placed(null).refuses(edit({ by: 1 }))).toMatchObject({ errors: [{ field: 'delta' }] });
    const foreign = editSkuStock({ creator_id: STRANGER, sku_id: RED, change: { set: 1 } });
    expect(placed(2).refuses(foreign)).toEqual({ code: 'not_found' });
    expect(given().refuses(edit({ set: 1 }))).toEqual({ code: 'not_found' });
  });
});

describe('a charge with a wrong amount in its first notice', () => {
  const wrong = pay(1);
  const returned = returnLatePayment({
    out_trade_no: ORDER,
    charge_id: CHARGE,
    provider_refund_id: 're_1',
  });

  it('pays the order when the right amount arrives, and the wrong one is returned without a refund', () => {
    const scenario = placed(2, wrong);
    expect(scenario.accepts(wrong).result.outcome).toBe('known');
    const { events, result, types } = scenario.accepts(pay());
    expect(result.outcome).toBe('paid');
    expect(types).toEqual(['LatePaymentReturned', 'StockSold', 'OrderPaid']);
    expect(events[0]).toMatchObject({ data: { amount: 1, provider_refund_id: '' } });
    expect(scenario.accepts(pay()).result.outcome).toBe('known');
    expect(scenario.accepts(wrong).result.outcome).toBe('known');
    expect(stateOf(scenario)).toMatchObject({ phase: 'paid', late: [{ returned: true }] });
  });

  it('revives the order after it expired', () => {
    const scenario = placed(2, wrong);
    scenario.memory.now = NOON + TTL * 1000;
    scenario.accepts(byTime);
    expect(scenario.accepts(pay()).result.outcome).toBe('revived');
  });

  it('returns the right amount instead if the order can no longer be held', () => {
    const scenario = placed(2, wrong);
    scenario.memory.now = NOON + TTL * 1000;
    scenario.accepts(byTime);
    scenario.accepts(order({ out_trade_no: OTHER, user_id: WANG }));
    const { events, result } = scenario.accepts(pay());
    expect(result.outcome).toBe('to_return');
    expect(events).toMatchObject([
      { type: 'LatePaymentReturned', data: { amount: 1, provider_refund_id: '' } },
      { type: 'LatePaymentReceived', data: { amount: 2000, reason: 'stock' } },
    ]);
    for (const again of [wrong, pay()])
      expect(scenario.accepts(again)).toMatchObject({ events: [], result: { outcome: 'known' } });
    expect(scenario.accepts(returned).events).toMatchObject([{ data: { amount: 2000 } }]);
    expect(scenario.accepts(returned).events).toEqual([]);
    const { log } = scenario.memory;
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  });

  it('pays nothing after its return', () => {
    const scenario = placed(2, wrong, returned);
    expect(scenario.accepts(pay()).result.outcome).toBe('known');
  });
});
