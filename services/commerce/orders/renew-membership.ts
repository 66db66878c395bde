import { derivedEventId, houseOrderNumber, type OutTradeNo, type PlanId, type UserId } from '#events/ids.ts';
import type { AgreementEnd } from '#events/memberships.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import {
  agreementStream,
  membershipStream,
  orderStream,
  planStream,
  standingStream,
  unpaidStream,
} from '#events/stream-names.ts';
import { DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import type { OfferedPlan } from '../catalog/plan.ts';
import { accept, type Command, type Decision, type States } from '../engine/command.ts';
import { type ActiveAgreement, agreementKind } from '../memberships/agreement.ts';
import { ending } from '../memberships/end-agreement.ts';
import { membershipKind, runOf } from '../memberships/membership.ts';
import { periodPrice } from '../prices/price.ts';
import { isHidden } from '../staff/standing.ts';
import { holdAll } from './effects.ts';
import { type OrderState, orderKind, type PlacedOrderState } from './order.ts';
import type { OrderInput } from './order-input.ts';
import { type PlanRequest, planRequest } from './placement.ts';
import { unpaidKind } from './unpaid.ts';

/** A renewal is charged this long before the membership ends. */
export const RENEWED_BEFORE_MS = 6 * HOUR_MS;
/** A renewal that could not be tried this long after the end is given up. */
const LATEST_MS = 3 * DAY_MS;
/** While a creator is hidden or banned nothing is charged; it is looked at again after this time. */
const HIDDEN_AGAIN_MS = HOUR_MS;
/** Longer than all tries together. */
const ORDER_TTL_SECONDS = 73 * 3_600;

export interface RenewMembership {
  user_id: UserId;
  plan_id: PlanId;
}

export type RenewalStep =
  /** There is no agreement, or its last try was made. */
  | { next: 'none' }
  | { next: 'wait'; at: Millis }
  /** The provider is asked to charge this order now. `agreed_with`: the order whose payer agreed. */
  | { next: 'charge'; order: OrderPlacedData; agreed_with: OutTradeNo; attempt: number };

const whileHidden = (now: Millis): RenewalStep => ({ next: 'wait', at: now + HIDDEN_AGAIN_MS });

/** The open renewal's order, or the next one's: the same for every worker and try. */
const renewalNumber = ({ agreed, renewals, renewal }: ActiveAgreement): OutTradeNo =>
  renewal?.out_trade_no ??
  houseOrderNumber('renewal', agreed.plan_id, agreed.out_trade_no, String(renewals + 1));

/** The end that is renewed: of the plan's run, also after it. null: it never ends. */
function endOf(states: States, { agreed, until }: ActiveAgreement): Millis | null {
  const stream = membershipStream(agreed.creator_id, agreed.user_id);
  const run = runOf(states.get(membershipKind, stream), agreed.plan_id);
  return run === null ? until : run.until;
}

function inputOf(state: ActiveAgreement): OrderInput {
  const { user_id, plan_id, months, provider } = state.agreed;
  const out_trade_no = renewalNumber(state);
  const paying = { py_type: 'apy', provider, remark_ref: null, custom_order_id: '' };
  const once = { request_hash: out_trade_no, ttl_seconds: ORDER_TTL_SECONDS };
  return { out_trade_no, user_id, plan_id, month: months, lines: [], ...paying, ...once };
}

const ENDS: Readonly<Partial<Record<Refusal['code'], AgreementEnd>>> = {
  downgrade_unsupported: 'replaced',
  purchase_limit_reached: 'limit_reached',
  state_does_not_allow: 'plan_changed',
};
const endFor = ({ code }: Refusal): AgreementEnd => ENDS[code] ?? 'not_on_sale';

/** What the plan asks now is what the fan agreed to. */
const asAgreed = ({ offer }: OfferedPlan, { agreed }: ActiveAgreement): boolean =>
  offer.can_ali_agreement && !offer.permanent && offer.pay_month === agreed.months;

const requestOf = (state: ActiveAgreement): PlanRequest => planRequest(inputOf(state));

/** The order of the next period at the agreed price, or at the plan's if that is lower now; or why there is none. */
function renewed(states: States, state: ActiveAgreement, now: Millis): OrderPlacedData | AgreementEnd {
  const request = requestOf(state);
  const quote = request.quote(states, now, { invite_later: true });
  if (isRefusal(quote)) return endFor(quote);
  if (quote.upgrade) return 'replaced';
  if (!asAgreed(quote.plan, state)) return 'plan_changed';
  const show_amount = periodPrice(quote.plan.offer);
  const total_amount = fenOf(Math.min(state.agreed.amount, show_amount));
  const discount = fenOf(show_amount - total_amount);
  const pricing = { rule: 'plain' as const, vip: false, month_percent: 0 };
  return { ...request.order(states, quote, null, now), show_amount, total_amount, discount, pricing };
}

/** The order to look at, or to place. */
const streamOf = (state: ActiveAgreement): string => orderStream(renewalNumber(state));
const orderOf = (states: States, state: ActiveAgreement): OrderState =>
  states.get(orderKind, streamOf(state));

function placed(states: States, state: ActiveAgreement, until: Millis, now: Millis): Decision<RenewalStep> {
  const given_up = (reason: AgreementEnd) => accept(ending(state, reason), { next: 'none' as const });
  if (now > until + LATEST_MS) return given_up('missed');
  if (isHidden(states, state.agreed.creator_id)) return accept([], whileHidden(now));
  // Its number belongs to another order, which is not charged.
  if (orderOf(states, state).phase !== 'none') return given_up('order_closed');
  const order = renewed(states, state, now);
  if (typeof order === 'string') return given_up(order);
  const held = holdAll(states, order, now);
  if (!held.ok) return given_up(endFor(held.refusal));
  const { creator_id, user_id, plan_id, out_trade_no: agreed_with } = state.agreed;
  const { out_trade_no, total_amount: amount } = order;
  const data = { creator_id, user_id, plan_id, out_trade_no, amount, until };
  const stream = agreementStream(plan_id, user_id);
  const events = [
    ...held.events,
    {
      stream: orderStream(out_trade_no),
      creator_id,
      id: derivedEventId('OrderPlaced', out_trade_no),
      event: { type: 'OrderPlaced' as const, data: order },
    },
    {
      stream,
      creator_id,
      id: derivedEventId('RenewalPlaced', out_trade_no),
      event: { type: 'RenewalPlaced' as const, data },
    },
  ];
  return accept(events, { next: 'charge', order, agreed_with, attempt: 1 });
}

/** The order that is open, as far as it can still be charged. */
function openStep({ renewal, agreed }: ActiveAgreement, order: PlacedOrderState, now: Millis): RenewalStep {
  if (order.phase !== 'pending' || renewal === null || renewal.next_at === null) return { next: 'none' };
  if (renewal.next_at > now) return { next: 'wait', at: renewal.next_at };
  const attempt = renewal.failed + 1;
  return { next: 'charge', order: order.placed, agreed_with: agreed.out_trade_no, attempt };
}

/**
 * The next step of an agreement: waits for the renewal's time, or places its order by the rules of `quoteFor` and all
 * effects, to be charged. A plan that asks something else, cannot be sold to the fan or was left ends the agreement
 * with that reason; a closed account of the fan ends it, too. While the creator is hidden or banned it waits, for three
 * days after the end at most: a fan is not charged for a membership that ended long ago. Refuses nothing; a repetition finds the order that was placed.
 */
export function renewMembership({ user_id, plan_id }: RenewMembership): Command<RenewalStep> {
  const stream = agreementStream(plan_id, user_id);
  return {
    name: 'renew_membership',
    actor: 'process:renewals',
    streams: [stream, planStream(plan_id), unpaidStream(user_id)],
    furtherStreams(states) {
      const state = states.get(agreementKind, stream);
      if (state.phase !== 'active') return [];
      const membership = membershipStream(state.agreed.creator_id, user_id);
      const standing = standingStream(state.agreed.creator_id);
      if (!states.sees(membership)) return [membership, standing];
      return [membership, standing, streamOf(state), ...requestOf(state).streams(states)];
    },
    decide(states, now) {
      const state = states.get(agreementKind, stream);
      if (state.phase !== 'active') return accept([], { next: 'none' });
      if (states.get(unpaidKind, unpaidStream(user_id)).closed) {
        return accept(ending(state, 'fan'), { next: 'none' });
      }
      const until = endOf(states, state);
      if (state.renewal !== null) {
        const order = orderOf(states, state);
        // Older logs can have another order under its number.
        const own = order.phase !== 'none' && order.placed.plan_id === plan_id;
        if (!own) return accept(ending(state, 'order_closed'), { next: 'none' });
        const step = openStep(state, order, now);
        const isPaused = step.next === 'charge' && isHidden(states, state.agreed.creator_id);
        return accept([], isPaused ? whileHidden(now) : step);
      }
      if (until === null) return accept(ending(state, 'plan_changed'), { next: 'none' });
      const due = until - RENEWED_BEFORE_MS;
      return now < due ? accept([], { next: 'wait', at: due }) : placed(states, state, until, now);
    },
  };
}
