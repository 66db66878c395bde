import { asOutTradeNo, isCartNumber, type UserId } from '#events/ids.ts';
import { sum, toWire } from '#events/money.ts';
import { ORDER_STATUS } from '#events/status.ts';
import { orderStream } from '#events/stream-names.ts';
import { cancelCart } from '#services/commerce/cart/cancel-cart.ts';
import { cancelOrder as cancelOne } from '#services/commerce/orders/cancel-order.ts';
import {
  IMPORT_PROVIDER,
  type OrderState,
  orderKind,
  type PlacedOrderState,
} from '#services/commerce/orders/order.ts';
import { cancelOrder, checkOrder, getPayUrl } from '#services/contract/orders/orders.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { getsPayPal } from '../http/proxies/abroad.ts';
import { notFound } from '../http/refusals.ts';
import {
  cartNamed,
  cartStatus,
  payForCart,
  payForOrder,
  sellersAreShown,
} from '../payments/order-payment.ts';
import { checkedOrders, concerns } from './checked-order.ts';
import { type NamedOrders, namedOrders } from './order-group.ts';

/**
 * Its number is a secret of who has it: 26 random digits. Imported orders have numbers of their creators, which others
 * can guess.
 */
const isPublic = ({ placed }: PlacedOrderState): boolean => placed.provider !== IMPORT_PROVIDER;

/** Existing orders, single or as carts: state and cancellation. */
export const placedOrderRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'orders');
  const { committer } = deps;

  const orderNamed = (out_trade_no: string): Promise<{ result: OrderState; position: number }> => {
    const stream = orderStream(asOutTradeNo(out_trade_no));
    return committer.readAt([stream], (states) => states.get(orderKind, stream));
  };

  interface Looking {
    user: UserId | undefined;
    /** Whether PayPal is offered. */
    paypal: boolean;
  }

  async function checkOne(out_trade_no: string, { user, paypal }: Looking) {
    const { result: order, position } = await orderNamed(out_trade_no);
    if (order.phase === 'none' || !(isPublic(order) || concerns(order, user))) return notFound;
    const pay = await payForOrder(deps, order, { paypal });
    const [checked] = await checkedOrders(deps, [order], { user, pay, position });
    return checked ?? notFound;
  }

  /** Of a cart, a creator sees the own orders; anyone else sees all. */
  async function checkCart(number: string, { user, paypal }: Looking) {
    const position = await deps.log.head();
    const found = isCartNumber(number) ? await cartNamed(deps, number) : undefined;
    if (found === undefined) return notFound;
    const { cart, orders } = found;
    const own = orders.filter((order) => concerns(order, user));
    const theirs = own.length === 0 ? orders : own;
    const pay = await payForCart(deps, cart, orders, { paypal });
    return {
      cart_order_no: cart.cart_order_no,
      status: cartStatus(orders),
      total_amount: toWire(sum(theirs.map(({ placed }) => placed.total_amount))),
      create_time: Math.floor(cart.placed_at / 1000),
      expires_at: Math.floor(cart.expires_at / 1000),
      now: Math.floor(deps.clock.now() / 1000),
      orders: await checkedOrders(deps, theirs, { user, pay, position }),
      own: own.length > 0,
      pay,
      position,
    };
  }

  on(checkOrder, ({ query: { out_trade_no, cart_order_no = '' }, caller, request }) => {
    const looking = { user: caller?.user_id, paypal: getsPayPal(deps.config.countryHeader, request) };
    return out_trade_no === undefined ? checkCart(cart_order_no, looking) : checkOne(out_trade_no, looking);
  });

  on(getPayUrl, async ({ query: { py_type, ...query }, caller, request }) => {
    const paypal = getsPayPal(deps.config.countryHeader, request);
    if (py_type === 'pp' && !paypal) return badInput('py_type', { key: 'abroad_only' });
    const cart_order_no = await requestedCart(query);
    const { out_trade_no = '' } = query;
    const named = await namedOrders(committer, cart_order_no === null ? { out_trade_no } : { cart_order_no });
    const [first] = named;
    if (first === undefined || !isPublic(first)) return notFound;
    // Anyone can pay for the fan; to the creator the money comes.
    if (first.placed.creator_id === caller?.user_id) return notFound;
    const collector = py_type === undefined ? undefined : deps.payments.providerFor(py_type);
    if (py_type !== undefined && collector?.name !== first.placed.provider) {
      return badInput('py_type', { key: 'unknown' });
    }
    const status = cartStatus(named);
    if (status === ORDER_STATUS.cancelled) return { code: 'order_closed' };
    if (status === ORDER_STATUS.success) return { code: 'state_does_not_allow' };
    if (!(await sellersAreShown(deps, named))) {
      return badInput(out_trade_no === '' ? 'cart_order_no' : 'out_trade_no', { key: 'not_on_sale' });
    }
    const pay = await payForOrder(deps, first, { ip: request.ip, py_type, paypal });
    if (pay.refusal === 'not_granted') return badInput('py_type', { key: 'not_granted' });
    return {
      out_trade_no,
      cart_order_no: cart_order_no ?? '',
      url: pay.url,
      expires_at: Math.floor(first.placed.expires_at / 1000),
      pay,
    };
  });

  /** Number of the cart that is meant, also by one of its orders; null for an order that is in none. */
  async function requestedCart({ out_trade_no, cart_order_no = '' }: NamedOrders): Promise<string | null> {
    if (out_trade_no === undefined) return cart_order_no;
    const { result: order } = await orderNamed(out_trade_no);
    return order.phase === 'none' ? null : order.placed.cart_order_no;
  }

  on(cancelOrder, async ({ body, caller: { user_id } }) => {
    const out_trade_no = asOutTradeNo(body.out_trade_no ?? '');
    const cart_order_no = await requestedCart(body);
    const by = { kind: 'user' as const, user_id };
    if (cart_order_no !== null && !isCartNumber(cart_order_no)) {
      return notFound;
    }
    const outcome = await (cart_order_no === null
      ? committer.submit(cancelOne({ out_trade_no, by }))
      : committer.submit(cancelCart({ cart_order_no, user_id })));
    if (!outcome.accepted) return outcome.refusal;
    const { status } = outcome.result;
    return { out_trade_no, cart_order_no: cart_order_no ?? '', status, position: outcome.position };
  });
};
