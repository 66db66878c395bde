import { cancelCart } from '#services/commerce/cart/cancel-cart.ts';
import { placeCart } from '#services/commerce/cart/place-cart.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import { cancelOrder } from '#services/commerce/orders/cancel-order.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payCart } from '#services/commerce/payments/pay-cart.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';

/**
 * Commands that another process may decide, by name. A repetition of each gives the first result, so that one with an
 * unknown outcome can be decided again anywhere. Raise `COMMANDS_FORMAT` when an input or an answer changes.
 */
const makers = {
  place_order: placeOrder,
  place_cart: placeCart,
  pay_order: payOrder,
  pay_cart: payCart,
  cancel_order: cancelOrder,
  cancel_cart: cancelCart,
};
export const COMMANDS_FORMAT = 4;

/** The command of an input that this program's other process sent; undefined for an unknown name. */
export function repeatedCommand(name: string, input: object): Command<unknown> | undefined {
  if (!Object.hasOwn(makers, name)) return undefined;
  // The input was made by the command of this name, in the same format.
  const make = makers[name as keyof typeof makers] as (input: never) => Command<unknown>;
  return make(input as never);
}
