import { isCartNumber, numberOfCharge } from '#events/ids.ts';
import type { Command } from '../engine/command.ts';
import { payCart } from './pay-cart.ts';
import { type PaymentNews, payOrder } from './pay-order.ts';

/** News of a charge, whatever it pays. */
export type ChargeNews = Omit<PaymentNews, 'out_trade_no'>;

export interface ChargeTaken {
  /** `to_return`: all or part of the money goes back. */
  outcome: 'paid' | 'revived' | 'known' | 'to_return';
}

/** What records that a charge was paid: for its order, or for all orders of its cart. Undefined for no charge of ours. */
export function takePayment(news: ChargeNews): Command<ChargeTaken> | undefined {
  const number = numberOfCharge(news.charge_id);
  if (number === undefined) return undefined;
  return isCartNumber(number)
    ? payCart({ ...news, cart_order_no: number })
    : payOrder({ ...news, out_trade_no: number });
}
