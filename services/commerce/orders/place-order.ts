import type { Fen } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { orderStream, planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import {
  accept,
  type Command,
  type Decided,
  type Repeatable,
  refuse,
  type States,
} from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { type CustomAmount, placementOfAmount } from './custom-amount.ts';
import { confirmAll, holdAll } from './effects.ts';
import { offerAgreement } from './offer-agreement.ts';
import { evolveOrder, noOrder, orderKind, type PlacedOrderState } from './order.ts';
import type { OrderInput } from './order-input.ts';
import { type Placement, placementOfPlan } from './placement.ts';
import { addUnpaid, boughtLike, openOrderLike, unpaidStreams } from './unpaid-limits.ts';

export interface PlaceOrder extends OrderInput {
  /** An amount of the fan's choice, for a creator instead of a plan. */
  custom?: CustomAmount;
  /** Refuse if the fan has an unpaid order for the same. */
  unless_open?: boolean | undefined;
  /** Refuse if the fan has paid for the same within the last minute. */
  unless_bought?: boolean | undefined;
  /** The texts that the fan agreed to at the order button, by their day; undefined: a program that asks for no consent. */
  terms_version?: string | undefined;
  /** The fan agrees to renewals at this amount, in fen. */
  agreement_amount?: Fen | undefined;
}

export const placementOf = (input: PlaceOrder): Placement =>
  input.custom ? placementOfAmount(input, input.custom) : placementOfPlan(input);

export interface PlacedOrder {
  order: PlacedOrderState;
  /** The order exists already: nothing was written. */
  repeated: boolean;
}

export interface PlacementEvents {
  order: PlacedOrderState;
  events: Decided[];
}

/** The events of an order: holds first, the order last; a free one is paid immediately. */
export function hold(states: States, placed: OrderPlacedData, now: Millis): PlacementEvents | Refusal {
  const held = holdAll(states, placed, now);
  if (!held.ok) return held.refusal;
  const { creator_id, out_trade_no } = placed;
  const stream = orderStream(out_trade_no);
  const order = { type: 'OrderPlaced' as const, data: placed };
  const pending = evolveOrder(noOrder, order, now) as PlacedOrderState; // an order placed is no longer none
  // A store that appends stream by stream leaves at worst a hold that expires.
  const events: Decided[] = [...held.events, { stream, creator_id, event: order }];
  if (placed.total_amount > 0 || placed.cart_order_no !== null) return { order: pending, events };
  const free = paidForNothing(statesAfter(states, held.events, now), pending, now);
  return isRefusal(free) ? free : { order: free.order, events: [...events, ...free.events] };
}

/** An order that costs nothing is paid without a charge. */
export function paidForNothing(
  states: States,
  pending: PlacedOrderState,
  now: Millis,
): PlacementEvents | Refusal {
  const { placed } = pending;
  const confirmed = confirmAll(states, placed, now);
  if (!confirmed.ok) return { code: 'state_does_not_allow' };
  const { out_trade_no, creator_id, total_amount: amount } = placed;
  const paid = {
    type: 'OrderPaid' as const,
    data: { out_trade_no, charge_id: null, amount, revived: false },
  };
  return {
    order: evolveOrder(pending, paid, now) as PlacedOrderState, // paid, which is not none
    events: [...confirmed.events, { stream: orderStream(out_trade_no), creator_id, event: paid }],
  };
}

/** The consent to the terms, if the request states it. */
export function termsAccepted({ terms_version: version }: PlaceOrder, order: OrderPlacedData): Decided[] {
  if (version === undefined) return [];
  const { creator_id, out_trade_no } = order;
  const event = { type: 'OrderTermsAccepted' as const, data: { out_trade_no, version } };
  return [{ stream: orderStream(out_trade_no), creator_id, event }];
}

/** The existing order with this number if it is equal; otherwise the number is used for another. */
function repetition(states: States, input: OrderInput): PlacedOrderState | Refusal | null {
  const before = states.get(orderKind, orderStream(input.out_trade_no));
  if (before.phase === 'none') return null;
  const same = before.placed.request_hash === input.request_hash && before.placed.user_id === input.user_id;
  return same ? before : { code: 'idempotency_key_reused' };
}

/** Checked before anything is held: the open order may hold the last units. */
function sameRefusal(states: States, input: PlaceOrder, order: OrderPlacedData, now: Millis): Refusal | null {
  const open = input.unless_open ? openOrderLike(states, order) : undefined;
  if (open !== undefined) return { code: 'open_order_exists', out_trade_no: open };
  const bought = input.unless_bought ? boughtLike(states, order, now) : undefined;
  return bought === undefined ? null : { code: 'bought_just_now', paid_order: bought };
}

/** The order's events, with the fan's agreement to renewals and the note among the unpaid; or why there is none. */
function place(
  states: States,
  input: PlaceOrder,
  placement: Placement,
  now: Millis,
): PlacementEvents | Refusal {
  const order = placement.order(states, now);
  if (isRefusal(order)) return order;
  const placed = sameRefusal(states, input, order, now) ?? hold(states, order, now);
  if (isRefusal(placed)) return placed;
  const agreement = offerAgreement(states, input, order);
  if (isRefusal(agreement)) return agreement;
  const unpaid = addUnpaid(states, input.user_id, [placed.order]);
  if (isRefusal(unpaid)) return unpaid;
  const events = [...unpaid, ...agreement, ...placed.events, ...termsAccepted(input, order)];
  return { order: placed.order, events };
}

/** Of the plan, or of the custom amount. */
export const creatorOf = ({ custom, plan_id }: PlaceOrder): Repeatable['of'] =>
  custom ? { creator_id: custom.creator_id } : { stream: planStream(plan_id) };

/**
 * Places an order: the price is decided on the present plan, and all holds are in the same append. The same number
 * and request return the existing order; another request is refused (idempotency_key_reused). Further refusals
 * besides those of `quoteFor`: the own plan (not_allowed), a missing remark, tickets without holders, price_changed,
 * an agreement that the plan does not offer at this amount, those of the effects (out_of_stock,
 * purchase_limit_reached, redeem_code_used), and too many unpaid orders or units.
 */
export function placeOrder(input: PlaceOrder): Command<PlacedOrder> {
  const stream = orderStream(input.out_trade_no);
  const placement = placementOf(input);
  return {
    name: 'place_order',
    repeatable: { input, of: creatorOf(input) },
    bulk: 'sku',
    actor: `user:${input.user_id}`,
    streams: input.custom ? [stream] : [stream, planStream(input.plan_id)],
    begins: [stream],
    furtherStreams: (states) =>
      states.get(orderKind, stream).phase === 'none'
        ? [...placement.streams(states), ...unpaidStreams(states, input.user_id)]
        : [],
    decide(states, now) {
      const before = repetition(states, input);
      if (isRefusal(before)) return refuse(before);
      if (before !== null) return accept([], { order: before, repeated: true });
      const placed = place(states, input, placement, now);
      if (isRefusal(placed)) return refuse(placed);
      return accept(placed.events, { order: placed.order, repeated: false });
    },
  };
}
