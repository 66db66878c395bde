import { describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo, type PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { PlanOffer } from '#events/plan.ts';
import { membershipStream, orderStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import type { Decided } from '../engine/command.ts';
import { placeOrder } from '../orders/place-order.ts';
import { payOrder } from '../payments/pay-order.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import {
  buying,
  CREATOR,
  given,
  LI,
  NOON,
  offered,
  type Scenario,
  sponsorship,
} from '../testing/scenario.ts';
import { isMemberOf, liveMemberships, mainMembership } from './membership.ts';

const BASIC = 'plan-basic' as PlanId;
const GOLD = 'plan-gold' as PlanId;
const ASIDE = 'plan-aside' as PlanId;
const FOREVER = 'plan-forever' as PlanId;

const plan = (plan_id: PlanId, change: Partial<PlanOffer>): Decided[] =>
  offered(plan_id, { ...sponsorship, name: plan_id, ...change });

const shop = () =>
  given(
    plan(BASIC, { price: fenOf(3000) }),
    plan(GOLD, { price: fenOf(5000) }),
    plan(ASIDE, { price: fenOf(1000), independent: true }),
    plan(FOREVER, { price: fenOf(9000), independent: true, permanent: true }),
  );

const number = (n: number) => `order-${n}` as OutTradeNo;

function place(scenario: Scenario, n: number, plan_id: PlanId, month = 1) {
  const input = buying({ out_trade_no: number(n), plan_id, lines: [], month });
  return scenario.accepts(placeOrder(input)).result.order.placed;
}

function pay(scenario: Scenario, n: number) {
  const order = scenario.memory.stateOf('order', orderStream(number(n)));
  if (order.phase === 'none') throw new Error('not placed');
  const { total_amount: amount } = order.placed;
  const charge_id = chargeIdOf(number(n), 1);
  return scenario.accepts(payOrder({ out_trade_no: number(n), charge_id, amount, provider: 'sandbox' }));
}

function buy(scenario: Scenario, n: number, plan_id: PlanId, month = 1) {
  const placed = place(scenario, n, plan_id, month);
  pay(scenario, n);
  return placed;
}

const refund = (n: number, amount?: number) =>
  refundOrder({
    out_trade_no: number(n),
    by: { kind: 'creator', user_id: CREATOR },
    refund_id: 'r',
    amount: amount === undefined ? undefined : fenOf(amount),
    units: [],
    ticket_ids: [],
    reason: '',
  });

const state = ({ memory }: Scenario) => memory.stateOf('membership', membershipStream(CREATOR, LI));
const live = (scenario: Scenario) =>
  liveMemberships(state(scenario), scenario.memory.now).map(({ plan_id, until }) => [
    plan_id,
    until === null ? null : new Date(until).toISOString(),
  ]);
const at = (day: string) => Date.parse(`${day}T04:00:00Z`);

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
  it('costs the difference for the months left, a started one counting whole, and runs to the same end', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 6);
    scenario.memory.now = at('2026-07-16');
    const placed = buy(scenario, 2, GOLD, 1);
    // 16 July to 15 November: three months and a started fourth.
    expect(placed).toMatchObject({ total_amount: 4 * 2000, month: 4, upgrade: { from_plan: BASIC } });
    expect(live(scenario)).toEqual([[GOLD, '2026-11-15T04:00:00.000Z']]);
    buy(scenario, 3, GOLD, 1);
    expect(live(scenario)).toEqual([[GOLD, '2026-12-15T04:00:00.000Z']]);
  });

  it('exactly at the end of a month counts only the months left', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 3);
    scenario.memory.now = at('2026-06-15');
    expect(place(scenario, 2, GOLD).month).toBe(2);
    scenario.memory.now += 1;
    expect(place(scenario, 3, GOLD).month).toBe(2);
    scenario.memory.now = at('2026-06-15') - 1;
    expect(place(scenario, 4, GOLD).month).toBe(3);
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

describe('a refund of everything', () => {
  it('ends what the order gave', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(refund(1));
    expect(live(scenario)).toEqual([]);
    expect(isMemberOf(state(scenario), BASIC, NOON, true)).toBe(false);
  });

  it('moves up later grants', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.memory.now += 10 * DAY_MS;
    buy(scenario, 2, BASIC);
    scenario.accepts(refund(1));
    // Paid on 25 May, for a month.
    expect(live(scenario)).toEqual([[BASIC, '2026-06-25T04:00:00.000Z']]);
  });

  it('of an upgrade restores the former plan; an upgraded one has to wait', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC, 2);
    buy(scenario, 2, GOLD);
    expect(scenario.refuses(refund(1))).toEqual({ code: 'state_does_not_allow' });
    scenario.accepts(refund(2));
    expect(mainMembership(state(scenario), NOON)).toMatchObject({ plan_id: BASIC, monthly_price: 3000 });
    scenario.accepts(refund(1));
    expect(live(scenario)).toEqual([]);
  });

  it('partly leaves the membership unchanged', () => {
    const scenario = shop();
    buy(scenario, 1, BASIC);
    scenario.accepts(refund(1, 2999));
    expect(live(scenario)).toEqual([[BASIC, '2026-06-15T04:00:00.000Z']]);
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
