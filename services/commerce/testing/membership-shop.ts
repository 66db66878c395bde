import type { PlanOffer } from '#events/catalog.ts';
import { chargeIdOf, type OutTradeNo, type PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream, orderStream, planStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { liveMemberships, membershipKind } from '../memberships/membership.ts';
import { orderKind } from '../orders/order.ts';
import { type PlaceOrder, placeOrder } from '../orders/place-order.ts';
import { payOrder } from '../payments/pay-order.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { buying, CREATOR, decided, given, LI, offered, type Scenario, sponsorship } from './scenario.ts';

/** A creator with plans, and one fan who buys them: what tests of memberships do. */
export const BASIC = 'plan-basic' as PlanId;
export const GOLD = 'plan-gold' as PlanId;
export const ASIDE = 'plan-aside' as PlanId;
export const FOREVER = 'plan-forever' as PlanId;

export const plan = (plan_id: PlanId, change: Partial<PlanOffer>): Decided[] =>
  offered(plan_id, { ...sponsorship, name: plan_id, ...change });

export const revised = (plan_id: PlanId, change: Partial<PlanOffer>): Decided[] => [
  decided(planStream(plan_id), {
    type: 'PlanRevised',
    data: { plan_id, offer: { ...sponsorship, name: plan_id, ...change } },
  }),
];

export const shop = () =>
  given(
    plan(BASIC, { price: fenOf(3000) }),
    plan(GOLD, { price: fenOf(5000) }),
    plan(ASIDE, { price: fenOf(1000), independent: true }),
    plan(FOREVER, { price: fenOf(9000), independent: true, permanent: true }),
  );

export const number = (n: number) => `order-${n}` as OutTradeNo;

export function place(
  scenario: Scenario,
  n: number,
  plan_id: PlanId,
  month = 1,
  more: Partial<PlaceOrder> = {},
) {
  const input = buying({ out_trade_no: number(n), plan_id, lines: [], month, ...more });
  return scenario.accepts(placeOrder(input)).result.order.placed;
}

export function pay(scenario: Scenario, n: number) {
  const order = scenario.memory.stateOf(orderKind, orderStream(number(n)));
  if (order.phase === 'none') throw new Error('not placed');
  const { total_amount: amount } = order.placed;
  const charge_id = chargeIdOf(number(n), 1);
  return scenario.accepts(payOrder({ out_trade_no: number(n), charge_id, amount, provider: 'sandbox' }));
}

export function buy(
  scenario: Scenario,
  n: number,
  plan_id: PlanId,
  month = 1,
  more: Partial<PlaceOrder> = {},
) {
  const placed = place(scenario, n, plan_id, month, more);
  pay(scenario, n);
  return placed;
}

export const refund = (n: number, amount?: number) =>
  refundOrder({
    out_trade_no: number(n),
    by: { kind: 'creator', user_id: CREATOR },
    refund_id: 'r',
    amount: amount === undefined ? undefined : fenOf(amount),
    units: [],
    ticket_ids: [],
    reason: '',
  });

export const state = ({ memory }: Scenario) => memory.stateOf(membershipKind, membershipStream(CREATOR, LI));
export const live = (scenario: Scenario) =>
  liveMemberships(state(scenario), scenario.memory.now).map(({ plan_id, until }) => [
    plan_id,
    until === null ? null : new Date(until).toISOString(),
  ]);
export const at = (day: string) => Date.parse(`${day}T04:00:00Z`);
