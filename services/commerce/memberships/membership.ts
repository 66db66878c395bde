import type { OutTradeNo, PlanId } from '#events/ids.ts';
import type { MembershipGrant } from '#events/memberships.ts';
import type { Fen } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** The grant of one order, within a run. */
export interface Grant {
  out_trade_no: OutTradeNo;
  plan_id: PlanId;
  plan_name: string;
  /** When it was paid. */
  at: Millis;
  /** What it adds to the run; an upgrade can add none. */
  months: number;
  monthly_price: Fen;
  from: Millis;
  /** null: never ends */
  until: Millis | null;
  /** Replaced by an upgrade. */
  from_plan: PlanId | null;
}

/** A membership from its begin to its end, with all extensions and upgrades. Its last grant has its plan and end. */
export interface Run {
  /** The order that began it. */
  run_id: OutTradeNo;
  independent: boolean;
  /** It runs from here at the earliest, also after a refund. */
  begin: Millis;
  /** At least one. */
  grants: readonly Grant[];
  /** The end that was recorded as having come. */
  ended: Millis | null;
}

/** All memberships of one fan with one creator, ended and planned ones too, in the order of their first payment. */
export interface MembershipState {
  runs: readonly Run[];
}

export const noMemberships: MembershipState = { runs: [] };

export interface Membership {
  run: Run;
  plan_id: PlanId;
  monthly_price: Fen;
  since: Millis;
  until: Millis | null;
}

const endOf = (until: Millis | null): number => until ?? Number.POSITIVE_INFINITY;

function membershipsOf({ runs }: MembershipState): Membership[] {
  return runs.flatMap((run) => {
    const last = run.grants.at(-1);
    if (last === undefined) return [];
    const { plan_id, monthly_price, until } = last;
    return [{ run, plan_id, monthly_price, since: run.grants[0]?.from ?? run.begin, until }];
  });
}

const isOver = ({ until }: Membership, now: Millis): boolean => endOf(until) <= now;
/** Paid for a later begin. One that was just paid has begun, also where the clock is behind. */
const isPlanned = ({ begin, grants }: Run, now: Millis): boolean =>
  begin > now && (grants[0]?.at ?? begin) < begin;

export const liveMemberships = (state: MembershipState, now: Millis): Membership[] =>
  membershipsOf(state).filter((one) => !isOver(one, now) && !isPlanned(one.run, now));

/** The one of the plans that upgrade into each other, if one runs now. */
export const mainMembership = (state: MembershipState, now: Millis): Membership | null =>
  liveMemberships(state, now).find(({ run }) => !run.independent) ?? null;

/** The one of these plans that begins when the present one ends. */
export const plannedMembership = (state: MembershipState, now: Millis): Membership | null =>
  membershipsOf(state).find((one) => !one.run.independent && isPlanned(one.run, now) && !isOver(one, now)) ??
  null;

/** The run of a plan, also after its end: of several, the one that ends last. */
export const runOf = (state: MembershipState, plan: PlanId): Membership | null =>
  membershipsOf(state)
    .filter(({ plan_id }) => plan_id === plan)
    .reduce<Membership | null>(
      (last, one) => (last === null || endOf(one.until) >= endOf(last.until) ? one : last),
      null,
    );

/** Where this plan would be extended: its run, unless it is over. */
export function openRunOf(state: MembershipState, plan: PlanId, now: Millis): Membership | null {
  const run = runOf(state, plan);
  return run === null || isOver(run, now) ? null : run;
}

/** Whether the fan is, or with `history` ever was, a member of a plan. */
export function isMemberOf(state: MembershipState, plan: PlanId, now: Millis, history: boolean): boolean {
  if (liveMemberships(state, now).some(({ plan_id }) => plan_id === plan)) return true;
  const begun = state.runs.filter((run) => !isPlanned(run, now));
  return history && begun.some(({ grants }) => grants.some(({ plan_id }) => plan_id === plan));
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

/** Adds to a run; without an id to the newest one of the plan. */
function grow(
  { runs }: MembershipState,
  run_id: OutTradeNo | null,
  plan: PlanId,
  grant: Grant,
): MembershipState {
  const index = runs.findLastIndex((run) =>
    run_id === null ? run.grants.at(-1)?.plan_id === plan : run.run_id === run_id,
  );
  const run = runs[index];
  return run ? { runs: runs.with(index, { ...run, grants: [...run.grants, grant] }) } : { runs };
}

function expire(
  state: MembershipState,
  { run_id, plan_id, until }: DataOf<'MembershipExpired'>,
): MembershipState {
  const isIt = ({ run_id: id, grants }: Run): boolean => {
    const last = grants.at(-1);
    return run_id === null ? last?.plan_id === plan_id && last.until === until : id === run_id;
  };
  return { runs: state.runs.map((run) => (isIt(run) ? { ...run, ended: until } : run)) };
}

function revoke(
  state: MembershipState,
  { out_trade_no, next, moved }: DataOf<'MembershipRevoked'>,
): MembershipState {
  const times = new Map(moved.map((one) => [one.out_trade_no, one]));
  const isIt = ({ out_trade_no: number }: Grant): boolean => number === out_trade_no;
  return {
    runs: state.runs.flatMap((run) => {
      const isNext = run.run_id === next?.run_id;
      if (!isNext && !run.grants.some(isIt)) return [run];
      const grants = run.grants
        .filter((grant) => !isIt(grant))
        .map((grant) => ({ ...grant, ...times.get(grant.out_trade_no) }));
      return grants.length > 0 ? [{ ...run, begin: isNext ? next.from : run.begin, grants }] : [];
    }),
  };
}

function evolveMembership(state: MembershipState, event: DomainEvent, at: Millis): MembershipState {
  switch (event.type) {
    case 'MembershipStarted': {
      const { independent, out_trade_no, run_id, from: begin } = event.data;
      const grants = [asGrant(event.data, at, null)];
      const run = { run_id: run_id ?? out_trade_no, independent, begin, grants, ended: null };
      return { runs: [...state.runs, run] };
    }
    case 'MembershipExtended':
      return grow(state, event.data.run_id, event.data.plan_id, asGrant(event.data, at, null));
    case 'MembershipUpgraded': {
      const { run_id, from_plan } = event.data;
      return grow(state, run_id, from_plan, asGrant(event.data, at, from_plan));
    }
    case 'MembershipExpired':
      return expire(state, event.data);
    case 'MembershipRevoked':
      return revoke(state, event.data);
    case 'MembershipMovedOut':
      return { runs: state.runs.filter(({ run_id }) => run_id !== event.data.run_id) };
    case 'MembershipMovedIn': {
      const { run_id, independent, begin } = event.data;
      const grants = event.data.grants.map(({ paid: _, ...grant }) => grant);
      return { runs: [...state.runs, { run_id, independent, begin, grants, ended: null }] };
    }
    default:
      return state;
  }
}

export const membershipKind = streamKind<MembershipState>('membership', noMemberships, evolveMembership, {
  shape: 2,
});
