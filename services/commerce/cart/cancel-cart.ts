import type { CartOrderNo, UserId } from '#events/ids.ts';
import { ORDER_STATUS, type OrderStatus } from '#events/status.ts';
import { cartStream, orderStream } from '#events/stream-names.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { cancelling } from '../orders/cancel-order.ts';
import { effectStreams } from '../orders/effects.ts';
import { orderKind } from '../orders/order.ts';
import { cartKind, type PlacedCart } from './cart.ts';

export interface CancelCart {
  cart_order_no: CartOrderNo;
  /** Its fan, or the creator of one of its orders: one charge pays for all of them or for none. */
  user_id: UserId;
}

const concerns = ({ user_id, orders }: PlacedCart, user: UserId): boolean =>
  user_id === user || orders.some(({ creator_id }) => creator_id === user);

/**
 * Cancels all unpaid orders of a cart; all holds are released in the same append. A paid cart is
 * state_does_not_allow, another's not_found; a repetition changes nothing.
 */
export function cancelCart(input: CancelCart): Command<{ status: OrderStatus }> {
  const { cart_order_no, user_id } = input;
  const stream = cartStream(cart_order_no);
  const ordersOf = (states: States) => {
    const cart = states.get(cartKind, stream);
    return cart.phase === 'none' ? [] : cart.orders.map(({ out_trade_no }) => orderStream(out_trade_no));
  };
  return {
    name: 'cancel_cart',
    repeatable: { input, of: { stream } },
    owed: true,
    actor: `user:${user_id}`,
    streams: [stream],
    furtherStreams(states) {
      const orders = ordersOf(states);
      if (!orders.every((order) => states.sees(order))) return orders;
      const effects = orders.flatMap((one) => {
        const order = states.get(orderKind, one);
        return order.phase === 'pending' ? effectStreams(order.placed) : [];
      });
      return [...orders, ...effects];
    },
    decide(states, now) {
      const cart = states.get(cartKind, stream);
      if (cart.phase === 'none' || !concerns(cart, user_id)) return refuse({ code: 'not_found' });
      const reason = cart.user_id === user_id ? 'fan' : 'creator';
      const events: Decided[] = [];
      for (const one of ordersOf(states)) {
        const seen = statesAfter(states, events, now);
        const order = seen.get(orderKind, one);
        if (order.phase === 'paid') return refuse({ code: 'state_does_not_allow' });
        if (order.phase === 'pending') events.push(...cancelling(seen, order, reason));
      }
      return accept(events, { status: ORDER_STATUS.cancelled });
    },
  };
}
