import { derivedEventId } from '#events/ids.ts';
import type { MembershipEvent, MembershipGrant } from '#events/membership.ts';
import type { MembershipTerms, OrderPlacedData } from '#events/order.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import type { Decided, States } from '../engine/command.ts';
import { type Confirmed, nothing, type OrderEffect, writes } from '../order-effect.ts';
import {
  type Grant,
  grantsWithout,
  liveRunOf,
  type MembershipState,
  mainMembership,
  runOfOrder,
} from './membership.ts';

const streamOf = ({ creator_id, user_id }: OrderPlacedData): string => membershipStream(creator_id, user_id);

function write(order: OrderPlacedData, event: MembershipEvent): Decided {
  const { creator_id, out_trade_no } = order;
  return { stream: streamOf(order), creator_id, event, id: derivedEventId(event.type, out_trade_no) };
}

function grantOf(
  order: OrderPlacedData,
  { independent, monthly_price }: MembershipTerms,
  from: Millis,
  until: Millis | null,
): MembershipGrant {
  const { creator_id, user_id, out_trade_no, plan_id, plan_name, month: months } = order;
  const paid = order.total_amount;
  const whose = { creator_id, user_id, out_trade_no, plan_id, plan_name };
  return { ...whose, independent, monthly_price, paid, months, from, until };
}

/** The money cannot be used: between placing and paying, the fan's membership became another. */
const overtaken = { ok: false, reason: 'membership' } as const;

function confirmUpgrade(
  states: States,
  order: OrderPlacedData,
  terms: MembershipTerms,
  now: Millis,
): Confirmed {
  const { upgrade } = order;
  const main = mainMembership(states.get('membership', streamOf(order)), now);
  if (!upgrade || main?.plan_id !== upgrade.from_plan || main.until !== upgrade.until) return overtaken;
  const data = { ...grantOf(order, terms, now, upgrade.until), from_plan: upgrade.from_plan };
  return writes([write(order, { type: 'MembershipUpgraded', data })]);
}

/** The period that an order adds now: at the end of the plan's live membership, or from now. */
export function periodOf(
  state: MembershipState,
  calendar: BusinessCalendar,
  { plan_id, membership, month }: OrderPlacedData,
  now: Millis,
): { from: Millis; until: Millis | null } {
  const from = liveRunOf(state, plan_id, now)?.until ?? now;
  return { from, until: membership?.permanent ? null : calendar.addMonths(from, month) };
}

function confirmPeriod(
  states: States,
  order: OrderPlacedData,
  terms: MembershipTerms,
  now: Millis,
): Confirmed {
  const state = states.get('membership', streamOf(order));
  const same = liveRunOf(state, order.plan_id, now);
  const main = terms.independent ? null : mainMembership(state, now);
  if (main !== null && main.plan_id !== order.plan_id) return overtaken;
  // One that never ends has nothing to be extended by.
  if (same !== null && same.until === null) return overtaken;
  const { from, until } = periodOf(state, states.calendar, order, now);
  const type = same === null ? 'MembershipStarted' : 'MembershipExtended';
  return writes([write(order, { type, data: grantOf(order, terms, from, until) })]);
}

/** The rest of a run, if it still runs. */
function runsOn(grants: readonly Grant[], now: Millis) {
  const last = grants.at(-1);
  if (last === undefined || (last.until !== null && last.until <= now)) return null;
  const { plan_id, plan_name, until } = last;
  return { plan_id, plan_name, until };
}

/** The fan's right to a sponsorship plan: begins, is extended or upgraded when the order is paid. */
export const membershipEffect: OrderEffect = {
  streams: (order) => (order.membership === null ? [] : [streamOf(order)]),
  hold: nothing,
  confirm(states, order, now) {
    if (order.membership === null) return nothing();
    return order.upgrade === null
      ? confirmPeriod(states, order, order.membership, now)
      : confirmUpgrade(states, order, order.membership, now);
  },
  release: () => [],
  giveBack(states, order, { whole }, now) {
    if (order.membership === null || !whole) return nothing();
    const run = runOfOrder(states.get('membership', streamOf(order)), order.out_trade_no);
    if (run === undefined) return nothing();
    const grants = grantsWithout(run, order.out_trade_no, states.calendar);
    if (grants === null) return { ok: false, refusal: { code: 'state_does_not_allow' } };
    const { creator_id, user_id, out_trade_no, plan_id } = order;
    const { independent } = run;
    const left = grants.map(({ out_trade_no: number, from, until }) => ({
      out_trade_no: number,
      from,
      until,
    }));
    return writes([
      write(order, {
        type: 'MembershipRevoked',
        data: { creator_id, user_id, out_trade_no, plan_id, independent, runs_on: runsOn(grants, now), left },
      }),
    ]);
  },
};
