import type { OutTradeNo, PlanId } from '#events/ids.ts';
import type { MembershipGrant } from '#events/membership.ts';
import type { Fen } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';

/** The grant of one order, within a run. */
export interface Grant {
  out_trade_no: OutTradeNo;
  plan_id: PlanId;
  plan_name: string;
  /** When it was paid. */
  at: Millis;
  months: number;
  monthly_price: Fen;
  from: Millis;
  /** null: never ends */
  until: Millis | null;
  /** Replaced by an upgrade. */
  from_plan: PlanId | null;
}

/** A membership from its begin to its end, with all extensions and upgrades. */
export interface Run {
  independent: boolean;
  /** At least one. */
  grants: readonly Grant[];
}

/** All memberships of one fan with one creator, ended ones too, oldest first. */
export interface MembershipState {
  runs: readonly Run[];
  /** Ends that were recorded as having come. */
  expired: readonly { plan_id: PlanId; until: Millis }[];
}

export const noMemberships: MembershipState = { runs: [], expired: [] };

export interface Membership {
  plan_id: PlanId;
  monthly_price: Fen;
  since: Millis;
  until: Millis | null;
}

const lastGrant = (run: Run): Grant | undefined => run.grants.at(-1);

const asMembership = (run: Run, last: Grant): Membership => ({
  plan_id: last.plan_id,
  monthly_price: last.monthly_price,
  since: run.grants[0]?.from ?? last.from,
  until: last.until,
});

const isLive = ({ until }: Grant, now: Millis): boolean => until === null || until > now;

export function liveMemberships(state: MembershipState, now: Millis): Membership[] {
  return state.runs.flatMap((run) => {
    const last = lastGrant(run);
    return last && isLive(last, now) ? [asMembership(run, last)] : [];
  });
}

/** The one of the plans that upgrade into each other, if one runs now. */
export function mainMembership(state: MembershipState, now: Millis): Membership | null {
  const run = state.runs.find((one) => !one.independent && runsAt(one, now));
  const last = run && lastGrant(run);
  return run && last ? asMembership(run, last) : null;
}

const runsAt = (run: Run, now: Millis): boolean => {
  const last = lastGrant(run);
  return last !== undefined && isLive(last, now);
};

/** The newest grant of a plan that was not replaced, also after its end. */
export const lastGrantOf = ({ runs }: MembershipState, plan: PlanId): Grant | undefined =>
  runs.map(({ grants }) => grants.at(-1)).findLast((last) => last?.plan_id === plan);

/** Where this plan would be extended: its live run. */
export function liveRunOf(state: MembershipState, plan: PlanId, now: Millis): Membership | null {
  return liveMemberships(state, now).find(({ plan_id }) => plan_id === plan) ?? null;
}

/** Whether the fan is, or with `history` ever was, a member of a plan. */
export function isMemberOf(state: MembershipState, plan: PlanId, now: Millis, history: boolean): boolean {
  if (liveRunOf(state, plan, now)) return true;
  return history && state.runs.some(({ grants }) => grants.some(({ plan_id }) => plan_id === plan));
}

/** Months from now to an end, a started one counting whole (docs/domain.md, Memberships). */
export function monthsLeft(calendar: BusinessCalendar, now: Millis, until: Millis): number {
  let months = 0;
  while (calendar.addMonths(now, months) < until) months += 1;
  return months;
}

/** Grants of a run without one of its orders: later ones move up. null: it cannot be removed. */
export function grantsWithout(
  run: Run,
  order: OutTradeNo,
  calendar: BusinessCalendar,
): readonly Grant[] | null {
  const index = run.grants.findIndex(({ out_trade_no }) => out_trade_no === order);
  const gone = run.grants[index];
  if (gone === undefined) return run.grants;
  const later = run.grants.slice(index + 1);
  // An upgrade was priced by the plan before it: the later one must be refunded first.
  if (later.some(({ from_plan }) => from_plan !== null)) return null;
  if (gone.from_plan !== null && later.length > 0) return null;
  const left = run.grants.slice(0, index);
  for (const grant of later) {
    const before = left.at(-1)?.until ?? null;
    const from = before === null ? grant.at : Math.max(grant.at, before);
    const until = grant.until === null ? null : calendar.addMonths(from, grant.months);
    left.push({ ...grant, from, until });
  }
  return left;
}

/** The run that an order is part of. */
export const runOfOrder = (state: MembershipState, order: OutTradeNo): Run | undefined =>
  state.runs.find(({ grants }) => grants.some(({ out_trade_no }) => out_trade_no === order));

const asGrant = (data: MembershipGrant, at: Millis, from_plan: PlanId | null): Grant => ({
  out_trade_no: data.out_trade_no,
  plan_id: data.plan_id,
  plan_name: data.plan_name,
  at,
  months: data.months,
  monthly_price: data.monthly_price,
  from: data.from,
  until: data.until,
  from_plan,
});

/** Adds to the newest run of a plan. */
function grow(state: MembershipState, plan: PlanId, grant: Grant): MembershipState {
  const index = state.runs.findLastIndex((run) => lastGrant(run)?.plan_id === plan);
  const run = state.runs[index];
  if (!run) return state;
  return { ...state, runs: state.runs.with(index, { ...run, grants: [...run.grants, grant] }) };
}

export function evolveMembership(state: MembershipState, event: DomainEvent, at: Millis): MembershipState {
  switch (event.type) {
    case 'MembershipStarted': {
      const { independent } = event.data;
      return { ...state, runs: [...state.runs, { independent, grants: [asGrant(event.data, at, null)] }] };
    }
    case 'MembershipExtended':
      return grow(state, event.data.plan_id, asGrant(event.data, at, null));
    case 'MembershipUpgraded':
      return grow(state, event.data.from_plan, asGrant(event.data, at, event.data.from_plan));
    case 'MembershipExpired': {
      const { plan_id, until } = event.data;
      return { ...state, expired: [...state.expired, { plan_id, until }] };
    }
    case 'MembershipRevoked': {
      const { out_trade_no, left } = event.data;
      const times = new Map(left.map((one) => [one.out_trade_no, one]));
      const runs = state.runs.flatMap((run) => {
        if (!run.grants.some((grant) => grant.out_trade_no === out_trade_no)) return [run];
        const grants = run.grants
          .filter((grant) => grant.out_trade_no !== out_trade_no)
          .map((grant) => ({ ...grant, ...times.get(grant.out_trade_no) }));
        return grants.length > 0 ? [{ ...run, grants }] : [];
      });
      return { ...state, runs };
    }
    default:
      return state;
  }
}
