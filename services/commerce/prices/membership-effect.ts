import type { PlanOffer } from '#events/catalog.ts';
import type { PlanId, UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { MembershipTerms, Upgrade } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import type { OfferedPlan } from '../catalog/plan.ts';
import type { States } from '../engine/command.ts';
import {
  isMemberOf,
  type MembershipState,
  mainMembership,
  membershipKind,
  noMemberships,
  openRunOf,
  plannedMembership,
} from '../memberships/membership.ts';
import { type Period, type PeriodOrder, periodOf } from '../memberships/period.ts';
import { type TimeLeft, timeLeft } from '../memberships/run-times.ts';
import type { Price } from './price.ts';

export const dependsOnMembership = ({ offer }: { offer: Pick<PlanOffer, 'product_type' | 'vip'> }): boolean =>
  offer.product_type === PRODUCT_TYPE.sponsorship || offer.vip !== null;

/** The buyer, and what the memberships decide. */
interface Person {
  /** null: a guest, who has no membership. */
  user_id: UserId | null;
  begin_at_end?: boolean;
  redeemed: boolean;
}

export interface MembershipEffect {
  memberships: MembershipState;
  vip: boolean;
  upgrade: { from_plan: PlanId; until: Millis; from_price: Fen; left: TimeLeft } | null;
  /** The plan at whose end it begins. */
  after?: PlanId;
}

interface OnOffer extends Pick<OfferedPlan, 'plan_id' | 'creator_id'> {
  offer: Pick<PlanOffer, 'product_type' | 'independent' | 'price' | 'vip'>;
}

/**
 * What buying the plan now would be for this person, who can have memberships: the first of it, more of it, or an
 * upgrade. null: it is refused, as a cheaper plan is.
 */
export function membershipStep(
  states: States,
  plan: OnOffer,
  user_id: UserId | null,
  now: Millis,
): 'join' | 'renew' | 'upgrade' | null {
  const effect = membershipOf(states, plan, { user_id, redeemed: false }, now);
  if (isRefusal(effect)) return null;
  if (effect.upgrade !== null) return 'upgrade';
  return openRunOf(effect.memberships, plan.plan_id, now) === null ? 'join' : 'renew';
}

/** The effect of the fan's memberships: member's price, upgrade, or a later begin; cheaper plans now are refused. */
export function membershipOf(
  states: States,
  plan: OnOffer,
  { user_id: user, begin_at_end, redeemed }: Person,
  now: Millis,
): MembershipEffect | Refusal {
  const { offer, plan_id, creator_id } = plan;
  const known = user !== null && dependsOnMembership(plan);
  const memberships = known ? states.get(membershipKind, membershipStream(creator_id, user)) : noMemberships;
  const { vip: terms } = offer;
  const vip = terms !== null && isMemberOf(memberships, terms.plan_id, now, terms.include_history);
  const plain = { memberships, vip, upgrade: null };
  if (offer.product_type !== PRODUCT_TYPE.sponsorship) return plain;
  const open = openRunOf(memberships, plan_id, now);
  if (open?.until === null) return { code: 'state_does_not_allow' };
  const main = mainMembership(memberships, now);
  const extends_planned = open !== null && open.run === plannedMembership(memberships, now)?.run;
  if (
    offer.independent ||
    main === null ||
    main.until === null ||
    main.plan_id === plan_id ||
    extends_planned
  )
    return plain;
  if (begin_at_end && !redeemed) return { ...plain, after: main.plan_id };
  // A plan of the same price is no upgrade: there is no difference to pay.
  if (offer.price <= main.monthly_price) return { code: 'downgrade_unsupported' };
  const { plan_id: from_plan, until, monthly_price: from_price } = main;
  const left = timeLeft(main.run, until, states.calendar, now);
  return { ...plain, upgrade: { from_plan, until, from_price, left } };
}

export const membershipTerms = (
  { product_type, independent, permanent, price }: PlanOffer,
  after: PlanId | undefined,
): MembershipTerms | null =>
  product_type === PRODUCT_TYPE.sponsorship
    ? { independent, permanent, monthly_price: price, ...(after && { after }) }
    : null;

/** The period that the order would give now; or a refusal by field. */
export function periodFor(
  { calendar }: States,
  { memberships }: MembershipEffect,
  order: PeriodOrder,
  now: Millis,
): Period | null | Refusal {
  if (order.membership === null) return null;
  const period = periodOf(memberships, calendar, order, now);
  switch (period) {
    case 'taken':
      return { code: 'state_does_not_allow' };
    case 'planned':
      return badInput('plan_id', { key: 'plan_follows' });
    case 'too_far':
      return badInput(order.upgrade ? 'further_months' : 'month', { key: 'ends_too_late' });
    default:
      return period;
  }
}

export const upgradeOf = (
  { from_plan, until, left: { days } }: NonNullable<MembershipEffect['upgrade']>,
  { difference: amount }: Price,
): Upgrade => ({ from_plan, until, left: { days, amount } });
