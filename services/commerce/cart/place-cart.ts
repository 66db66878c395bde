import type { CartOrderNo, UserId } from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, LARGEST_INPUT, sum, toWire } from '#events/money.ts';
import { cartEntryStream, cartStream, orderStream, planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type FieldError, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { orderKind, type PlacedOrderState } from '../orders/order.ts';
import {
  creatorOf,
  orderStreams,
  type PlaceOrder,
  type Placing,
  paidForNothing,
  placing,
} from '../orders/place-order.ts';
import { membershipClash, refusedWithin } from '../orders/several-orders.ts';
import { addUnpaid, unpaidStreams } from '../orders/unpaid-limits.ts';
import { type CartState, cartKind, evolveCart, noCart, type PlacedCart } from './cart.ts';
import type { EntryRevision } from './cart-entry.ts';
import { claimed, orderedBefore } from './entry-claims.ts';

/** Orders that one cart may hold. */
export const MOST_CART_ORDERS = 50;
/** Lines and tickets of all orders: the events of their payment must fit into one command. */
const MOST_CART_LINES = 250;

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
  refusal.code === 'price_changed' || refusal.code === 'open_order_exists' ? refusal : { ...refusal, errors };

/** The order, unless it cannot be bought with those before it. */
function together(before: readonly Placing[], one: Placing | Refusal): Placing | Refusal {
  if (isRefusal(one)) return one;
  const others = before.map(({ order }) => order.placed);
  return membershipClash(others, one.order.placed) ?? one;
}

/** All orders in sequence, each after the holds of those before; or all refusals. */
function placeAll(states: States, input: PlaceCart, now: Millis): Placing[] | Refusal {
  const placed: Placing[] = [];
  let refusal: Refusal | null = null;
  const errors: FieldError[] = [];
  let seen = states;
  for (const [n, order] of input.orders.entries()) {
    const one = together(placed, placing(seen, order, now));
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

/** More lines and tickets than can be paid together. */
function tooManyLines(placed: readonly Placing[]): Refusal | null {
  const lines = placed.reduce(
    (all, { order: { placed: one } }) => all + one.lines.length + one.tickets.length,
    0,
  );
  return lines > MOST_CART_LINES
    ? badInput('orders', { key: 'too_many', max: String(MOST_CART_LINES) })
    : null;
}

function totalRefusal(total: Fen, input: PlaceCart): Refusal | null {
  if (total > LARGEST_INPUT) {
    return badInput('total_amount', { key: 'out_of_range', min: '0.01', max: toWire(LARGEST_INPUT) });
  }
  if (input.total_amount === undefined || input.total_amount === total) return null;
  return { code: 'price_changed', total_amount: toWire(total) };
}

function cartPlaced(input: PlaceCart, placed: readonly Placing[], now: Millis): Decided['event'] {
  const { cart_order_no, user_id, provider, request_hash } = input;
  const orders = placed.map(({ order }) => {
    const { out_trade_no, creator_id, total_amount } = order.placed;
    return { out_trade_no, creator_id, total_amount };
  });
  const total_amount = sum(orders.map((order) => order.total_amount));
  const expires_at = now + input.ttl_seconds * 1000;
  const currency = DEFAULT_CURRENCY;
  const whose = { cart_order_no, user_id, orders, total_amount };
  return { type: 'CartPlaced', data: { ...whose, currency, provider, request_hash, expires_at } };
}

/** A cart paid entirely with redeem codes is free: all of its orders are paid immediately. */
function paidAtOnce(states: States, placed: readonly Placing[], now: Millis): Decided[] | Refusal {
  const events: Decided[] = [];
  for (const { order } of placed) {
    const free = paidForNothing(statesAfter(states, events, now), order, now);
    if (isRefusal(free)) return free;
    events.push(...free.events);
  }
  return events;
}

function decide(states: States, input: PlaceCart, now: Millis) {
  const { entries = [] } = input;
  const bought = orderedBefore(states, entries);
  if (bought) return refuse(bought);
  const placed = placeAll(states, input, now);
  if (isRefusal(placed)) return refuse(placed);
  const crowded = tooManyLines(placed);
  if (crowded) return refuse(crowded);
  const event = cartPlaced(input, placed, now);
  // Placed just now, so no longer none.
  const cart = evolveCart(noCart, event, now) as PlacedCart;
  const refusal = totalRefusal(cart.total_amount, input);
  if (refusal) return refuse(refusal);
  const held = placed.flatMap((one) => one.events);
  const after = statesAfter(states, held, now);
  const paid = cart.total_amount === 0 ? paidAtOnce(after, placed, now) : [];
  if (isRefusal(paid)) return refuse(paid);
  const creator_id = cart.orders[0]?.creator_id ?? '';
  const unpaid = addUnpaid(
    states,
    input.user_id,
    placed.map(({ order }) => order),
  );
  if (isRefusal(unpaid)) return refuse(unpaid);
  const creators = cart.orders.map((order) => order.creator_id);
  const claims = claimed(entries, input, creators);
  const events = [
    ...claims,
    ...unpaid,
    ...held,
    { stream: cartStream(input.cart_order_no), creator_id, event },
    ...paid,
  ];
  const finished = statesAfter(states, events, now);
  const orders = cart.orders.flatMap(({ out_trade_no }) => {
    const order = finished.get(orderKind, orderStream(out_trade_no));
    return order.phase === 'none' ? [] : [order];
  });
  return accept(events, { cart, orders, repeated: false });
}

function repetition(states: States, cart: CartState, input: PlaceCart): PlacedCartResult | Refusal | null {
  if (cart.phase === 'none') return null;
  if (cart.request_hash !== input.request_hash || cart.user_id !== input.user_id) {
    return { code: 'idempotency_key_reused' };
  }
  const orders = cart.orders.flatMap(({ out_trade_no }) => {
    const order = states.get(orderKind, orderStream(out_trade_no));
    return order.phase === 'none' ? [] : [order];
  });
  return { cart, orders, repeated: true };
}

/**
 * Places several orders paid together: all or none. A refusal names each order by its place (`orders.2`), with the
 * code of the first. The same key and request return the existing cart.
 */
export function placeCart(input: PlaceCart): Command<PlacedCartResult> {
  const stream = cartStream(input.cart_order_no);
  const [first] = input.orders;
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
            ...input.orders.flatMap((order) => orderStreams(states, order)),
            ...unpaidStreams(states, input.user_id),
          ]
        : [],
    decide(states, now) {
      const before = repetition(states, states.get(cartKind, stream), input);
      if (isRefusal(before)) return refuse(before);
      return before === null ? decide(states, input, now) : accept([], before);
    },
  };
}
