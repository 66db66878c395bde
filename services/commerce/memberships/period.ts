import type { PlanId } from '#events/ids.ts';
import type { MembershipTerms, Upgrade } from '#events/orders.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import {
  type MembershipState,
  mainMembership,
  openRunOf,
  plannedMembership,
  type Run,
} from './membership.ts';
import { isTooFar, nextTimes } from './run-times.ts';

/** The part of an order, or of what will be one, that its period follows from. */
export interface PeriodOrder {
  plan_id: PlanId;
  /** null: it gives no membership. */
  membership: MembershipTerms | null;
  upgrade: Upgrade | null;
  month: number;
}

/** From when to when an order gives a membership. */
export interface Period {
  /** The run that it extends or upgrades; null: it begins one. */
  run: Run | null;
  from: Millis;
  /** null: never ends */
  until: Millis | null;
}

/**
 * Why an order gives no period now. `taken`: another membership runs, or this one never ends. `planned`: it would reach
 * into a planned one. `too_far`: it would end too far ahead.
 */
export type NoPeriod = 'taken' | 'planned' | 'too_far';

/** What an order adds to a run. Older upgrades state the months left, which add nothing. */
export const addedMonths = ({ upgrade, month }: Pick<PeriodOrder, 'upgrade' | 'month'>): number =>
  upgrade !== null && upgrade.left === undefined ? 0 : month;

/** The run that the order changes, or the begin of a new one. */
function placeOf(
  state: MembershipState,
  { plan_id, membership, upgrade }: PeriodOrder,
  now: Millis,
): { run: Run | null; begin: Millis } | null {
  const main = mainMembership(state, now);
  if (upgrade) {
    const same = main?.plan_id === upgrade.from_plan && main.until === upgrade.until;
    return same ? main.run && { run: main.run, begin: main.run.begin } : null;
  }
  const open = openRunOf(state, plan_id, now);
  const planned = open !== null && open.run === plannedMembership(state, now)?.run;
  const other = membership?.independent || planned || main?.plan_id === plan_id ? null : main;
  // One that never ends has nothing to be extended by.
  if (open) return other || open.until === null ? null : { run: open.run, begin: open.run.begin };
  if (!other) return { run: null, begin: now };
  return membership?.after === other.plan_id && other.until !== null
    ? { run: null, begin: other.until }
    : null;
}

/** Whether a period would reach into the planned membership, which is another run of the same plans. */
function reachesPlanned(
  state: MembershipState,
  { run, until }: Period,
  membership: MembershipTerms | null,
  now: Millis,
): boolean {
  const planned = plannedMembership(state, now);
  if (planned === null || planned.run === run) return false;
  if (run ? run.independent : membership?.independent) return false;
  return until === null || until > planned.run.begin;
}

/** The period that an order gives if it is paid now: in a run of its plan, from now, or after the one that it follows. */
export function periodOf(
  state: MembershipState,
  calendar: BusinessCalendar,
  order: PeriodOrder,
  now: Millis,
): Period | NoPeriod {
  const place = placeOf(state, order, now);
  if (place === null) return 'taken';
  const { run, begin } = place;
  const { upgrade, membership } = order;
  const months = addedMonths(order);
  const next = { months, permanent: membership?.permanent === true, from_plan: upgrade?.from_plan ?? null };
  // Without months of its own an upgrade keeps the end, also one that was counted otherwise.
  if (upgrade && months === 0) return { run, from: now, until: upgrade.until };
  const period = { run, ...nextTimes({ begin, grants: run?.grants ?? [] }, next, calendar, now) };
  if (reachesPlanned(state, period, membership, now)) return 'planned';
  return isTooFar(calendar, period.until, now) ? 'too_far' : period;
}
