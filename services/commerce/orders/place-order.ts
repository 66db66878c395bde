import type { PlanId, UserId } from '#events/ids.ts';
import { type Fen, fenOf, LARGEST_INPUT, toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { accountStream, orderStream, planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { affiliateFor, codeStreams } from '../affiliates/code-use.ts';
import { planKind } from '../catalog/plan.ts';
import {
  accept,
  type Command,
  type Decided,
  type Repeatable,
  refuse,
  type States,
} from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { type Quote, quoteFor, quoteStreams } from '../prices/quote.ts';
import { confirmAll, effectStreams, holdAll } from './effects.ts';
import { offerAgreement } from './offer-agreement.ts';
import { evolveOrder, noOrder, orderKind, type PlacedOrderState } from './order.ts';
import { customOrder, holdersRefusal, type OrderInput, orderedFrom, outlineOf } from './ordered.ts';
import { addUnpaid, openOrderLike, unpaidStreams } from './unpaid-limits.ts';

export interface PlaceOrder extends OrderInput {
  /** An amount of the fan's choice, for a creator instead of a plan. */
  custom?: { creator_id: UserId; amount: Fen };
  /** Refuse if the fan has an unpaid order for the same. */
  unless_open?: boolean | undefined;
  /** The fan agrees to renewals at this amount, in fen. */
  agreement_amount?: Fen | undefined;
}

export interface PlacedOrder {
  order: PlacedOrderState;
  /** The order exists already: nothing was written. */
  repeated: boolean;
}

/** The smallest amount of the fan's choice: 5.00 (docs/domain/prices.md, step 9). */
export const SMALLEST_CUSTOM_AMOUNT = fenOf(500);
const NO_PLAN_ID = '' as PlanId;

/** The refusals of a valid quote for this fan. */
function refusalFor(quote: Quote, input: OrderInput): Refusal | null {
  const { plan, price } = quote;
  if (plan.creator_id === input.user_id) return { code: 'not_allowed' };
  if (plan.offer.remark_required && input.remark_ref === null) return badInput('remark', { key: 'required' });
  if (input.total_amount !== undefined && input.total_amount !== price.total_amount) {
    return { code: 'price_changed', total_amount: toWire(price.total_amount) };
  }
  return holdersRefusal(quote, input);
}

/** Streams that an order reads and writes, as far as the loaded states name them. */
export function orderStreams(states: States, input: PlaceOrder): string[] {
  const byCode = (creator: UserId): string[] => codeStreams(states, creator, input.affiliate_code);
  if (input.custom) {
    const { creator_id } = input.custom;
    return [accountStream(creator_id), ...byCode(creator_id)];
  }
  const plan = states.get(planKind, planStream(input.plan_id));
  if (plan.phase === 'none') return [];
  // Only SKUs of the plan: others are refused without a read.
  const outline = outlineOf(input, plan);
  return [
    ...quoteStreams(plan, input.user_id),
    ...(outline ? effectStreams(outline) : []),
    ...byCode(plan.creator_id),
  ];
}

function customOrdered(
  states: States,
  input: PlaceOrder,
  { creator_id, amount }: NonNullable<PlaceOrder['custom']>,
  now: Millis,
): OrderPlacedData | Refusal {
  if (creator_id === input.user_id) return { code: 'not_allowed' };
  if (amount < SMALLEST_CUSTOM_AMOUNT || amount > LARGEST_INPUT) {
    const range = { min: toWire(SMALLEST_CUSTOM_AMOUNT), max: toWire(LARGEST_INPUT) };
    return badInput('custom_price', { key: 'out_of_range', ...range });
  }
  const request = { ...input, plan_id: NO_PLAN_ID };
  return customOrder(request, creator_id, amount, affiliateFor(states, { ...request, creator_id }), now);
}

function ordered(states: States, input: PlaceOrder, now: Millis): OrderPlacedData | Refusal {
  if (input.custom) return customOrdered(states, input, input.custom, now);
  const redeemed = input.redeem !== undefined && input.redeem !== null;
  const quoted = quoteFor(states, { ...input, redeemed }, now);
  if (!quoted.ok) return quoted.refusal;
  const { quote } = quoted;
  const refusal = refusalFor(quote, input);
  if (refusal) return refusal;
  // Of nothing there is no part.
  const affiliate = redeemed ? null : affiliateFor(states, { ...input, creator_id: quote.plan.creator_id });
  return orderedFrom(input, quote, states.versionOf(planStream(input.plan_id)), affiliate, now);
}

export interface Placing {
  order: PlacedOrderState;
  events: Decided[];
}

/** The events of an order: holds first, the order last; a free one is paid immediately. */
export function placing(states: States, input: PlaceOrder, now: Millis): Placing | Refusal {
  const placed = ordered(states, input, now);
  if (isRefusal(placed)) return placed;
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
export function paidForNothing(states: States, pending: PlacedOrderState, now: Millis): Placing | Refusal {
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

/** Checked before anything is held: the open order may hold the last units. */
function openBefore(states: States, input: PlaceOrder, now: Millis): Refusal | undefined {
  const wanted = ordered(states, input, now);
  const out_trade_no = isRefusal(wanted) ? undefined : openOrderLike(states, wanted);
  return out_trade_no && { code: 'open_order_exists', out_trade_no };
}

/** The existing order with this number if it is equal; otherwise the number is used for another. */
function repetition(states: States, input: OrderInput): PlacedOrderState | Refusal | null {
  const before = states.get(orderKind, orderStream(input.out_trade_no));
  if (before.phase === 'none') return null;
  const same = before.placed.request_hash === input.request_hash && before.placed.user_id === input.user_id;
  return same ? before : { code: 'idempotency_key_reused' };
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
  const plan_streams = input.custom ? [] : [planStream(input.plan_id)];
  return {
    name: 'place_order',
    repeatable: { input, of: creatorOf(input) },
    bulk: 'sku',
    actor: `user:${input.user_id}`,
    streams: [stream, ...plan_streams],
    begins: [stream],
    furtherStreams: (states) =>
      states.get(orderKind, stream).phase === 'none'
        ? [...orderStreams(states, input), ...unpaidStreams(states, input.user_id)]
        : [],
    decide(states, now) {
      const before = repetition(states, input);
      if (isRefusal(before)) return refuse(before);
      if (before !== null) return accept([], { order: before, repeated: true });
      const open = input.unless_open ? openBefore(states, input, now) : undefined;
      if (open) return refuse(open);
      const placed = placing(states, input, now);
      if (isRefusal(placed)) return refuse(placed);
      const offered = offerAgreement(states, input, placed.order.placed);
      if (isRefusal(offered)) return refuse(offered);
      const unpaid = addUnpaid(states, input.user_id, [placed.order]);
      if (isRefusal(unpaid)) return refuse(unpaid);
      return accept([...unpaid, ...offered, ...placed.events], { order: placed.order, repeated: false });
    },
  };
}
