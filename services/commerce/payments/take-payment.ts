import { isCartNumber, numberOfCharge } from '#events/ids.ts';
import type { Command } from '../engine/command.ts';
import { payCart } from './pay-cart.ts';
import { type PaymentNotice, payOrder } from './pay-order.ts';

/** The result of a charge, of an order or a cart. */
export type ChargeNotice = Omit<PaymentNotice, 'out_trade_no'>;

export interface ChargeResult {
  /** `to_return`: all or part of the money is returned. */
  outcome: 'paid' | 'revived' | 'known' | 'to_return';
}

/**
 * The command that records a paid charge: for its order, or for all orders of its cart. Undefined for an unknown
 * charge.
 */
export function takePayment(notice: ChargeNotice): Command<ChargeResult> | undefined {
  const number = numberOfCharge(notice.charge_id);
  if (number === undefined) return undefined;
  return isCartNumber(number)
    ? payCart({ ...notice, cart_order_no: number })
    : payOrder({ ...notice, out_trade_no: number });
}
