import { derivedEventId, type PlanId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { agreementStream, membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import {
  nothing,
  type OrderContents,
  type OrderEffect,
  writes,
} from '#services/commerce/engine/order-effect.ts';
import type { States } from '../engine/command.ts';
import { type AgreementState, agreementKind } from './agreement.ts';
import { ending } from './end-agreement.ts';
import { membershipKind } from './membership.ts';
import { heldBy } from './membership-effect.ts';
import { periodOf } from './period.ts';

const streamOf = ({ plan_id, user_id }: OrderContents): string => agreementStream(plan_id, user_id);
const agreementOf = (states: States, order: OrderPlacedData): AgreementState =>
  states.get(agreementKind, streamOf(order));

/** The membership's end once the order is paid; null: none. */
function endOf(states: States, order: OrderPlacedData, now: Millis): Millis | null {
  const stream = membershipStream(order.creator_id, order.user_id);
  const period = periodOf(states.get(membershipKind, stream), states.calendar, order, now);
  return typeof period === 'string' ? null : period.until;
}

/** The plan that the order replaces, now or when it ends. */
const replacedBy = ({ upgrade, membership }: OrderContents): PlanId | undefined =>
  upgrade?.from_plan ?? membership?.after;

/** Orders of memberships that can end: others have no agreement. */
const canRenew = ({ membership }: OrderContents): boolean => membership !== null && !membership.permanent;

/**
 * The fan's agreement to renewals: begins with the payment of its order, and each paid renewal moves it on. A full refund
 * of the plan, another plan in its place, and a renewal's order that is closed unpaid end it.
 */
export const agreementEffect: OrderEffect = {
  streams(order) {
    if (!canRenew(order)) return [];
    const { creator_id, user_id } = order;
    const replaced = replacedBy(order);
    const from = replaced ? [agreementStream(replaced, user_id)] : [];
    return [streamOf(order), membershipStream(creator_id, user_id), ...from];
  },
  refundStreams: (order, owner) => (canRenew(order) ? [streamOf(heldBy(order, owner))] : []),
  hold: nothing,
  confirm(states, order, now) {
    if (!canRenew(order)) return nothing();
    const { out_trade_no, creator_id, user_id, plan_id, total_amount: amount } = order;
    const replaced = replacedBy(order);
    const events = replaced
      ? ending(states.get(agreementKind, agreementStream(replaced, user_id)), 'replaced')
      : [];
    const state = agreementOf(states, order);
    const until = endOf(states, order, now);
    if (until === null) return writes(events);
    const stream = streamOf(order);
    if (state.phase === 'active' && state.renewal?.out_trade_no === out_trade_no) {
      const data = { creator_id, user_id, plan_id, out_trade_no, amount, until };
      const id = derivedEventId('RenewalPaid', out_trade_no);
      return writes([...events, { stream, creator_id, event: { type: 'RenewalPaid', data }, id }]);
    }
    if (state.phase === 'active' || state.offer?.out_trade_no !== out_trade_no) return writes(events);
    const event = { type: 'AgreementMade' as const, data: { ...state.offer, until } };
    const id = derivedEventId(event.type, out_trade_no);
    return writes([...events, { stream, creator_id, event, id }]);
  },
  release(states, order) {
    if (!canRenew(order)) return [];
    const state = agreementOf(states, order);
    if (state.phase !== 'active' || state.renewal?.out_trade_no !== order.out_trade_no) return [];
    return ending(state, state.renewal.next_at === null ? 'declined' : 'order_closed');
  },
  giveBack(states, order, { whole, owner }) {
    if (!(whole && canRenew(order))) return nothing();
    // The move ended the payer's agreement: another one belongs to a later purchase.
    return writes(ending(agreementOf(states, heldBy(order, owner)), 'refunded'));
  },
};
