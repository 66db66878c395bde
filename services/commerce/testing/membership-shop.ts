import type { PlanOffer } from '#events/catalog.ts';
import type { PlanId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream, planStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { liveMemberships, membershipKind } from '../memberships/membership.ts';
import type { PlaceOrder } from '../orders/place-order.ts';
import { numbered, order, payment, refund as refundOf, totalOf } from './orders.ts';
import { CREATOR, decided, given, LI, offered, type Scenario, sponsorship } from './scenario.ts';

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

export const number = numbered;

export function place(
  scenario: Scenario,
  n: number,
  plan_id: PlanId,
  month = 1,
  more: Partial<PlaceOrder> = {},
) {
  const command = order({ out_trade_no: number(n), plan_id, lines: [], month, ...more });
  return scenario.accepts(command).result.order.placed;
}

export const pay = (scenario: Scenario, n: number) =>
  scenario.accepts(payment(totalOf(scenario, number(n)), number(n)));

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
  refundOf({ out_trade_no: number(n), refund_id: 'r', amount });

export const state = ({ memory }: Scenario) => memory.stateOf(membershipKind, membershipStream(CREATOR, LI));
export const live = (scenario: Scenario) =>
  liveMemberships(state(scenario), scenario.memory.now).map(({ plan_id, until }) => [
    plan_id,
    until === null ? null : new Date(until).toISOString(),
  ]);
export const at = (day: string) => Date.parse(`${day}T04:00:00Z`);
