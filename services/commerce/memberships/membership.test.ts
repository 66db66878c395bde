import { describe, expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import { HOUR_MS } from '#events/time.ts';
import { placeOrder } from '../orders/place-order.ts';
import { quoteOrder } from '../prices/quote-order.ts';
import {
  ASIDE,
  at,
  BASIC,
  buy,
  FOREVER,
  GOLD,
  live,
  number,
  pay,
  place,
  plan,
  refund,
  revised,
  shop,
} from '../testing/membership-shop.ts';
import { order } from '../testing/orders.ts';
import { buying, given, LI } from '../testing/scenario.ts';

describe('a plan that is sold one month at a time', () => {
  const only = () => given(plan(BASIC, {}), plan(GOLD, { price: fenOf(5000), single_month: true }));
  const refusal = (field: string) => ({ errors: [{ field, message: { key: 'out_of_range', max: '1' } }] });
  const of = { out_trade_no: number(9), plan_id: GOLD, lines: [] };

  it('refuses more months of an order, and is renewed month by month', () => {
    const scenario = only();
    expect(scenario.refuses(order({ ...of, month: 2 }))).toMatchObject(refusal('month'));
    buy(scenario, 1, GOLD);
    expect(scenario.refuses(order({ ...of, month: 3 }))).toMatchObject(refusal('month'));
    buy(scenario, 2, GOLD);
    expect(live(scenario)).toEqual([[GOLD, '2026-07-15T04:00:00.000Z']]);
  });

  it('has one further month in an upgrade', () => {
    const scenario = only();
    buy(scenario, 1, BASIC);
    expect(scenario.refuses(order({ ...of, further_months: 2 }))).toMatchObject(refusal('further_months'));
    expect(place(scenario, 2, GOLD, 1, { further_months: 1 }).month).toBe(1);
  });

  it('gives all months of a code that is older', () => {
    const scenario = only();
    const query = { user_id: LI, plan_id: GOLD, lines: [], month: 3 };
    expect(scenario.accepts(quoteOrder({ ...query, redeemed: true })).result.month).toBe(3);
    expect(scenario.refuses(quoteOrder({ ...query, redeemed: false }))).toMatchObject(refusal('month'));
  });
});

describe('a membership', () => {
  it('starts when its order is paid, and runs for its months at the same time of day', () => {
    const scenario = shop();
    place(scenario, 1, BASIC, 2);
    expect(live(scenario)).toEqual([]);
    pay(scenario, 1);
    expect(live(scenario)).toEqual([[BASIC, '2026-07-15T04:00:00.000Z']]);
    scenario.memory.now = at('2026-07-15');
    expect(live(scenario)).toEqual([]);
  });

  it('from the end of a month runs to the last day of a shorter one, in business time', () => {
    const scenario = shop();
    // 31 January, 23:30 in Shanghai.
    scenario.memory.now = Date.parse('2026-01-31T15:30:00Z');
    buy(scenario, 1, BASIC);
    expect(live(scenario)).toEqual([[BASIC, '2026-02-28T15:30:00.000Z']]);
    // Bought on 1 February at 00:30 in Shanghai, which is still January in UTC.
    const other = shop();
    other.memory.now = Date.parse('2026-01-31T16:30:00Z');
    buy(other, 1, BASIC);
    expect(live(other)).toEqual([[BASIC, '2026-02-28T16:30:00.000Z']]);
  });

  it('keeps the day of the month: each end is the first day and the months since', () => {
    const scenario = shop();
    scenario.memory.now = at('2026-01-31');
    buy(scenario, 1, BASIC);
    expect(live(scenario)).toEqual([[BASIC, '2026-02-28T04:00:00.000Z']]);
    scenario.memory.now = at('2026-02-27');
    buy(scenario, 2, BASIC);
    expect(live(scenario)).toEqual([[BASIC, '2026-03-31T04:00:00.000Z']]);
    buy(scenario, 3, BASIC);
    expect(live(scenario)).toEqual([[BASIC, '2026-04-30T04:00:00.000Z']]);
    // What a refund moves up is counted from the first day, too.
    scenario.accepts(refund(2));
    expect(live(scenario)).toEqual([[BASIC, '2026-03-31T04:00:00.000Z']]);
  });

  it('ends ten years ahead at most: more months are refused, and a payment that came later is returned', () => {
    const scenario = shop();
    for (const n of [1, 2, 3]) buy(scenario, n, BASIC, 36);
    place(scenario, 4, BASIC, 12);
    buy(scenario, 5, BASIC, 12);
    expect(live(scenario)).toEqual([[BASIC, '2036-05-15T04:00:00.000Z']]);
    expect(pay(scenario, 4).result.outcome).toBe('to_return');
    const more = buying({ out_trade_no: number(6), plan_id: BASIC, lines: [], month: 1 });
    const refusal = { code: 'bad_input', errors: [{ field: 'month', message: { key: 'ends_too_late' } }] };
    expect(scenario.refuses(placeOrder(more))).toEqual(refusal);
    scenario.memory.now = at('2026-06-15');
    buy(scenario, 7, BASIC);
  });

  it('of a plan with two runs is extended in the one that ends last: a month paid moves no end back', () => {
    const scenario = shop();
    buy(scenario, 1, ASIDE);
    scenario.memory.given(revised(ASIDE, { price: fenOf(8000), independent: false }));
    buy(scenario, 2, BASIC, 12);
    buy(scenario, 3, ASIDE);
    const year = '2027-05-15T04:00:00.000Z';
    expect(live(scenario)).toEqual([
      [ASIDE, '2026-06-15T04:00:00.000Z'],
      [ASIDE, year],
    ]);
    place(scenario, 4, ASIDE);
    const { events } = pay(scenario, 4);
    expect(events[0]).toMatchObject({ data: { run_id: number(2), from: Date.parse(year) } });
    expect(live(scenario).at(-1)).toEqual([ASIDE, '2027-06-15T04:00:00.000Z']);
  });

  it('of the same plan is extended from its end, and begins again after it', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    buy(scenario, 2, BASIC, 3);
    expect(live(scenario)).toEqual([[BASIC, '2026-09-15T04:00:00.000Z']]);
    scenario.memory.now = at('2026-12-01');
    place(scenario, 3, BASIC);
    const { events } = pay(scenario, 3);
    expect(events.map(({ type }) => type)).toEqual(['MembershipStarted', 'OrderPaid']);
    expect(live(scenario)).toEqual([[BASIC, '2027-01-01T04:00:00.000Z']]);
  });

  it('an independent one coexists with others; a permanent one cannot be bought again', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD);
    buy(scenario, 2, ASIDE);
    buy(scenario, 3, FOREVER);
    expect(live(scenario)).toEqual([
      [GOLD, '2026-06-15T04:00:00.000Z'],
      [ASIDE, '2026-06-15T04:00:00.000Z'],
      [FOREVER, null],
    ]);
    const again = buying({ out_trade_no: number(4), plan_id: FOREVER, lines: [], month: 1 });
    expect(scenario.refuses(placeOrder(again))).toEqual({ code: 'state_does_not_allow' });
  });
});

describe('an upgrade', () => {
  it('costs the difference for the time left by hours, and runs to the same end', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 6);
    scenario.memory.now = at('2026-07-16');
    const placed = buy(scenario, 2, GOLD, 1);
    // Three months, and 30 of the 31 days of the month from 15 July: 60.00 + 19.3549.
    const left = { days: 122, amount: 7936 };
    expect(placed).toMatchObject({ total_amount: 7936, month: 0, upgrade: { from_plan: BASIC, left } });
    expect(live(scenario)).toEqual([[GOLD, '2026-11-15T04:00:00.000Z']]);
    buy(scenario, 3, GOLD, 1);
    expect(live(scenario)).toEqual([[GOLD, '2026-12-15T04:00:00.000Z']]);
  });

  it('in the last hour costs the difference for an hour, never that of a month', () => {
    const scenario = given(plan(BASIC, { price: fenOf(1000) }), plan(GOLD, { price: fenOf(5000) }));
    buy(scenario, 1, BASIC);
    const end = at('2026-06-15');
    scenario.memory.now = end - HOUR_MS;
    expect(place(scenario, 2, GOLD)).toMatchObject({ total_amount: 6, upgrade: { left: { days: 1 } } });
    scenario.memory.now = end - 1;
    expect(place(scenario, 3, GOLD).total_amount).toBe(6);
  });

  it('can have months of the dearer plan, at its prices, in the same order', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    const placed = buy(scenario, 2, GOLD, 1, { further_months: 2 });
    expect(placed).toMatchObject({ total_amount: 2000 + 2 * 5000, month: 2 });
    expect(live(scenario)).toEqual([[GOLD, '2026-08-15T04:00:00.000Z']]);
    scenario.accepts(refund(2));
    expect(live(scenario)).toEqual([[BASIC, '2026-06-15T04:00:00.000Z']]);
    const longer = { plan_id: GOLD, lines: [], further_months: 37 };
    expect(scenario.refuses(order({ out_trade_no: number(3), ...longer }))).toMatchObject({
      errors: [{ field: 'further_months' }],
    });
  });

  it('to a cheaper plan, or one of the same price, is refused', () => {
    const scenario = shop();
    buy(scenario, 1, GOLD);
    const cheaper = buying({ out_trade_no: number(2), plan_id: BASIC, lines: [], month: 1 });
    expect(scenario.refuses(placeOrder(cheaper))).toEqual({ code: 'downgrade_unsupported' });
  });

  it('twice concurrently: the second payment is returned, and its order is closed', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 2);
    place(scenario, 2, GOLD);
    place(scenario, 3, GOLD);
    pay(scenario, 2);
    const { events, result } = pay(scenario, 3);
    expect(result.outcome).toBe('to_return');
    expect(events).toMatchObject([
      { type: 'OrderCancelled', data: { reason: 'overtaken' } },
      { type: 'LatePaymentReceived', data: { reason: 'membership', amount: 4000 } },
    ]);
    expect(live(scenario)).toEqual([[GOLD, '2026-07-15T04:00:00.000Z']]);
  });

  it('paid after the end of the cheaper one is returned, too', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.memory.now = at('2026-06-15') - 60_000;
    place(scenario, 2, GOLD);
    scenario.memory.now = at('2026-06-15');
    expect(pay(scenario, 2).result.outcome).toBe('to_return');
  });
});

it('members of a plan may have the member’s price of another; with history, also those who were', () => {
  const vip = { plan_id: BASIC, price: null, percent: 50, include_history: false };
  const scenario = given(
    plan(BASIC, { price: fenOf(3000) }),
    plan(ASIDE, { price: fenOf(2000), independent: true, vip }),
    plan(FOREVER, { price: fenOf(8000), independent: true, vip: { ...vip, include_history: true } }),
  );
  expect(place(scenario, 1, ASIDE).total_amount).toBe(2000);
  buy(scenario, 2, BASIC);
  expect(place(scenario, 3, ASIDE).total_amount).toBe(1000);
  scenario.memory.now = at('2026-08-01');
  expect(place(scenario, 4, ASIDE).total_amount).toBe(2000);
  expect(place(scenario, 5, FOREVER).total_amount).toBe(4000);
});
