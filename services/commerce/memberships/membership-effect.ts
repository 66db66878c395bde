import { derivedEventId, type OutTradeNo, type UserId } from '#events/ids.ts';
import type { MembershipEvent, MembershipGrant } from '#events/memberships.ts';
import type { MembershipTerms, OrderPlacedData, Upgrade } from '#events/orders.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import {
  type Confirmed,
  nothing,
  type OrderContents,
  type OrderEffect,
  writes,
} from '#services/commerce/engine/order-effect.ts';
import type { Decided, States } from '../engine/command.ts';
import {
  type Grant,
  type MembershipState,
  mainMembership,
  membershipKind,
  plannedMembership,
  type Run,
  runOfOrder,
} from './membership.ts';
import { addedMonths, type Period, periodOf } from './period.ts';
import { grantsWithout, regranted } from './run-times.ts';

const streamOf = ({ creator_id, user_id }: OrderContents): string => membershipStream(creator_id, user_id);
const stateOf = (states: States, order: OrderPlacedData): MembershipState =>
  states.get(membershipKind, streamOf(order));

/** The order in the account that it was handed over to. */
export const heldBy = (order: OrderPlacedData, owner: UserId): OrderPlacedData => ({
  ...order,
  user_id: owner,
});

function write(order: OrderPlacedData, event: MembershipEvent): Decided {
  const { creator_id, out_trade_no } = order;
  return { stream: streamOf(order), creator_id, event, id: derivedEventId(event.type, out_trade_no) };
}

function grantOf(
  order: OrderPlacedData,
  { independent, monthly_price }: MembershipTerms,
  { run, from, until }: Period,
): MembershipGrant & { run_id: OutTradeNo } {
  const { creator_id, user_id, out_trade_no, plan_id, plan_name, total_amount: paid } = order;
  const run_id = run?.run_id ?? out_trade_no;
  const whose = { creator_id, user_id, run_id, out_trade_no, plan_id, plan_name };
  return { ...whose, independent, monthly_price, paid, months: addedMonths(order), from, until };
}

/** The money cannot be used: between placing and paying, the fan's membership became another. */
const overtaken = { ok: false, reason: 'membership' } as const;

const eventOf = (grant: MembershipGrant, { run }: Period, upgrade: Upgrade | null): MembershipEvent => {
  if (upgrade) return { type: 'MembershipUpgraded', data: { ...grant, from_plan: upgrade.from_plan } };
  return { type: run ? 'MembershipExtended' : 'MembershipStarted', data: grant };
};

/** The rest of a run, if it still runs. */
function runsOn(grants: readonly Grant[], now: Millis) {
  const last = grants.at(-1);
  if (last === undefined || (last.until !== null && last.until <= now)) return null;
  const { plan_id, plan_name, until } = last;
  return { plan_id, plan_name, until };
}

/** Grants with other times than before, of those that were not over: what is over stays as it was. */
function movedOf({ grants }: Run, left: readonly Grant[], now: Millis) {
  const before = new Map(grants.map((grant) => [grant.out_trade_no, grant]));
  return left.flatMap(({ out_trade_no, from, until }) => {
    const was = before.get(out_trade_no);
    const over = was === undefined || (was.until !== null && was.until <= now);
    const same = was?.from === from && was.until === until;
    return over || same ? [] : [{ out_trade_no, from, until }];
  });
}

/** The planned membership after a run that ends earlier now. */
function movedUp(states: States, order: OrderPlacedData, run: Run, end: Millis, now: Millis) {
  const state = stateOf(states, order);
  const planned = mainMembership(state, now)?.run === run ? plannedMembership(state, now) : null;
  if (planned === null || end >= planned.run.begin) return { next: null, moved: [] };
  const grants = regranted({ begin: end, grants: planned.run.grants }, states.calendar);
  const { run_id } = planned.run;
  const next = grants.at(-1);
  if (next === undefined) return { next: null, moved: [] };
  const { plan_id, plan_name, until } = next;
  return {
    next: { run_id, plan_id, plan_name, from: end, until },
    moved: movedOf(planned.run, grants, now),
  };
}

/** The fan's right to a sponsorship plan: begins, is extended or upgraded when the order is paid. */
export const membershipEffect: OrderEffect = {
  streams: (order) => (order.membership === null ? [] : [streamOf(order)]),
  refundStreams: (order, owner) => (order.membership === null ? [] : [streamOf(heldBy(order, owner))]),
  hold: nothing,
  confirm(states, order, now): Confirmed {
    const { membership: terms, upgrade } = order;
    if (terms === null) return nothing();
    const period = periodOf(stateOf(states, order), states.calendar, order, now);
    if (typeof period === 'string') return overtaken;
    return writes([write(order, eventOf(grantOf(order, terms, period), period, upgrade))]);
  },
  release: () => [],
  giveBack(states, placed, { whole, owner }, now) {
    if (placed.membership === null || !whole) return nothing();
    const order = heldBy(placed, owner);
    const run = runOfOrder(stateOf(states, order), order.out_trade_no);
    if (run === undefined) return nothing();
    const left = grantsWithout(run, order.out_trade_no, states.calendar);
    if (left === null) return { ok: false, refusal: { code: 'state_does_not_allow' } };
    const { creator_id, user_id, out_trade_no, plan_id } = order;
    const { run_id, independent } = run;
    const whose = { creator_id, user_id, payer: placed.user_id, run_id, out_trade_no, plan_id, independent };
    const runs_on = runsOn(left, now);
    const { next, moved } = movedUp(states, order, run, runs_on ? (runs_on.until ?? now) : now, now);
    const data = { ...whose, runs_on, next, moved: [...movedOf(run, left, now), ...moved] };
    return writes([write(order, { type: 'MembershipRevoked', data })]);
  },
};
