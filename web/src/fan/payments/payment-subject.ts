import type { CheckedCart, CheckedOrder } from '#services/contract/orders/orders.ts';

/** The subject of a payment: one order, or several together. */
export interface PaymentSubject {
  orders: readonly CheckedOrder[];
  /** Number that the payer may quote. */
  number: string;
  /** The number is that of a payment for a cart. */
  together: boolean;
  total_amount: string;
  /** Unix seconds of the server's clock, both. */
  expires_at: number;
  now: number;
  pay: CheckedOrder['pay'];
  /** It is the caller's own, not only known by its number. */
  own: boolean;
}

export const orderSubject = (order: CheckedOrder): PaymentSubject => ({
  ...order,
  orders: [order],
  number: order.out_trade_no,
  together: false,
});

export const cartSubject = (cart: CheckedCart): PaymentSubject => ({
  ...cart,
  number: cart.cart_order_no,
  together: true,
});
