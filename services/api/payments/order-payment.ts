import type { z } from 'zod';
import { chargeIdOf, isCartNumber, numberOfCharge } from '#events/ids.ts';
import { ORDER_STATUS, type OrderStatus } from '#events/status.ts';
import { agreementStream, cartStream, orderStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { cartKind, type PlacedCart } from '#services/commerce/cart/cart.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { orderKind, type PlacedOrderState } from '#services/commerce/orders/order.ts';
import type { pay } from '#services/contract/orders/orders.ts';

type Pay = z.output<typeof pay>;
type Parts = Pick<Dependencies, 'committer' | 'payments'>;

/** One charge serves all attempts to pay: providers let a failed one be tried again. */
const ONLY_CHARGE = 1;

/**
 * The state of a cart by its orders: paid (2) if any is, pending (1) if all are, closed (3) otherwise. Each order has
 * its own state.
 */
export function cartStatus(orders: readonly PlacedOrderState[]): OrderStatus {
  if (orders.some(({ phase }) => phase === 'paid')) return ORDER_STATUS.success;
  return orders.every(({ phase }) => phase === 'pending') ? 1 : 3;
}

/** The payment of a whole cart; a missing charge is created. A closed one has none. */
export async function payForCart(
  { payments }: Pick<Parts, 'payments'>,
  cart: PlacedCart,
  orders: readonly PlacedOrderState[],
): Promise<Pay> {
  const { cart_order_no: out_trade_no, provider, total_amount: amount, currency, expires_at } = cart;
  const charge_id = chargeIdOf(out_trade_no, ONLY_CHARGE);
  if (cartStatus(orders) !== 1) return { provider, charge_id, url: '' };
  return payments.createCharge({ provider, charge_id, out_trade_no, amount, currency, expires_at });
}

/** The cart that an order is paid with, and all of its orders. */
export async function cartNamed(
  { committer }: Pick<Parts, 'committer'>,
  number: PlacedCart['cart_order_no'],
): Promise<{ cart: PlacedCart; orders: PlacedOrderState[] } | undefined> {
  const stream = cartStream(number);
  const cart = await committer.read([stream], (states) => states.get(cartKind, stream));
  if (cart.phase === 'none') return undefined;
  const streams = cart.orders.map(({ out_trade_no }) => orderStream(out_trade_no));
  const orders = await committer.read(streams, (states) =>
    streams.flatMap((one) => {
      const order = states.get(orderKind, one);
      return order.phase === 'none' ? [] : [order];
    }),
  );
  return { cart, orders };
}

/** Where to pay a pending order: where its cart is paid, when it is part of one. */
export async function payForOrder(parts: Parts, order: PlacedOrderState): Promise<Pay> {
  const { out_trade_no, provider, total_amount: amount, currency, expires_at, cart_order_no } = order.placed;
  if (cart_order_no !== null) {
    const found = await cartNamed(parts, cart_order_no);
    if (found) return payForCart(parts, found.cart, found.orders);
  }
  const charge_id = chargeIdOf(out_trade_no, ONLY_CHARGE);
  if (order.phase !== 'pending') return { provider, charge_id, url: '' };
  const charge = { provider, charge_id, out_trade_no, amount, currency, expires_at };
  return parts.payments.createCharge({ ...charge, agreed: await isAgreed(parts, order) });
}

/** Whether the fan agreed to renewals in the checkout of this order. */
async function isAgreed({ committer }: Parts, { placed }: PlacedOrderState): Promise<boolean> {
  if (placed.membership === null) return false;
  const stream = agreementStream(placed.plan_id, placed.user_id);
  const { offer } = await committer.read([stream], (states) => states.get(agreementKind, stream));
  return offer?.out_trade_no === placed.out_trade_no;
}

/**
 * Creates the charge of a pending order or cart again, if the provider lost it. The sandbox's books are not flushed
 * to disk when they answer.
 * @returns false if there is no such order or cart
 */
export async function makeChargeAgain(parts: Parts, charge_id: string): Promise<boolean> {
  const number = numberOfCharge(charge_id);
  if (number === undefined) return false;
  if (isCartNumber(number)) {
    const found = await cartNamed(parts, number);
    if (found) await payForCart(parts, found.cart, found.orders);
    return found !== undefined;
  }
  const stream = orderStream(number);
  const order = await parts.committer.read([stream], (states) => states.get(orderKind, stream));
  if (order.phase === 'none') return false;
  await payForOrder(parts, order);
  return true;
}
