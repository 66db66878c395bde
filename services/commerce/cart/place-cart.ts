import type { CartOrderNo, OutTradeNo, UserId } from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, MAX_INPUT, sum, toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { cartEntryStream, cartStream, orderStream, planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type FieldError, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { orderKind, type PlacedOrderState } from '../orders/order.ts';
import {
  creatorOf,
  hold,
  type PlacementEvents,
  type PlaceOrder,
  paidForNothing,
  placementOf,
  termsAccepted,
} from '../orders/place-order.ts';
import type { Placement } from '../orders/placement.ts';
import { membershipClash, refusedWithin } from '../orders/several-orders.ts';
import { addUnpaid, unpaidStreams } from '../orders/unpaid-limits.ts';
import { cartKind, type PlacedCart } from './cart.ts';
import type { EntryRevision } from './cart-entry.ts';
import { claimed, orderedBefore } from './entry-claims.ts';

/** Orders that one cart may hold. */
export const MAX_CART_ORDERS = 50;
/** Lines and tickets of all orders: the events of their payment must fit into one command. */
const MAX_CART_LINES = 250;

export interface PlaceCart {
  cart_order_no: CartOrderNo;
  user_id: UserId;
  /** One order per entry, each with its number from `orderOfCart` and this cart's number. */
  orders: readonly PlaceOrder[];
  /** The entry that each order buys, in the same order. None where no cart of a fan is behind it (simulation). */
  entries?: readonly EntryRevision[];
  /** The total that the fan was shown, in fen; another total now is refused with the new one. */
  total_amount?: Fen;
  provider: string;
  /** SHA-256 of the request, to distinguish a repetition from a reused key. */
  request_hash: string;
  ttl_seconds: number;
}

export interface PlacedCartResult {
  cart: PlacedCart;
  orders: readonly PlacedOrderState[];
  repeated: boolean;
}

/** The refusal with the errors of every order; a changed price is reported with the total, at the end. */
const withErrors = (refusal: Refusal, errors: FieldError[]): Refusal =>
  refusal.code === 'price_changed' ||
  refusal.code === 'open_order_exists' ||
  refusal.code === 'bought_just_now' ||
  refusal.code === 'draft_changed'
    ? refusal
    : { ...refusal, errors };

/** An order of the cart as it was sent, and what it would place. */
interface Placing {
  input: PlaceOrder;
  placement: Placement;
}

/** The order, unless it cannot be bought with those before it. */
function placeOne(
  states: States,
  { input, placement }: Placing,
  before: readonly PlacementEvents[],
  now: Millis,
): PlacementEvents | Refusal {
  const order = placement.order(states, now);
  if (isRefusal(order)) return order;
  const others = before.map((one) => one.order.placed);
  const placed = hold(states, order, now);
  if (isRefusal(placed)) return placed;
  return (
    membershipClash(others, order) ?? {
      ...placed,
      events: [...placed.events, ...termsAccepted(input, order)],
    }
  );
}

/** All orders in sequence, each after the holds of those before; or all refusals. */
function placeAll(states: States, placements: readonly Placing[], now: Millis): PlacementEvents[] | Refusal {
  const placed: PlacementEvents[] = [];
  let refusal: Refusal | null = null;
  const errors: FieldError[] = [];
  let seen = states;
  for (const [n, placement] of placements.entries()) {
    const one = placeOne(seen, placement, placed, now);
    if (isRefusal(one)) {
      refusal ??= one;
      errors.push(...refusedWithin(`orders.${n}`, one));
      continue;
    }
    placed.push(one);
    seen = statesAfter(seen, one.events, now);
  }
  return refusal === null ? placed : withErrors(refusal, errors);
}

/** More lines and tickets than can be paid together, a total out of range, or another than the fan was shown. */
function cartRefusal({ orders, total_amount: total }: Amounts, input: PlaceCart): Refusal | null {
  const lines = orders.reduce((all, { lines, tickets }) => all + lines.length + tickets.length, 0);
  if (lines > MAX_CART_LINES) return badInput('orders', { key: 'too_many', max: String(MAX_CART_LINES) });
  if (total > MAX_INPUT) {
    return badInput('total_amount', { key: 'out_of_range', min: '0.01', max: toWire(MAX_INPUT) });
  }
  if (input.total_amount === undefined || input.total_amount === total) return null;
  return { code: 'price_changed', total_amount: toWire(total) };
}

interface Amounts {
  orders: readonly OrderPlacedData[];
  total_amount: Fen;
}

function cartPlaced(input: PlaceCart, { orders, total_amount }: Amounts, now: Millis): Decided['event'] {
  const { cart_order_no, user_id, provider, request_hash } = input;
  const amounts = orders.map(({ out_trade_no, creator_id, total_amount }) => ({
    out_trade_no,
    creator_id,
    total_amount,
  }));
  const expires_at = now + input.ttl_seconds * 1000;
  const currency = DEFAULT_CURRENCY;
  const whose = { cart_order_no, user_id, orders: amounts, total_amount };
  return { type: 'CartPlaced', data: { ...whose, currency, provider, request_hash, expires_at } };
}

/** A cart paid entirely with redeem codes is free: all of its orders are paid immediately. */
function paidAtOnce(states: States, placed: readonly PlacementEvents[], now: Millis): Decided[] | Refusal {
  const events: Decided[] = [];
  for (const { order } of placed) {
    const free = paidForNothing(statesAfter(states, events, now), order, now);
    if (isRefusal(free)) return free;
    events.push(...free.events);
  }
  return events;
}

const ordersOf = (states: States, numbers: readonly { out_trade_no: OutTradeNo }[]): PlacedOrderState[] =>
  numbers.flatMap(({ out_trade_no }) => {
    const order = states.get(orderKind, orderStream(out_trade_no));
    return order.phase === 'none' ? [] : [order];
  });

interface Placed {
  events: Decided[];
  result: PlacedCartResult;
}

function place(
  states: States,
  input: PlaceCart,
  placements: readonly Placing[],
  now: Millis,
): Placed | Refusal {
  const { entries = [], user_id, cart_order_no } = input;
  const placed = orderedBefore(states, entries) ?? placeAll(states, placements, now);
  if (isRefusal(placed)) return placed;
  const orders = placed.map(({ order }) => order.placed);
  const amounts = { orders, total_amount: sum(orders.map((order) => order.total_amount)) };
  const refusal = cartRefusal(amounts, input);
  if (refusal) return refusal;
  const held = placed.flatMap((one) => one.events);
  const paid = amounts.total_amount === 0 ? paidAtOnce(statesAfter(states, held, now), placed, now) : [];
  if (isRefusal(paid)) return paid;
  const unpaid = addUnpaid(
    states,
    user_id,
    placed.map(({ order }) => order),
  );
  if (isRefusal(unpaid)) return unpaid;
  const creators = orders.map((order) => order.creator_id);
  const stream = cartStream(cart_order_no);
  const event = cartPlaced(input, amounts, now);
  const cart = { stream, creator_id: creators[0] ?? '', event };
  const events = [...claimed(entries, input, creators), ...unpaid, ...held, cart, ...paid];
  const after = statesAfter(states, events, now);
  // Placed just now, so no longer none.
  const result = { cart: after.get(cartKind, stream) as PlacedCart, orders: ordersOf(after, orders) };
  return { events, result: { ...result, repeated: false } };
}

/** The existing cart with this number if it is equal; otherwise the number is used for another. */
function repetition(states: States, input: PlaceCart): PlacedCartResult | Refusal | null {
  const cart = states.get(cartKind, cartStream(input.cart_order_no));
  if (cart.phase === 'none') return null;
  const same = cart.request_hash === input.request_hash && cart.user_id === input.user_id;
  if (!same) return { code: 'idempotency_key_reused' };
  return { cart, orders: ordersOf(states, cart.orders), repeated: true };
}

/**
 * Places several orders paid together: all or none. A refusal names each order by its place (`orders.2`), with the
 * code of the first. The same key and request return the existing cart.
 */
export function placeCart(input: PlaceCart): Command<PlacedCartResult> {
  const stream = cartStream(input.cart_order_no);
  const [first] = input.orders;
  const placements = input.orders.map((one) => ({ input: one, placement: placementOf(one) }));
  const own = input.orders.map(({ out_trade_no }) => orderStream(out_trade_no));
  const plans = input.orders.flatMap(({ custom, plan_id }) => (custom ? [] : [planStream(plan_id)]));
  const entries = (input.entries ?? []).map(({ cart_id }) => cartEntryStream(cart_id));
  return {
    name: 'place_cart',
    ...(first && { repeatable: { input, of: creatorOf(first) } }),
    bulk: 'orders',
    actor: `user:${input.user_id}`,
    streams: [...new Set([stream, ...own, ...plans, ...entries])],
    furtherStreams: (states) =>
      states.get(cartKind, stream).phase === 'none'
        ? [
            ...placements.flatMap(({ placement }) => placement.streams(states)),
            ...unpaidStreams(states, input.user_id),
          ]
        : [],
    decide(states, now) {
      const before = repetition(states, input);
      if (isRefusal(before)) return refuse(before);
      if (before !== null) return accept([], before);
      const placed = place(states, input, placements, now);
      return isRefusal(placed) ? refuse(placed) : accept(placed.events, placed.result);
    },
  };
}
