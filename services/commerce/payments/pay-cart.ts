import { type CartOrderNo, type ChargeId, derivedEventId } from '#events/ids.ts';
import { cartStream, orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { cartKind, type PlacedCart } from '../cart/cart.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { orderKind, type PlacedOrderState } from '../orders/order.ts';
import { decidePayment, isKnown, type PaymentNotice, paymentStreams, toReturn } from './pay-order.ts';

/** Money of one charge for all orders of a cart. */
export interface CartPaymentNotice extends Omit<PaymentNotice, 'out_trade_no'> {
  cart_order_no: CartOrderNo;
}

/** `to_return`: some or all money is returned; each order has its part. */
export interface CartPaymentResult {
  cart_order_no: CartOrderNo;
  outcome: 'paid' | 'known' | 'to_return';
}

const orderAt = (states: States, stream: string): PlacedOrderState | undefined => {
  const order = states.get(orderKind, stream);
  return order.phase === 'none' ? undefined : order;
};

interface Shared {
  events: Decided[];
  returned: boolean;
}

/** Each order is paid with its own total. */
function share(states: States, cart: PlacedCart, notice: CartPaymentNotice, now: Millis): Shared {
  const events: Decided[] = [];
  let returned = false;
  for (const { out_trade_no, total_amount: amount } of cart.orders) {
    const seen = statesAfter(states, events, now);
    const order = orderAt(seen, orderStream(out_trade_no));
    if (order === undefined) continue;
    const decision = decidePayment(seen, order, { ...notice, out_trade_no, amount }, now);
    if (!decision.accepted) continue;
    returned ||= decision.result.outcome === 'to_return';
    events.push(...decision.events);
  }
  return { events, returned };
}

/** The order that returns a different amount. */
function firstOrder(states: States, { orders }: PlacedCart): PlacedOrderState | undefined {
  const number = orders[0]?.out_trade_no;
  return number && orderAt(states, orderStream(number));
}

/** A wrong amount of this charge was returned: its money is no longer there for any of the orders. */
const isSentBack = (states: States, cart: PlacedCart, charge: ChargeId): boolean =>
  firstOrder(states, cart)?.late.some(
    (late) => late.charge_id === charge && late.reason === 'amount' && late.returned,
  ) ?? false;

/** A different amount pays nothing: the first order returns all of it. */
function sendBack(states: States, cart: PlacedCart, notice: CartPaymentNotice): Shared {
  const order = firstOrder(states, cart);
  // An earlier notice had another amount: the first one counts.
  if (!order || isKnown(order, notice.charge_id)) return { events: [], returned: false };
  const decision = toReturn(order, { ...notice, out_trade_no: order.placed.out_trade_no }, 'amount');
  return { events: decision.accepted ? [...decision.events] : [], returned: true };
}

function decideCart(states: States, cart: PlacedCart, notice: CartPaymentNotice, now: Millis) {
  const { cart_order_no, charge_id, amount, provider } = notice;
  const fits = amount === cart.total_amount;
  if (fits && isSentBack(states, cart, charge_id)) {
    return accept([], { cart_order_no, outcome: 'known' as const });
  }
  const { events, returned } = fits ? share(states, cart, notice, now) : sendBack(states, cart, notice);
  if (!fits && events.length === 0) return accept([], { cart_order_no, outcome: 'known' as const });
  // The right amount after a wrong one is a different notice.
  const parts = fits ? [] : [String(amount)];
  const paid: Decided = {
    stream: cartStream(cart_order_no),
    creator_id: cart.orders[0]?.creator_id ?? '',
    event: { type: 'CartPaid', data: { cart_order_no, charge_id, amount } },
    id: derivedEventId('CartPaid', cart_order_no, charge_id, provider, ...parts),
  };
  const outcome = returned ? ('to_return' as const) : ('paid' as const);
  return accept([...events, paid], { cart_order_no, outcome });
}

/**
 * Records a payment for a cart: each of its orders gets its part, by the rules of `payOrder`. Idempotent
 * by charge id. An unknown cart is not_found.
 */
export function payCart(notice: CartPaymentNotice): Command<CartPaymentResult> {
  const stream = cartStream(notice.cart_order_no);
  const orderStreamsOf = (states: States): string[] => {
    const cart = states.get(cartKind, stream);
    return cart.phase === 'none' ? [] : cart.orders.map(({ out_trade_no }) => orderStream(out_trade_no));
  };
  return {
    name: 'pay_cart',
    repeatable: { input: notice, of: { stream } },
    owed: true,
    actor: `provider:${notice.provider}`,
    causation_id: notice.causation_id,
    streams: [stream],
    furtherStreams(states) {
      const orders = orderStreamsOf(states);
      if (!orders.every((order) => states.sees(order))) return orders;
      return [...orders, ...orders.flatMap((order) => paymentStreams(states.get(orderKind, order)))];
    },
    decide(states, now) {
      const cart = states.get(cartKind, stream);
      if (cart.phase === 'none') return refuse({ code: 'not_found' });
      const { cart_order_no, charge_id } = notice;
      if (cart.charges.includes(charge_id)) return accept([], { cart_order_no, outcome: 'known' });
      return decideCart(states, cart, notice, now);
    },
  };
}
