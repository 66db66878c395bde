import { asOutTradeNo, isCartNumber, type OutTradeNo } from '#events/ids.ts';
import { cartStream, orderStream } from '#events/stream-names.ts';
import { cartKind } from '#services/commerce/cart/cart.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind, type PlacedOrderState } from '#services/commerce/orders/order.ts';

/** As requests name orders: one by its number, or all that were paid together. */
export interface NamedOrders {
  out_trade_no?: string | undefined;
  cart_order_no?: string | undefined;
}

async function numbersOf(committer: Committer, named: NamedOrders): Promise<OutTradeNo[]> {
  if (named.out_trade_no !== undefined) return [asOutTradeNo(named.out_trade_no)];
  const number = named.cart_order_no ?? '';
  if (!isCartNumber(number)) return [];
  const stream = cartStream(number);
  const cart = await committer.read([stream], (states) => states.get(cartKind, stream));
  return cart.phase === 'none' ? [] : cart.orders.map(({ out_trade_no }) => out_trade_no);
}

/** The orders that a request names, as they are now; those that do not exist are left out. */
export async function namedOrders(committer: Committer, named: NamedOrders): Promise<PlacedOrderState[]> {
  const streams = (await numbersOf(committer, named)).map(orderStream);
  return committer.read(streams, (states) =>
    streams.flatMap((stream) => {
      const order = states.get(orderKind, stream);
      return order.phase === 'none' ? [] : [order];
    }),
  );
}

/**
 * Numbers of the named orders that belong to this person and are shipped. An order named by its own number is always
 * included, so that its refusal has the reason.
 */
export async function sentOrders(
  committer: Committer,
  named: NamedOrders,
  isMine: (order: PlacedOrderState) => boolean,
): Promise<OutTradeNo[]> {
  const mine = (await namedOrders(committer, named)).filter(isMine);
  return mine
    .filter(({ placed }) => placed.need_address || named.out_trade_no !== undefined)
    .map(({ placed }) => placed.out_trade_no);
}
